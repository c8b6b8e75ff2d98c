import { parameterAdd, parameterList, parameterPatch } from "@nihol/contract/sensors/parameters";
import {
  sensorGuidance,
  sensorGuidancePatch,
  sensorGuidanceReset,
} from "@nihol/contract/sensors/sensor-guidance";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { listGuidance } from "./guidance-queries.ts";
import { listParameters } from "./parameter-queries.ts";
import { addParameter, patchParameter } from "./parameter-writes.ts";
import { patchGuidance, resetGuidance } from "./writes.ts";

export const sensorGuidanceRoutes: Feature = (app, { db }) => {
  serve(app, sensorGuidance, async ({ actor }) => {
    const results = await listGuidance(db.sql, actor);
    return { count: results.length, next: null, previous: null, results };
  });
  serve(app, parameterList, async ({ actor }) => {
    const results = await listParameters(db.sql, actor);
    return { count: results.length, next: null, previous: null, results };
  });
  serve(app, parameterAdd, ({ actor, body }) => addParameter(db.sql, actor, body));
  serve(app, parameterPatch, ({ actor, params, body }) =>
    patchParameter(db.sql, actor, params.key, body),
  );
  serve(app, sensorGuidancePatch, ({ actor, params, body }) =>
    patchGuidance(db.sql, actor, params.key, body),
  );
  serve(app, sensorGuidanceReset, ({ actor, params }) => resetGuidance(db.sql, actor, params.key));
};

import { parameterList } from "@nihol/contract/sensors/parameters";
import {
  sensorGuidance,
  sensorGuidancePatch,
  sensorGuidanceReset,
} from "@nihol/contract/sensors/sensor-guidance";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { listGuidance } from "./guidance-queries.ts";
import { listParameters } from "./parameter-queries.ts";
import { patchGuidance, resetGuidance } from "./writes.ts";

export const sensorGuidanceRoutes: Feature = (app, { db }) => {
  serve(app, sensorGuidance, async ({ actor }) => {
    const results = await listGuidance(db.sql, actor);
    return { count: results.length, next: null, previous: null, results };
  });
  serve(app, parameterList, async () => {
    const results = await listParameters(db.sql);
    return { count: results.length, next: null, previous: null, results };
  });
  serve(app, sensorGuidancePatch, ({ actor, params, body }) =>
    patchGuidance(db.sql, actor, params.key, body),
  );
  serve(app, sensorGuidanceReset, ({ actor, params }) => resetGuidance(db.sql, actor, params.key));
};

import {
  guidanceParamsSchema,
  sensorGuidancePageSchema,
  sensorGuidancePatchSchema,
  sensorGuidanceSchema,
} from "@nihol/contract/sensors/sensor-guidance";
import { paths } from "@nihol/contract/values/paths";
import type { Feature } from "../../http/feature.ts";
import { mayChangeGuidance } from "../../policies/devices.ts";
import { listGuidance } from "./queries.ts";
import { patchGuidance, resetGuidance } from "./writes.ts";

const one = `${paths.sensorGuidance}/:key` as const;

/** Ideal ranges of readings: for everybody to read, for the built-in roles to change. */
export const sensorGuidanceRoutes: Feature = (app, { db }) => {
  app.get(
    paths.sensorGuidance,
    { config: { access: "signedIn" }, schema: { response: { 200: sensorGuidancePageSchema } } },
    async (request) => {
      const results = await listGuidance(db.sql, mayChangeGuidance(request.actor));
      return { count: results.length, next: null, previous: null, results };
    },
  );
  app.patch(
    one,
    {
      config: { access: "builtIn" },
      schema: {
        params: guidanceParamsSchema,
        body: sensorGuidancePatchSchema,
        response: { 200: sensorGuidanceSchema },
      },
    },
    async (request) => patchGuidance(db.sql, request.actor, request.params.key, request.body),
  );
  /** Back to the programme's default. */
  app.delete(
    one,
    {
      config: { access: "builtIn" },
      schema: { params: guidanceParamsSchema, response: { 200: sensorGuidanceSchema } },
    },
    async (request) => resetGuidance(db.sql, request.actor, request.params.key),
  );
};

import { idParamsSchema } from "@nihol/contract/paging";
import {
  deviceTokenEnd,
  deviceTokenMake,
  readingBatchSchema,
  readingImport,
  readingIntake,
  readingSeries,
  sentReadingSchema,
} from "@nihol/contract/sensors/readings";
import { readingLimits } from "@nihol/contract/values/sensors/readings";
import { z } from "@nihol/contract/z";
import type { Feature } from "../../http/feature.ts";
import { notFound, Problem } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { findDeviceFacts } from "../../policies/devices.ts";
import { importUpload } from "./import-threads.ts";
import { deviceOfRequest, takeReadings } from "./intake.ts";
import { limitsOf } from "./intake-limits.ts";
import { readSeries } from "./series.ts";
import { endToken, makeToken } from "./token-writes.ts";

// Readings are checked one by one, so their schema is documented here but does not validate the body.
const oneReading = z.unknown().meta({ ...z.toJSONSchema(sentReadingSchema, { io: "input" }) });
const batchSchema = readingBatchSchema.extend({
  readings: z.array(oneReading).min(1).max(readingLimits.batch),
});

const intake = { ...readingIntake, body: batchSchema };

/** Readings: what a device measured, its own sending, files, and the token that it sends with. */
export const readingRoutes: Feature = (app, services) => {
  const { db } = services;
  const limited = limitsOf(services);
  serve(app, readingSeries, async ({ actor, params, query }) => {
    const device = await findDeviceFacts(db.sql, actor, params.id);
    return readSeries(db.sql, device, query);
  });
  serve(
    app,
    intake,
    async (request) => {
      if (!request.deviceFacts) throw new Problem(401, "not_authenticated");
      const { readings } = request.body;
      limited.countReadings(request.deviceFacts.id, readings.length);
      return takeReadings(db.sql, request.deviceFacts, readings);
    },
    {
      config: { rateLimit: false },
      // The device's own token is asked for here.
      onRequest: async (request) => {
        const { data } = idParamsSchema.safeParse(request.params);
        if (!data) throw notFound();
        limited.checkAddress(request.ip);
        request.deviceFacts = await deviceOfRequest(db.sql, request, data.id);
        limited.checkDevice(request.deviceFacts.id);
      },
    },
  );
  serve(app, readingImport, (request) => importUpload(db, request, request.query));
  serve(app, deviceTokenMake, async ({ actor, params }) => ({
    ...(await makeToken(db.sql, actor, params.id)),
    mqtt_broker: services.outsideBroker?.address ?? null,
  }));
  serve(app, deviceTokenEnd, async ({ actor, params }) => {
    await endToken(db.sql, actor, params.id);
    return null;
  });
};

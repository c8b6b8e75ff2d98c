import { idParamsSchema } from "@nihol/contract/paging";
import {
  deviceTokenSchema,
  intakeResultSchema,
  readingBatchSchema,
  readingImportQuerySchema,
  readingImportSchema,
  readingQuerySchema,
  readingSeriesSchema,
  sentReadingSchema,
} from "@nihol/contract/sensors/readings";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { readingLimits } from "@nihol/contract/values/readings";
import { z } from "@nihol/contract/z";
import type { Feature } from "../../http/feature.ts";
import { notFound, Problem } from "../../http/problem.ts";
import { findDeviceFacts } from "../../policies/devices.ts";
import { importUpload } from "./import-threads.ts";
import { deviceOfRequest, takeReadings } from "./intake.ts";
import { intakeLimits } from "./intake-limits.ts";
import { readSeries } from "./series.ts";
import { endToken, makeToken } from "./token-writes.ts";

// Readings are judged one by one, so their schema is described here and not asked.
const oneReading = z.unknown().meta({ ...z.toJSONSchema(sentReadingSchema, { io: "input" }) });
const batchSchema = readingBatchSchema.extend({
  readings: z.array(oneReading).min(1).max(readingLimits.batch),
});

const ofDevice = `${paths.device}/:id/reading` as const;
const token = `${paths.device}/:id/token` as const;

/** Readings: what a device measured, its own sending, files, and the token that it sends with. */
export const readingRoutes: Feature = (app, { db }) => {
  const limited = intakeLimits(app);
  app.get(
    ofDevice,
    {
      config: { access: "device.view" },
      schema: {
        params: idParamsSchema,
        querystring: readingQuerySchema,
        response: { 200: readingSeriesSchema },
      },
    },
    async (request) => {
      const device = await findDeviceFacts(db.sql, request.actor, request.params.id);
      return readSeries(db.sql, device, request.query);
    },
  );
  app.post(
    ofDevice,
    {
      // The device's own token is asked for below.
      config: { access: "device", rateLimit: false },
      bodyLimit: limits.bodyBytes / 2,
      schema: {
        params: idParamsSchema,
        body: batchSchema,
        response: { 200: intakeResultSchema },
      },
      onRequest: async (request) => {
        const { data } = idParamsSchema.safeParse(request.params);
        if (!data) throw notFound();
        await limited.checkAddress(request);
        request.deviceFacts = await deviceOfRequest(db.sql, request, data.id);
        await limited.checkDevice(request);
      },
    },
    async (request) => {
      if (!request.deviceFacts) throw new Problem(401, "not_authenticated");
      const { readings } = request.body;
      limited.countReadings(request.deviceFacts.id, readings.length);
      return takeReadings(db.sql, request.deviceFacts, readings);
    },
  );
  app.post(
    `${paths.device}/reading/import`,
    {
      config: { access: "device.change" },
      schema: {
        querystring: readingImportQuerySchema,
        consumes: ["multipart/form-data"],
        response: { 200: readingImportSchema },
      },
    },
    (request) => importUpload(db, request, request.query),
  );
  app.post(
    token,
    {
      config: { access: "device.change" },
      schema: { params: idParamsSchema, response: { 201: deviceTokenSchema } },
    },
    async (request, reply) =>
      reply.code(201).send(await makeToken(db.sql, request.actor, request.params.id)),
  );
  app.delete(
    token,
    {
      config: { access: "device.change" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await endToken(db.sql, request.actor, request.params.id);
      return reply.code(204).send(null);
    },
  );
};

import { idParamsSchema } from "@nihol/contract/paging";
import { manyTokensMake } from "@nihol/contract/sensors/device-import";
import { deviceIntake } from "@nihol/contract/sensors/intake";
import {
  deviceTokenEnd,
  deviceTokenMake,
  readingBatchSchema,
  readingEvents,
  readingImport,
  readingIntake,
  readingSeries,
  sentReadingSchema,
  seriesFile,
  seriesSet,
} from "@nihol/contract/sensors/readings";
import { mediaTypes } from "@nihol/contract/values/files";
import { programmeZone } from "@nihol/contract/values/planting/programme-day";
import { readingLimits } from "@nihol/contract/values/sensors/readings";
import { z } from "@nihol/contract/z";
import { languageOf } from "@nihol/locales/text";
import { findParameters } from "@nihol/store/readings/parameters";
import { refusalTexts } from "../../http/errors.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound, Problem } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { findDeviceFacts } from "../../policies/devices.ts";
import { attachmentHeader } from "../../shared/attachments/attached-file-download.ts";
import { wordsOf } from "../../shared/files/words.ts";
import { apiAddress } from "../../shared/open-data/api-address.ts";
import { importUpload } from "./import-threads.ts";
import { deviceOfRequest, takeReadings } from "./intake.ts";
import { noteTaken, refuseDevice } from "./intake-answers.ts";
import { intakeLimits } from "./intake-limits.ts";
import { intakeLogOf } from "./intake-log.ts";
import { readIntake } from "./intake-queries.ts";
import { listReadingEvents, listVisibleDevices } from "./series/event-queries.ts";
import { readingStreams } from "./series/reading-events.ts";
import { readSeries, readSeriesSet } from "./series/series.ts";
import { makeSeriesFile } from "./series/series-file.ts";
import { wantedSeries } from "./series/wanted-series.ts";
import { tokenSlips } from "./token-slips.ts";
import { endToken, makeToken, makeTokens } from "./token-writes.ts";

// Readings are checked one by one, so their schema is documented here but does not validate the body.
const oneReading = z.unknown().meta({ ...z.toJSONSchema(sentReadingSchema, { io: "input" }) });
const batchSchema = readingBatchSchema.extend({
  readings: z.array(oneReading).min(1).max(readingLimits.batch),
});

const intake = { ...readingIntake, body: batchSchema };

/** Readings: what a device measured, its own sending, files, and the token that it sends with. */
export const readingRoutes: Feature = (app, services) => {
  const { db } = services;
  const limited = intakeLimits(services.callCounts);
  const log = intakeLogOf(db.sql);
  // Without a database there is nowhere to write the last second's notes, and the server ends nevertheless.
  app.addHook("onClose", () => log.flush().catch(() => {}));
  serve(app, readingSeries, async ({ actor, params, query }) => {
    const device = await findDeviceFacts(db.sql, actor, params.id);
    return readSeries(db.sql, device, query);
  });
  // Their next lists must not be older than the event.
  const streams = readingStreams(db.sql, (person) => services.replica?.noteChange(person));
  app.addHook("preClose", async () => streams.endAll());
  serve(app, readingEvents, async (request, reply) => {
    const visible = await listVisibleDevices(db.sql, request.actor, request.query.ids);
    if (visible.size === 0) throw notFound();
    const states = await listReadingEvents(db.sql, [...visible]);
    streams.follow(request, reply, { language: request.actor.language, states });
    return undefined;
  });
  serve(app, seriesSet, async ({ actor, query }) =>
    readSeriesSet(db.sql, await wantedSeries(db.sql, actor, query.series), query),
  );
  serve(app, seriesFile, async ({ actor, query, headers }, reply) => {
    const wanted = await wantedSeries(db.sql, actor, query.series);
    const set = await readSeriesSet(db.sql, wanted, query);
    const parameters = await findParameters(db.sql);
    const language = languageOf(headers["accept-language"]);
    const { bytes, name } = await makeSeriesFile({ set, wanted, parameters, language, ...query });
    return reply
      .type(query.format === "csv" ? "text/csv; charset=utf-8" : mediaTypes.xlsx)
      .header("content-disposition", attachmentHeader(name))
      .header("vary", "accept-language")
      .send(bytes);
  });
  serve(
    app,
    intake,
    async (request) => {
      if (!request.deviceFacts) throw new Problem(401, "not_authenticated");
      const { readings } = request.body;
      limited.countReadings(request.deviceFacts.id, readings.length);
      const result = await takeReadings(db.sql, request.deviceFacts, readings);
      noteTaken(db.sql, request, request.deviceFacts.id, result);
      return result;
    },
    {
      errorHandler: refuseDevice(db.sql),
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
  serve(app, deviceIntake, async ({ actor, params }) => {
    const { id } = await findDeviceFacts(db.sql, actor, params.id);
    await log.flush(id);
    return readIntake(db.sql, actor, id);
  });
  serve(app, readingImport, (request) => importUpload(db, request, request.query));
  serve(app, deviceTokenMake, async ({ actor, params }) => ({
    ...(await makeToken(db.sql, actor, params.id)),
    mqtt_broker: services.outsideBroker?.address ?? null,
  }));
  serve(app, manyTokensMake, async (request) => {
    const language = languageOf(request.headers["accept-language"]);
    const address = apiAddress(services, request);
    const words = wordsOf(language, programmeZone());
    const { made, skipped, printed } = await makeTokens(
      db.sql,
      request.actor,
      request.body,
      async (devices) => (devices.length > 0 ? tokenSlips(devices, address, words) : null),
    );
    return {
      ...{ made, address },
      skipped: skipped.map(({ why, ...device }) => ({
        ...device,
        problem: refusalTexts(language, why)?.join(" ") ?? "",
      })),
      slips: printed && Buffer.from(printed).toString("base64"),
    };
  });
  serve(app, deviceTokenEnd, async ({ actor, params }) => {
    await endToken(db.sql, actor, params.id);
    return null;
  });
};

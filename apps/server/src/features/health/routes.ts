import { setTimeout as wait } from "node:timers/promises";
import { healthSchema, liveSchema, readySchema } from "@nihol/contract/health";
import { programVersion } from "@nihol/contract/values/operations";
import { paths } from "@nihol/contract/values/paths";
import { findBackupHealth } from "@nihol/store/backup/backup-state";
import { isWorkerAlive } from "@nihol/store/jobs/worker-beats";
import type { Feature } from "../../http/feature.ts";
import { mqttCountsOf } from "../../shared/devices/intake-counts.ts";
import { askFiles } from "../../shared/files-answer.ts";
import { databaseAnswers } from "./health-queries.ts";

/** Callers give up after two seconds: it is answered before that, whatever the database does. */
const timeoutMs = 1400;
const workerTimeoutMs = 400;

export const healthRoutes: Feature = (app, services) => {
  const { db, watch, demo, files, outsideBroker } = services;
  const isBrokerAway = () =>
    outsideBroker !== undefined && !mqttCountsOf(services).isBrokerConnected;
  const answers = () =>
    watch
      ? watch.answers(timeoutMs)
      : Promise.race([databaseAnswers(db.sql), wait(timeoutMs, false)]);

  const filesAway = askFiles(files);
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });

  app.get(
    paths.live,
    {
      config: { access: "public", withoutDatabase: true },
      schema: { summary: "Whether this server runs", response: { 200: liveSchema } },
    },
    () => ({ status: "ok" }) as const,
  );

  app.get(
    paths.ready,
    {
      config: { access: "public", withoutDatabase: true },
      schema: {
        summary: "Whether this server may be sent calls: its database answers and it is not ending",
        response: { 200: readySchema, 503: readySchema },
      },
    },
    async (_request, reply) => {
      const status = closing ? "ending" : (await answers()) ? "ok" : "unavailable";
      if (status !== "ok")
        return reply.code(503).header("retry-after", "2").send({ status, warnings: [] });
      const backup = findBackupHealth(db.sql).catch(() => undefined);
      const [warning, areFilesAway] = await Promise.all([
        Promise.race([backup, wait(workerTimeoutMs, undefined)]),
        filesAway(),
      ]);
      return {
        status: "ok" as const,
        warnings: [
          ...(warning?.warning ? [warning.warning] : []),
          ...(areFilesAway ? ["files_away" as const] : []),
          ...(isBrokerAway() ? ["mqtt_away" as const] : []),
        ],
      };
    },
  );

  app.get(
    paths.health,
    {
      config: { access: "public", withoutDatabase: true },
      schema: {
        summary: "Whether calls can be served now",
        response: { 200: healthSchema, 503: healthSchema },
      },
    },
    async (_request, reply) => {
      const database = await answers();
      const worker =
        database &&
        (await Promise.race([
          isWorkerAlive(db.sql).catch(() => false),
          wait(workerTimeoutMs, false),
        ]));
      const status = !database ? "unavailable" : worker ? "ok" : "degraded";
      const state = { status, version: programVersion, demo, database, worker } as const;
      if (database) return state;
      return reply.code(503).header("retry-after", "2").send(state);
    },
  );
};

import { statfs } from "node:fs/promises";
import {
  operations,
  operationsBackup,
  operationsCancel,
  operationsDrain,
  operationsJobs,
  operationsRetry,
} from "@nihol/contract/operations";
import { programVersion } from "@nihol/contract/values/operations";
import { retentionKinds } from "@nihol/contract/values/retention/kinds";
import { findBackupHealth, listSchedules } from "@nihol/store/backup/backup-state";
import { nextDue } from "@nihol/store/backup/backup-times";
import { mailState } from "@nihol/store/mail/mail-rows";
import { isMailSent } from "@nihol/store/notices/mail-fact";
import { listRetention } from "@nihol/store/retention/clean-up";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import type { Services } from "../../http/services.ts";
import { mqttCountsOf } from "../../shared/devices/intake-counts.ts";
import { listJobs, listQueues } from "./job-queries.ts";
import {
  findDatabase,
  findLastGood,
  listGrowth,
  listRuns,
  listWorkers,
} from "./operations-queries.ts";
import { backUpNow, cancelJob, drainWorker, retryJob } from "./operations-writes.ts";

async function backupState(db: Services["db"]["sql"]) {
  const { is_on, warning } = await findBackupHealth(db);
  const schedules = await listSchedules(db);
  const next = schedules
    .map(({ times }) => nextDue(times, new Date()))
    .filter((at) => at !== undefined)
    .sort((a, b) => a.getTime() - b.getTime())[0];
  return {
    is_on,
    warning,
    next_at: next?.toISOString() ?? null,
    schedules,
    last_good: await findLastGood(db),
    runs: await listRuns(db),
  };
}

async function retentionState(db: Services["db"]["sql"]) {
  return (await listRetention(db)).map(({ cleaned_at, ...kind }) => ({
    ...kind,
    cleaned_at: cleaned_at.toISOString(),
    is_settable: retentionKinds[kind.kind].min < retentionKinds[kind.kind].max,
  }));
}

async function mailFigures(db: Services["db"]["sql"]) {
  const { waiting, refused, since, problem } = await mailState(db);
  return {
    is_on: await isMailSent(db),
    waiting,
    refused,
    oldest_s: since === null ? null : (Date.now() - since.getTime()) / 1000,
    problem,
  };
}

function mqttFigures(services: Services) {
  const { mqtt, outsideBroker } = services;
  if (!mqtt && !outsideBroker) return null;
  const counts = mqttCountsOf(services);
  const { connections, waiting, messages, isBrokerConnected: is_connected } = counts;
  const all = [...messages.values()].reduce((sum, n) => sum + n, 0);
  const broker = outsideBroker ? { address: outsideBroker.address, is_connected } : null;
  return { port: mqtt?.port ?? null, broker, connections, waiting, messages: all };
}

/** State of the installation for those who run it, and what they do about it. */
export const operationsRoutes: Feature = (app, services) => {
  const db = services.db.sql;
  serve(app, operations, async () => {
    const { version, migration, ...database } = await findDatabase(db);
    const workers = await listWorkers(db);
    const { growth, measured } = await listGrowth(db);
    const room = await statfs(services.files.disk);
    return {
      versions: {
        program: programVersion,
        node: process.versions.node,
        database: version,
        migration,
        gdal: [...new Set(workers.flatMap(({ gdal }) => gdal ?? []))],
      },
      backup: await backupState(db),
      workers,
      queues: await listQueues(db),
      database,
      files: {
        free_bytes: room.bavail * room.bsize,
        disk_bytes: room.blocks * room.bsize,
        measured,
      },
      growth,
      retention: await retentionState(db),
      mail: await mailFigures(db),
      mqtt: mqttFigures(services),
    };
  });
  serve(app, operationsJobs, async ({ query }) => listJobs(db, query.state, query.queue));
  serve(app, operationsRetry, async ({ actor, params }) => {
    await retryJob(db, services.jobs, actor, params.id);
    return null;
  });
  serve(app, operationsCancel, async ({ actor, params }) => {
    await cancelJob(db, actor, params.id);
    return null;
  });
  serve(app, operationsDrain, async ({ actor, params, body }) => {
    await drainWorker(db, actor, params.id, body.is_draining);
    return null;
  });
  serve(app, operationsBackup, async ({ actor }) => ({ id: await backUpNow(db, actor) }));
};

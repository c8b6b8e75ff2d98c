/** Figures of the database and of what it keeps, in the words of Prometheus. */
import { setTimeout as wait } from "node:timers/promises";
import { findBackupHealth } from "@nihol/store/backup/backup-state";
import { aliveSeconds } from "@nihol/store/jobs/worker-beats";
import type { Gauge } from "prom-client";
import type { Services } from "../../http/services.ts";
import { countAlerts, countInstallation, countJobs, countProcesses } from "./metrics-queries.ts";

/** A scrape is answered within this, whatever the database does. */
const timeoutMs = 3000;

/** Makes a gauge with the product's name before its own, in the registry of the server. */
export type MakeGauge = (name: string, help: string, ...labelNames: string[]) => Gauge;

type Asked = Pick<Services, "db" | "watch">;

async function readDatabase({ db }: Asked) {
  const [counts, queues, statuses, backup, active] = await Promise.all([
    countInstallation(db.sql, aliveSeconds),
    countJobs(db.sql),
    countProcesses(db.sql),
    findBackupHealth(db.sql),
    countAlerts(db.sql),
  ]);
  return { counts, queues, statuses, backup, active };
}

type Read = Awaited<ReturnType<typeof readDatabase>>;

function backupFigures(gauge: MakeGauge) {
  const age = gauge("backup_age_seconds", "Age of the newest verified backup");
  const failed = gauge("backup_failed", "1 while the last backup that ended failed");
  const on = gauge("backup_on", "1 while a machine has a folder for backups");
  const fill = ({ backup }: Read) => {
    on.set(backup.is_on ? 1 : 0);
    failed.set(backup.has_failed ? 1 : 0);
    // Without one there is no age: an alarm on a missing series says so.
    if (backup.age_s === null) age.remove();
    else age.set(backup.age_s);
  };
  return { gauges: [age, failed, on], fill };
}

function workFigures(gauge: MakeGauge) {
  const jobs = gauge("jobs", "Jobs that wait, run or failed", "queue", "state");
  const age = gauge("job_age_seconds", "Age of the oldest job of a state", "queue", "state");
  const processes = gauge("image_processes", "Processes of images", "status");
  const alerts = gauge("alerts", "Alerts of devices that are active", "severity", "acknowledged");
  const fill = ({ queues, statuses, active }: Read) => {
    for (const { queue, state, jobs: number, oldest_s } of queues) {
      jobs.set({ queue, state }, number);
      age.set({ queue, state }, Math.max(0, oldest_s));
    }
    for (const { status, processes: number } of statuses) processes.set({ status }, Number(number));
    for (const { severity, acknowledged, alerts: number } of active)
      alerts.set({ severity, acknowledged }, number);
  };
  return { gauges: [jobs, age, processes, alerts], fill };
}

function installationFigures(gauge: MakeGauge) {
  const size = gauge("database_size_bytes", "Size of the database");
  const workers = gauge("workers", "Workers that gave a sign of life in the last seconds");
  const mail = gauge("mails", "Letters that wait or were refused for good", "state");
  const mailAge = gauge("mail_age_seconds", "Age of the oldest letter that waits");
  const fileBytes = gauge("files_bytes", "Size of the files when they were last measured");
  const fill = ({ counts }: Read) => {
    if (!counts) return;
    size.set(counts.database_bytes);
    if (counts.file_bytes !== null) fileBytes.set(counts.file_bytes);
    workers.set(counts.workers);
    mail.set({ state: "waiting" }, counts.mail_waiting);
    mail.set({ state: "refused" }, counts.mail_refused);
    mailAge.set(counts.mail_oldest_s);
  };
  return { gauges: [size, workers, mail, mailAge, fileBytes], fill };
}

/**
 * Adds them to a registry.
 * @returns a function that fills them before they are read, within seconds even while the database is away
 */
export function databaseFigures(services: Asked, gauge: MakeGauge): () => Promise<void> {
  const up = gauge("database_up", "1 while the database answers");
  const parts = [backupFigures(gauge), workFigures(gauge), installationFigures(gauge)];
  return async () => {
    const read =
      services.watch?.isAway() === true
        ? undefined
        : await Promise.race([
            readDatabase(services).catch(() => undefined),
            wait(timeoutMs, undefined),
          ]);
    up.set(read ? 1 : 0);
    for (const { gauges, fill } of parts) {
      // Figures of before an outage would look like those of now.
      for (const one of gauges) one.reset();
      if (read) fill(read);
    }
  };
}

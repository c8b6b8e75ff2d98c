/** Figures of one server and of the installation behind it, in the words of Prometheus. */
import { statfs } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { findBackupHealth } from "@nihol/store/backup/backup-state";
import { aliveSeconds } from "@nihol/store/jobs/worker-beats";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Services } from "../../http/services.ts";
import { mqttCountsOf } from "../../shared/devices/intake-counts.ts";
import { askFiles } from "../../shared/files-answer.ts";
import { countAlerts, countInstallation, countJobs, countProcesses } from "./metrics-queries.ts";
import { mqttFigures } from "./mqtt-figures.ts";

/** A scrape is answered within this, whatever the database does. */
const timeoutMs = 3000;
/** Seconds; lists are to answer within a tenth, reports within a second. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Gauges that prom-client gives a counter's name; `promtool check metrics` refuses them. */
const misnamed = ["handles", "requests", "resources"].map((kind) => `nodejs_active_${kind}_total`);

export interface Metrics {
  /** Notes an answered call: route's pattern, method, status, seconds. */
  call: (labels: { route: string; method: string; status: string }, seconds: number) => void;
  /** The text that Prometheus reads, and its content type. */
  read: () => Promise<{ text: string; contentType: string }>;
}

/** Makes the registry of a server; nothing is counted or asked before somebody reads it, but calls. */
export function openMetrics(services: Services): Metrics {
  const { db, watch, files } = services;
  const registers = [new Registry()];
  const [register = new Registry()] = registers;
  collectDefaultMetrics({ register });
  for (const name of misnamed) register.removeSingleMetric(name);
  const calls = new Histogram({
    name: "nihol_http_request_duration_seconds",
    help: "Time from a call's arrival to the end of its answer",
    labelNames: ["route", "method", "status"],
    buckets,
    registers,
  });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `nihol_${name}`, help, labelNames, registers });
  const up = gauge("database_up", "1 while the database answers");
  const pool = gauge("database_connections", "Connections of this server's pool", "state");
  const size = gauge("database_size_bytes", "Size of the database");
  const workers = gauge("workers", "Workers that gave a sign of life in the last seconds");
  const jobs = gauge("jobs", "Jobs that wait, run or failed", "queue", "state");
  const age = gauge("job_age_seconds", "Age of the oldest job of a state", "queue", "state");
  const processes = gauge("image_processes", "Processes of images", "status");
  const mail = gauge("mails", "Letters that wait or were refused for good", "state");
  const mailAge = gauge("mail_age_seconds", "Age of the oldest letter that waits");
  const backupAge = gauge("backup_age_seconds", "Age of the newest verified backup");
  const backupFailed = gauge("backup_failed", "1 while the last backup that ended failed");
  const backupOn = gauge("backup_on", "1 while a machine has a folder for backups");
  const alerts = gauge("alerts", "Alerts of devices that are active", "severity", "acknowledged");
  const fileBytes = gauge("files_bytes", "Size of the files when they were last measured");
  const filesUp = gauge("files_up", "1 while the store of files answers");
  const filesAway = askFiles(files);
  const disk = gauge("files_free_bytes", "Room that is left on the disk of the files");
  const isOutside = services.outsideBroker !== undefined;
  const mqtt =
    services.mqtt || isOutside
      ? mqttFigures(registers, mqttCountsOf(services), isOutside)
      : undefined;
  const ofBackups = [backupAge, backupFailed, backupOn];
  const ofDatabase = [
    size,
    workers,
    jobs,
    age,
    processes,
    mail,
    mailAge,
    alerts,
    fileBytes,
    ...ofBackups,
  ];

  async function readDatabase() {
    const [counts, queues, statuses, backup, active] = await Promise.all([
      countInstallation(db.sql, aliveSeconds),
      countJobs(db.sql),
      countProcesses(db.sql),
      findBackupHealth(db.sql),
      countAlerts(db.sql),
    ]);
    return { counts, queues, statuses, backup, active };
  }

  async function fillFromDatabase() {
    const read =
      watch?.isAway() === true
        ? undefined
        : await Promise.race([readDatabase().catch(() => undefined), wait(timeoutMs, undefined)]);
    up.set(read ? 1 : 0);
    // Figures of before an outage would look like those of now.
    for (const one of ofDatabase) one.reset();
    if (!read) return;
    const { counts, queues, statuses, backup, active } = read;
    for (const { severity, acknowledged, alerts: number } of active)
      alerts.set({ severity, acknowledged }, number);
    backupOn.set(backup.is_on ? 1 : 0);
    backupFailed.set(backup.has_failed ? 1 : 0);
    // Without one there is no age: an alarm on a missing series says so.
    if (backup.age_s === null) backupAge.remove();
    else backupAge.set(backup.age_s);
    for (const { queue, state, jobs: number, oldest_s } of queues) {
      jobs.set({ queue, state }, number);
      age.set({ queue, state }, Math.max(0, oldest_s));
    }
    for (const { status, processes: number } of statuses) processes.set({ status }, Number(number));
    if (!counts) return;
    size.set(counts.database_bytes);
    if (counts.file_bytes !== null) fileBytes.set(counts.file_bytes);
    workers.set(counts.workers);
    mail.set({ state: "waiting" }, counts.mail_waiting);
    mail.set({ state: "refused" }, counts.mail_refused);
    mailAge.set(counts.mail_oldest_s);
  }

  async function fillFromMachine() {
    pool.set({ state: "open" }, db.pool.totalCount);
    pool.set({ state: "idle" }, db.pool.idleCount);
    pool.set({ state: "awaited" }, db.pool.waitingCount);
    const room = await statfs(files.disk);
    disk.set(room.bavail * room.bsize);
    filesUp.set((await filesAway()) ? 0 : 1);
  }

  return {
    call: (labels, seconds) => calls.observe(labels, seconds),
    async read() {
      // The pool first: the questions of a scrape are calls of it, too.
      await fillFromMachine();
      mqtt?.();
      await fillFromDatabase();
      return { text: await register.metrics(), contentType: register.contentType };
    },
  };
}

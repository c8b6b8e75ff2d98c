/** Figures of one server and of the installation behind it, in the words of Prometheus. */
import { roomOn } from "@nihol/store/files/disk-room";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Services } from "../../http/services.ts";
import { mqttCountsOf } from "../../shared/devices/intake-counts.ts";
import { askFiles } from "../../shared/files-answer.ts";
import { databaseFigures, type MakeGauge } from "./database-figures.ts";
import { mqttFigures } from "./mqtt-figures.ts";

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
  const { db, files } = services;
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
  const gauge: MakeGauge = (name, help, ...labelNames) =>
    new Gauge({ name: `nihol_${name}`, help, labelNames, registers });
  const fillFromDatabase = databaseFigures(services, gauge);
  const pool = gauge("database_connections", "Connections of this server's pool", "state");
  const behind =
    services.replica &&
    gauge("standby_lag_seconds", "Time by which the standby that is read is behind");
  const filesUp = gauge("files_up", "1 while the store of files answers");
  const filesAway = askFiles(files);
  const disk = gauge("files_free_bytes", "Room that is left on the disk of the files");
  const isOutside = services.outsideBroker !== undefined;
  const mqtt =
    services.mqtt || isOutside
      ? mqttFigures(registers, mqttCountsOf(services), isOutside)
      : undefined;

  async function fillFromMachine() {
    pool.set({ state: "open" }, db.pool.totalCount);
    pool.set({ state: "idle" }, db.pool.idleCount);
    pool.set({ state: "awaited" }, db.pool.waitingCount);
    // No value while nothing is read there.
    behind?.reset();
    const lag = services.replica?.lagSeconds();
    if (lag !== undefined) behind?.set(lag);
    disk.set(await roomOn(files.disk));
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

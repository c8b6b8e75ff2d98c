/**
 * `npm run bench -- readings [--devices N] [--days N] [--every 1] [--times 40]`: fills a database
 * of its own with a reading a minute (or every so many minutes), then measures writing, what noting each call costs it, a device's day and month, and bytes a reading raw, hourly and packed.
 * Smallest: `--devices 1 --days 2 --every 30 --times 2`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Connection, connect } from "@nihol/db/connection";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import { seededRandom } from "@nihol/geo/seeded-random";
import { packMonth } from "@nihol/store/readings/reading-pack";
import { listRawPoints, listSteps, type SeriesRange } from "@nihol/store/readings/reading-series";
import type { NewReading } from "@nihol/store/readings/reading-values";
import { writeReadings } from "@nihol/store/readings/reading-write";
import { openIntakeLog } from "../apps/server/src/features/readings/intake-log.ts";

const { values: options } = parseArgs({
  options: {
    devices: { type: "string", default: "20" },
    days: { type: "string", default: "31" },
    every: { type: "string", default: "1" },
    times: { type: "string", default: "40" },
  },
});
const deviceCount = Number(options.devices);
const days = Number(options.days);
const every = Number(options.every);
const readingsADay = Math.floor(1440 / every);
const month = "2026-01";
const start = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;
const senders = 4;
const random = seededRandom(7);

async function addDevices({ pool }: Connection): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into device (name, type, latitude, longitude)
     select 'bench ' || i, 'soil', 38.5, 68.7 from generate_series(1, $1) i returning id`,
    [deviceCount],
  );
  return rows.map(({ id }) => id);
}

/** A day of four values at a time, as loggers round them. */
function dayOfReadings(day: number): NewReading[] {
  return Array.from({ length: readingsADay }, (_, n) => {
    const minute = n * every;
    const wave = Math.sin(((minute / 1440) * 2 - 1) * Math.PI);
    const near = (value: number, by: number, digits: number) =>
      Number((value + by * (wave + random() / 5)).toFixed(digits));
    return {
      ts: new Date(start + day * dayMs + minute * 60_000),
      values: {
        soil_humidity: near(24, 2, 1),
        soil_temperature: near(15, 4, 1),
        soil_conductivity: near(1.2, 0.1, 2),
        soil_ph: near(7, 0.1, 2),
      },
      faulty: {},
    };
  });
}

/** Readings a second by several senders, a batch a call. */
async function writeAll(db: Connection, ids: number[], batch: number, from: number, to: number) {
  let written = 0;
  /** Milliseconds in which readings were made up, which are not the database's. */
  let spent = 0;
  const queue = [...ids];
  const begun = performance.now();
  const send = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift())
      for (let day = from; day < to; day++) {
        const making = performance.now();
        const readings = dayOfReadings(day);
        spent += performance.now() - making;
        for (let at = 0; at < readings.length; at += batch)
          written += (await writeReadings(db.sql, id, readings.slice(at, at + batch))).accepted;
      }
  };
  await Promise.all(Array.from({ length: senders }, send));
  return Math.round(written / ((performance.now() - begun - spent) / 1000));
}

/** Calls of one reading that are timed in one turn. */
const callsInTurn = 100;

/**
 * Calls of one reading a second, as the intake writes them, without and with a note of each, in turns; the ratio is that of
 * the medians. Their readings lie a year after the others, so that they are all new.
 */
async function notedCalls(db: Connection, ids: number[]) {
  const log = openIntakeLog(db.sql);
  const rates: { plain: number[]; noted: number[] } = { plain: [], noted: [] };
  const payload = JSON.stringify({ readings: dayOfReadings(0).slice(0, 1) });
  let at = start + 366 * dayMs;
  const counts = { accepted: 1, duplicates: 0, conflicts: 0, faulty: 0, refused: 0 };
  const note = (id: number) =>
    log.note(id, {
      ...{ way: "http", messages: 1, bytes: payload.length, payload },
      ...{ ...counts, problem: null, reasons: [] },
    });
  async function turn(kind: keyof typeof rates) {
    const begun = performance.now();
    for (let n = 0; n < callsInTurn; n++) {
      at += 60_000;
      const ts = new Date(at);
      const send = async (id: number) => {
        await writeReadings(db.sql, id, [{ ts, values: { soil_ph: 7 }, faulty: {} }]);
        if (kind === "noted") note(id);
      };
      await Promise.all(ids.slice(0, senders).map(send));
    }
    const calls = callsInTurn * Math.min(senders, ids.length);
    rates[kind].push(calls / ((performance.now() - begun) / 1000));
    await log.flush();
  }
  for (let n = 0; n < Number(options.times); n++)
    for (const kind of ["plain", "noted"] as const) await turn(kind);
  const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  const [plain, noted] = [median(rates.plain), median(rates.noted)];
  return {
    plain_per_second: Math.round(plain),
    noted_per_second: Math.round(noted),
    ratio: Number((noted / plain).toFixed(3)),
  };
}

async function timed(work: () => Promise<unknown>, times = Number(options.times)) {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const begun = performance.now();
    await work();
    taken.push(performance.now() - begun);
  }
  taken.sort((a, b) => a - b);
  const at = (share: number) => Number((taken[Math.floor(share * (times - 1))] ?? 0).toFixed(2));
  return { p50_ms: at(0.5), p95_ms: at(0.95) };
}

async function queries(db: Connection, ids: number[]) {
  const range = (length: number): SeriesRange => {
    const day = Math.floor(random() * Math.max(1, days - length));
    const from = start + day * dayMs;
    const deviceId = ids[Math.floor(random() * ids.length)] as number;
    const to = new Date(from + length * dayMs);
    return { deviceId, parameter: "soil_ph", from: new Date(from), to };
  };
  return {
    day_raw: await timed(() => listRawPoints(db.sql, range(1), 60_001)),
    month_raw: await timed(() => listRawPoints(db.sql, range(days), 60_001)),
    month_hours: await timed(() => listSteps(db.sql, "hour", range(days), "mean")),
    month_days: await timed(() => listSteps(db.sql, "day", range(days), "mean")),
  };
}

async function bytesOf({ pool }: Connection, table: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    "select pg_total_relation_size($1::regclass) as bytes",
    [table],
  );
  return Number(rows[0]?.bytes ?? 0);
}

const dir = await mkdtemp(join(tmpdir(), "nihol-bench-readings-"));
const database = await openEmbedded(dir);
const db = connect(database.config, { max: senders + 2 });
try {
  await migrate(db.pool);
  const ids = await addDevices(db);
  const small = await writeAll(db, ids, 60, 0, 1);
  const single = await writeAll(db, ids.slice(0, 2), 1, days - 1, days);
  const large = await writeAll(db, ids, 1440, 1, days);
  await db.pool.query("vacuum analyze");
  const readings = deviceCount * days * readingsADay;
  const partition = `reading_${month.replace("-", "_")}`;
  const raw = await bytesOf(db, partition);
  const before = await queries(db, ids);
  const packing = performance.now();
  const packed = await packMonth(db.sql, month);
  const packSeconds = Number(((performance.now() - packing) / 1000).toFixed(1));
  await db.pool.query("vacuum analyze");
  const after = await queries(db, ids);
  const calls = await notedCalls(db, ids);
  const each = (bytes: number) => Number((bytes / readings).toFixed(1));
  console.log(
    JSON.stringify({
      bench: "readings",
      devices: deviceCount,
      days,
      readings,
      values: packed.values,
      values_a_reading: 4,
      written_per_second: { batch_1: single, batch_60: small, batch_1440: large },
      bytes_a_reading: {
        raw: each(raw),
        hourly: each(await bytesOf(db, "reading_hour")),
        packed: each(await bytesOf(db, "reading_day")),
      },
      calls,
      pack_seconds: packSeconds,
      raw: before,
      packed: after,
    }),
  );
} finally {
  await db.close();
  await database.stop();
  await rm(dir, { recursive: true, force: true });
}

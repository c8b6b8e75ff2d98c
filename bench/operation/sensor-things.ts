/**
 * `npm run bench -- sensor-things [--devices 3] [--days 62] [--times 60]`: OGC SensorThings API through HTTP over readings
 * of four values a minute, the first month packed: 1,000 observations of a device-month, as entities and as a table, from
 * anywhere in it, the newest value of every datastream, a count. The last line is JSON.
 * Smallest: `--devices 1 --days 32 --times 2`.
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
import { writeReadings } from "@nihol/store/readings/reading-write";
import { type BenchServer, openBenchServer } from "../server.ts";

const { values: options } = parseArgs({
  options: {
    devices: { type: "string", default: "3" },
    days: { type: "string", default: "62" },
    times: { type: "string", default: "60" },
  },
});
const [devices, days, times] = [options.devices, options.days, options.times].map(Number);
const start = Date.UTC(2026, 0, 1);
const minuteMs = 60_000;
const random = seededRandom(11);
/** Milliseconds that nineteen pages of twenty may take. */
const GOAL_MS = 100;

/** A reading a minute, as loggers round them. */
async function fill({ sql, pool }: Connection) {
  const { rows } = await pool.query<{ id: number }>(
    `insert into device (name, type, latitude, longitude)
     select 'bench ' || i, 'soil', 38.5, 68.7 from generate_series(1, $1) i returning id`,
    [devices],
  );
  for (const { id } of rows)
    for (let day = 0; day < (days ?? 0); day++) {
      const readings = Array.from({ length: 1440 }, (_, minute) => ({
        ts: new Date(start + (day * 1440 + minute) * minuteMs),
        values: {
          soil_humidity: Number((24 + random()).toFixed(1)),
          soil_temperature: Number((15 + 4 * random()).toFixed(1)),
          soil_conductivity: Number((1.2 + random() / 10).toFixed(2)),
          soil_ph: Number((7 + random() / 10).toFixed(2)),
        },
        faulty: {},
      }));
      await writeReadings(sql, id, readings);
    }
  await packMonth(sql, "2026-01");
  await pool.query("vacuum analyze");
  return rows.map(({ id }) => id);
}

async function timed(server: BenchServer, path: () => string) {
  const taken: number[] = [];
  // The compiler of JavaScript and the caches of the database have seen it by then.
  for (let i = 0; i < 10; i++) await server.timeOf(path());
  for (let i = 0; i < (times ?? 0); i++) taken.push(await server.timeOf(path()));
  taken.sort((a, b) => a - b);
  const at = (share: number) =>
    Number((taken[Math.ceil(share * taken.length) - 1] ?? 0).toFixed(1));
  return { p50_ms: at(0.5), p95_ms: at(0.95) };
}

const dir = await mkdtemp(join(tmpdir(), "nihol-bench-sensor-things-"));
const figures: Record<string, Awaited<ReturnType<typeof timed>>> = {};
try {
  const database = await openEmbedded(join(dir, "database"), { durable: false });
  const db = connect(database.config, { max: 8 });
  try {
    await migrate(db.pool);
    const ids = await fill(db);
    const server = await openBenchServer(db, database.config);
    try {
      const any = () => ids[Math.floor(random() * ids.length)];
      const observations = () => `/sta/v1.1/Datastreams('${any()}-soil_ph')/Observations?$top=1000`;
      const moment = (from: number, to: number) =>
        new Date(start + Math.floor(from + random() * (to - from)) * 1440 * minuteMs).toISOString();
      const within = (from: number, to: number) => {
        const begin = moment(from, to);
        const end = new Date(Date.parse(begin) + 31 * 1440 * minuteMs).toISOString();
        return `&$filter=phenomenonTime ge ${begin} and phenomenonTime lt ${end}`;
      };
      const asked: Record<string, () => string> = {
        "1,000 observations of a packed month": () => `${observations()}${within(0, 1)}`,
        "the same as a table": () => `${observations()}${within(0, 1)}&$resultFormat=dataArray`,
        "1,000 newest observations": () => `${observations()}&$orderby=phenomenonTime desc`,
        "1,000 observations from any day on": () =>
          `${observations()}&$filter=phenomenonTime ge ${moment(0, days ?? 0)}`,
        "a month of them by a value, counted": () =>
          `${observations()}${within(0, 1)} and result gt 7.05&$count=true`,
        "all things, each newest value": () =>
          "/sta/v1.1/Things?$expand=Locations,Datastreams($expand=Observations($top=1;$orderby=phenomenonTime desc))",
      };
      for (const [name, path] of Object.entries(asked)) {
        figures[name] = await timed(server, () => path().replaceAll(" ", "%20"));
        console.log(name.padEnd(40), JSON.stringify(figures[name]));
      }
    } finally {
      await server.close();
    }
  } finally {
    await db.close();
    await database.stop();
  }
} finally {
  await rm(dir, { recursive: true, force: true });
}
const month = figures["1,000 observations of a packed month"]?.p95_ms ?? Number.POSITIVE_INFINITY;
console.log(
  JSON.stringify({ bench: "sensor-things", devices, days, passed: month <= GOAL_MS, figures }),
);

/**
 * `npm run bench -- periods [--trees N] [--years N] [--times 9] [--alone]`: 10 million trees of four capture years in a
 * database of its own, asked through HTTP for today and for past periods: statistics, report, garden labels, list
 * and tiles. `--alone` asks a database of the last year alone before, for what the past costs today's figures.
 * Smallest: `--trees 60000 --years 2 --times 1`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Connection, connect } from "@nihol/db/connection";
import type { DatabaseConfig } from "@nihol/db/launcher/database-config";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import { openBenchServer } from "../server.ts";
import { asked, type Figures, figuresOf, tilesOf } from "./questions.ts";
import { loadCountry } from "./tree-load.ts";

const { values } = parseArgs({
  options: {
    trees: { type: "string", default: "10000000" },
    years: { type: "string", default: "4" },
    times: { type: "string", default: "9" },
    alone: { type: "boolean", default: false },
  },
});
const trees = Number(values.trees);
const years = Number(values.years);
const times = Number(values.times);

/** The last day of each year of captures; the newest trees are of 2025. */
const yearsEnd = (ago: number) => `${2025 - ago}-12-31`;
const periods: Record<string, string> = {
  today: "",
  "today, by its date": `to=${yearsEnd(0)}`,
  ...Object.fromEntries(
    Array.from({ length: years - 1 }, (_, i) => [`${i + 1} years ago`, `to=${yearsEnd(i + 1)}`]),
  ),
  "within last year": `from=${yearsEnd(2)}&to=${yearsEnd(1)}`,
  "in the middle of a year": `to=${2025 - Math.max(1, years - 2)}-07-01`,
};

type Table = Record<string, Record<string, Figures>>;

interface Country {
  db: Connection;
  config: DatabaseConfig;
}

/** Figures by what is asked and by period; each is asked once before it is measured. */
async function measure({ db, config }: Country, wanted: Record<string, string>): Promise<Table> {
  const server = await openBenchServer(db, config);
  try {
    const groups = Object.entries(asked).map(([name, path]): [string, string[]] => [name, [path]]);
    groups.push(["tiles", await tilesOf(db)]);
    const table: Table = {};
    for (const [name, paths] of groups) {
      const row: Record<string, Figures> = {};
      for (const [period, query] of Object.entries(wanted)) {
        const repeat = name === "tiles" ? Math.min(2, times) : times;
        const measured: number[] = [];
        for (let n = 0; n <= repeat; n++)
          for (const path of paths) {
            const ms = await server.timeOf(path + query);
            if (n > 0) measured.push(ms);
          }
        row[period] = figuresOf(measured);
      }
      console.log(name.padEnd(26), JSON.stringify(row));
      table[name] = row;
    }
    return table;
  } finally {
    await server.close();
  }
}

async function withCountry<T>(
  count: number,
  ofYears: number,
  work: (country: Country) => Promise<T>,
) {
  const dir = await mkdtemp(join(tmpdir(), "nihol-bench-periods-"));
  try {
    const database = await openEmbedded(dir, { durable: false });
    const db = connect(database.config, { max: 4 });
    try {
      await migrate(db.pool);
      await loadCountry(db, count, ofYears);
      return await work({ db, config: database.config });
    } finally {
      await db.close();
      await database.stop();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const alone = values.alone
  ? await withCountry(Math.round(trees / years), 1, (one) => measure(one, { today: "" }))
  : {};
const all = await withCountry(trees, years, (one) => measure(one, periods));

const past = Object.keys(periods).filter((name) => name !== "today");
const worst = (of: keyof Figures) =>
  Math.max(...Object.values(all).flatMap((row) => past.map((name) => row[name]?.[of] ?? 0)));
const ratioOf = (name: string, { p50_ms }: Figures) =>
  Number((p50_ms / (alone[name]?.today?.p50_ms ?? Number.NaN)).toFixed(2));
console.log(
  JSON.stringify({
    bench: "periods",
    trees,
    years,
    past_p50_ms_at_most: worst("p50_ms"),
    past_p95_ms_at_most: worst("p95_ms"),
    ...(values.alone && {
      today_with_the_past_to_without: Object.fromEntries(
        Object.entries(all).map(([name, { today }]) => [name, today && ratioOf(name, today)]),
      ),
    }),
    figures: all,
  }),
);

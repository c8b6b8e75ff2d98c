/**
 * `npm run bench -- reports [--trees N] [--years N] [--gardens N] [--times 20]`: both reports over 10 million trees of two capture
 * years and 5,000 gardens, with planting tasks, survival visits, devices, violations and comparisons, asked through
 * HTTP: of all time, of a year, a quarter and a month beside the period before, of an approved period, and as a PDF.
 * The last line is JSON.
 * Smallest: `--trees 4000 --gardens 40 --times 1`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareVersion } from "@nihol/contract/values/imagery/image-compare";
import { fillPermissions } from "@nihol/contract/values/permissions";
import { type Connection, connect } from "@nihol/db/connection";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import {
  decidePeriod,
  submitPeriod,
} from "../../apps/server/src/features/reports/periods/writes.ts";
import { type AnswerTimes, answerTimes, openBenchServer } from "../server.ts";
import { loadReports } from "./report-load.ts";
import { loadCountry } from "./tree-load.ts";

const { values } = parseArgs({
  options: {
    trees: { type: "string", default: "10000000" },
    years: { type: "string", default: "2" },
    gardens: { type: "string", default: "5000" },
    times: { type: "string", default: "20" },
  },
});
const [trees, years, gardens] = [values.trees, values.years, values.gardens].map(Number) as [
  number,
  number,
  number,
];
const devices = Math.min(300, gardens);
const rows = { gardens, tasks: 4 * gardens, visits: gardens, devices, violations: gardens };
const times = Number(values.times);
/** Seconds that nineteen answers of twenty may take. */
const GOAL_MS = 1000;

const periods: Record<string, string> = {
  "all time": "",
  "last year": "from=2025-01-01&to=2025-12-31",
  "the year before": "from=2024-01-01&to=2024-12-31",
  quarter: "from=2025-04-01&to=2025-06-30",
  month: "from=2025-08-01&to=2025-08-31",
};
const approved = "from=2025-10-01&to=2025-10-31";

/** Two people of the whole programme, as the rules of a period ask for. */
const person = (id: number) => ({
  ...{ id, email: "", role: "MasterAdmin", isMasterAdmin: true, language: "ru" as const },
  ...{ permissions: fillPermissions(() => true), ministryId: null, regionIds: [], districtIds: [] },
});

async function approvePeriod(db: Connection): Promise<void> {
  const { rows: people } = await db.pool.query<{ id: number }>(
    `insert into user_account (email, first_name, last_name, password_hash, group_id)
     select n::text, 'Bench', n::text, 'none', (select min(id) from user_group) from generate_series(1, 2) n returning id`,
  );
  const [clerk, head] = people.map(({ id }) => person(id)) as [
    ReturnType<typeof person>,
    ReturnType<typeof person>,
  ];
  const id = await submitPeriod({ db }, clerk, {
    ...{ from: "2025-10-01", to: "2025-10-31", note: "" },
  });
  await decidePeriod(db.sql, head, id, { decision: "approve", comment: "" });
  await db.pool.query("update planting_report set count = count + 1 where id = 17");
}

const dir = await mkdtemp(join(tmpdir(), "nihol-bench-reports-"));
const figures: Record<string, AnswerTimes> = {};
try {
  const database = await openEmbedded(dir, { durable: false });
  const db = connect(database.config, { max: 12 });
  try {
    await migrate(db.pool);
    await loadCountry(db, trees, years);
    await loadReports(db, rows, compareVersion);
    const server = await openBenchServer(db, database.config);
    try {
      await approvePeriod(db);
      const asked = {
        ...periods,
        "approved month": approved,
        "month as PDF": `${periods.month}&format=pdf`,
      };
      for (const kind of ["region", "district"])
        for (const [name, query] of Object.entries(asked)) {
          const measured = await answerTimes(
            () => server.timeOf(`/report/${kind}?${query}`),
            times,
          );
          figures[`${kind}, ${name}`] = measured;
          console.log(`${kind}, ${name}`.padEnd(28), JSON.stringify(measured));
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
const worst = Math.max(...Object.values(figures).map(({ p95_ms }) => p95_ms));
console.log(
  JSON.stringify({
    ...{ bench: "reports", trees, years, ...rows },
    p95_ms_at_most: worst,
    passed: worst <= GOAL_MS,
    figures,
  }),
);

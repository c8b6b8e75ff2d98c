/**
 * `npm run bench -- lists [--rows N] [--times 15]`: a list of 100,000 gardens in a database of its own, asked through HTTP:
 * first page, deep page, search, filter, order by trees; then the same rows as CSV and XLSX.
 * Smallest: `--rows 300 --times 2`.
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { connect } from "@nihol/db/connection";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import { insertPerson, seedBuiltInRoles } from "@nihol/seed/accounts";
import type { ExportRequest, ExportResult } from "@nihol/store/exports/export-request";
import { openFileStore } from "@nihol/store/files/file-store";
import { openJobQueue } from "@nihol/store/jobs/job-queue";
import { childPool } from "@nihol/vision/children/child-pool";
import type pg from "pg";
import { buildApp } from "../apps/server/src/app.ts";
import { findActor } from "../apps/server/src/features/sign-in/sign-in-queries.ts";
import { startFamily } from "../apps/server/src/features/sign-in/tokens.ts";
import { hashPassword } from "../apps/server/src/shared/accounts/passwords.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "100000" },
    times: { type: "string", default: "15" },
  },
});
const rows = Number(values.rows);
const deep = Math.max(1, Math.floor(rows / 25) - 1);
const asked = {
  "first page": "/garden",
  "first page, 200 rows": "/garden?page_size=200",
  "deep page": `/garden?page=${deep}`,
  "search, common word": "/garden?search=боғи 12",
  "search, one row": `/garden?search=боғи ${rows - 1}`,
  "one region": "/garden?region=3",
  "order by trees": "/garden?ordering=-tree_count",
  "order by area": "/garden?ordering=-area_m2",
};
const times = Number(values.times);

/** Gardens of five regions and 60 districts; every other one with trees counted in it. */
async function fill(pool: pg.Pool) {
  const names =
    "jsonb_build_object('tg', p || 'и ' || n, 'ru', p || ' ' || n, 'en', p || ' ' || n, 'az', p || ' ' || n)";
  await pool.query(
    `insert into region (name) select ${names} from generate_series(1, 5) n, (values ('Вилоят')) v(p)`,
  );
  await pool.query(
    `insert into district (name, region_id) select ${names}, 1 + n % 5 from generate_series(1, 60) n, (values ('Ноҳия')) v(p)`,
  );
  await pool.query(
    `insert into garden (name, region_id, district_id, area_m2) select ${names}, 1 + n % 5, 1 + n % 60, 1000 + (n * 7919) % 90000
     from generate_series(0, $1::int - 1) n, (values ('Боғ')) v(p)`,
    [rows],
  );
  await pool.query(
    `with p as (insert into imagery_process (file_name, file_key, facts, capture_date)
       values ('a.tif', 'a', '{}', '2026-05-14') returning id),
     w as (insert into whole_image (process_id, captured_on, date_hash, original_key, cog_key, facts, width, height, gsd_m, has_nir, bbox, coverage, coverage_m2, fragment_count, published_at)
       select id, '2026-05-14', 'h', 'a', 'b', '{}', 1, 1, 0.3, false, '{0,0,1,1}', '{}', 1, 1, now() from p returning id)
     insert into tree_tally select w.id, region_id, district_id, g.id, '2026-05-14', g.id % 500, g.id % 300, 0, 0, 10, 5
       from w, garden g where g.id % 2 = 0`,
  );
  await pool.query("analyze");
}

const at = (sorted: number[], share: number) =>
  Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1));

const dir = await mkdtemp(join(tmpdir(), "nihol-bench-lists-"));
const database = await openEmbedded(join(dir, "database"), { durable: false });
const db = connect(database.config, { max: 4 });
const jobs = await openJobQueue(database.config);
const result: Record<string, unknown> = { rows };
try {
  await migrate(db.pool);
  await fill(db.pool);
  await seedBuiltInRoles(db.sql);
  const password = "a bench of many long lists";
  const id = await insertPerson(db.sql, {
    email: "bench@nihol.example",
    firstName: "Bench",
    lastName: "Bench",
    role: "MasterAdmin",
    passwordHash: await hashPassword(password),
  });
  const app = await buildApp({
    db,
    files: await openFileStore(join(dir, "files")),
    jobs,
    demo: false,
    tokens: { secret: "a secret of the bench", accessMinutes: 30, refreshMinutes: 60 },
    webRoot: undefined,
  });
  const payload = { email: "bench@nihol.example", password };
  const { access } = (await app.inject({ method: "POST", url: "/api/token", payload })).json();
  const headers = { authorization: `Bearer ${access}`, "accept-language": "tg" };
  for (const [name, url] of Object.entries(asked)) {
    const measured: number[] = [];
    let count = 0;
    for (let n = 0; n < times; n++) {
      const start = performance.now();
      const answer = await app.inject({ method: "GET", url: encodeURI(`/api${url}`), headers });
      measured.push(performance.now() - start);
      count = answer.json().count;
    }
    measured.sort((a, b) => a - b);
    const figures = { count, p50_ms: at(measured, 0.5), p95_ms: at(measured, 0.95) };
    console.log(name.padEnd(24), JSON.stringify(figures));
    result[name] = figures;
  }
  const { sql } = db;
  const actor = await findActor(db, await startFamily(sql, { userId: id, tokenVersion: 0 }, 60));
  if (!actor) throw new Error("the account of the bench is gone");
  const entry = new URL("../apps/server/src/exports/export-child.ts", import.meta.url);
  const exporting = childPool({ entry }, { size: 1 });
  for (const format of ["csv", "xlsx"] as const) {
    const path = join(dir, `gardens.${format}`);
    const start = performance.now();
    const request: ExportRequest = {
      config: database.config,
      list: "garden",
      format,
      query: {},
      actor,
      language: "tg",
      timeZone: "Asia/Dushanbe",
      path,
    };
    const outcome = await exporting.run<ExportResult>(request);
    const seconds = (performance.now() - start) / 1000;
    result[`export ${format}`] = {
      rows: outcome.rows,
      seconds: Number(seconds.toFixed(1)),
      rows_per_second: Math.round(outcome.rows / seconds),
      mb: Number(((await stat(path)).size / 1e6).toFixed(1)),
    };
  }
  await exporting.close();
  await app.close();
} finally {
  await jobs.close();
  await db.close();
  await database.stop();
  await rm(dir, { recursive: true, force: true });
}
console.log(JSON.stringify(result));

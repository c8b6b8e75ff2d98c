/**
 * `npm run bench -- exports [--rows 1000000] [--formats xlsx,csv]`: as many trees in each kind of file, in a database of
 * its own: seconds, megabytes, peak memory of the process that writes, and the rows that another program finds in the
 * file. First with a tenth of the rows, to show that memory does not grow. Needs GDAL; where LibreOffice is installed, it
 * opens the sheet and the CSV file.
 * Smallest: `--rows 200 --formats csv`. Packages: gdal-bin.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createReadStream, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { type ExportFormat, exportEndings, formatsOfList } from "@nihol/contract/values/exports";
import { type Connection, connect } from "@nihol/db/connection";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import { insertPerson, seedBuiltInRoles } from "@nihol/seed/accounts";
import type { ExportRequest, ExportResult } from "@nihol/store/exports/export-request";
import { childPool } from "@nihol/vision/children/child-pool";
import { findActor } from "../apps/server/src/features/sign-in/sign-in-queries.ts";
import { startFamily } from "../apps/server/src/features/sign-in/tokens.ts";
import { hashPassword } from "../apps/server/src/shared/accounts/passwords.ts";
import { loadCountry } from "./country/tree-load.ts";

const { values } = parseArgs({
  options: { rows: { type: "string", default: "1000000" }, formats: { type: "string" } },
});
const list = "plant-tree-detail";
const asked = values.formats?.split(",");
const formats = formatsOfList(list).filter((format) => asked?.includes(format) ?? true);
const entry = new URL("../apps/server/src/exports/export-child.ts", import.meta.url);

/** Most memory that a process has ever held, MB. Linux only. */
const peakMb = (pid: number) =>
  Math.round(
    Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024,
  );

const countedByGdal = (path: string) =>
  Number(
    /^Feature Count: (\d+)$/m.exec(
      execFileSync("ogrinfo", ["-ro", "-so", "-al", path], {
        encoding: "utf8",
        maxBuffer: 2 ** 26,
      }),
    )?.[1],
  );

/** Lines of the sheet as LibreOffice sees it, without the heading; undefined where it is not installed. */
async function countedByLibreOffice(dir: string, path: string): Promise<number | undefined> {
  if (spawnSync("soffice", ["--version"]).status !== 0) return undefined;
  const out = join(dir, "opened");
  await mkdir(out, { recursive: true });
  execFileSync("soffice", ["--headless", "--convert-to", "csv", "--outdir", out, path]);
  let lines = -1;
  for await (const _ of createInterface({ input: createReadStream(join(out, "trees.csv")) }))
    lines++;
  return lines;
}

async function master(db: Connection) {
  await seedBuiltInRoles(db.sql);
  const id = await insertPerson(db.sql, {
    email: "bench@nihol.example",
    firstName: "Bench",
    lastName: "Bench",
    role: "MasterAdmin",
    passwordHash: await hashPassword("a bench of many long lists"),
  });
  const actor = await findActor(db, await startFamily(db.sql, { userId: id, tokenVersion: 0 }, 60));
  if (!actor) throw new Error("the account of the bench is gone");
  return actor;
}

/** Writes a file by a process of its own, as the worker starts it; reads it back and deletes it. */
async function measure(dir: string, request: Omit<ExportRequest, "path">) {
  const path = join(dir, `trees.${exportEndings[request.format]}`);
  const writing = childPool({ entry, heapMb: 1024 }, { size: 1 });
  try {
    const start = performance.now();
    const { rows } = await writing.run<ExportResult>({ ...request, path });
    const seconds = (performance.now() - start) / 1000;
    const peak_mb = peakMb(writing.pids()[0] ?? 0);
    const mb = Math.round((await stat(path)).size / 1e5) / 10;
    const gdal = countedByGdal(path);
    const libreoffice =
      request.format === "xlsx" || request.format === "csv"
        ? await countedByLibreOffice(dir, path)
        : undefined;
    if (libreoffice !== undefined && libreoffice !== rows)
      throw new Error(`${request.format}: ${rows} written, LibreOffice finds ${libreoffice}`);
    if (gdal !== rows) throw new Error(`${request.format}: ${rows} written, GDAL finds ${gdal}`);
    return { rows, gdal, libreoffice, seconds: Number(seconds.toFixed(1)), mb, peak_mb };
  } finally {
    await writing.close();
    await rm(path, { force: true });
  }
}

/** All kinds of file of one number of trees. */
async function ofTrees(rows: number) {
  const dir = await mkdtemp(join(tmpdir(), "nihol-bench-exports-"));
  const database = await openEmbedded(join(dir, "database"), { durable: false });
  const db = connect(database.config, { max: 4 });
  const found: Partial<Record<ExportFormat, Awaited<ReturnType<typeof measure>>>> = {};
  try {
    await migrate(db.pool);
    await loadCountry(db, rows);
    const actor = await master(db);
    for (const format of formats) {
      const words = { language: "tg", timeZone: "Asia/Dushanbe" } as const;
      const order = { config: database.config, list, format, query: {}, actor, ...words } as const;
      found[format] = await measure(dir, order);
      console.log(format.padEnd(8), JSON.stringify(found[format]));
    }
  } finally {
    await db.close();
    await database.stop();
    await rm(dir, { recursive: true, force: true });
  }
  return found;
}

const rows = Number(values.rows);
const few = await ofTrees(Math.round(rows / 10));
const all = await ofTrees(rows);
console.log(JSON.stringify({ tenth: few, all }));

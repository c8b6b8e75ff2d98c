import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFileStore } from "../src/files/file-store.ts";
import { deleteOldPieces } from "../src/sources/piece-cleanup.ts";

let db: FreshDatabase;
let dir: string;
beforeAll(async () => {
  db = await freshDatabase();
  dir = await mkdtemp(join(tmpdir(), "nihol-cleanup-"));
});
afterAll(async () => {
  await db.close();
  await rm(dir, { recursive: true, force: true });
});

/** A process that ended so many days ago; null: it goes on. */
async function process(fetched: number, ended: number | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into imagery_process (file_name, file_key, facts, capture_date, fetched, status, finished_at)
    values ('a.tif', 'none', '{}', '2026-05-01', ${fetched}, ${ended === null ? "in_progress" : "failed"},
      now() - ${ended}::int * interval '1 day') returning id`.execute(db.sql);
  return rows[0]?.id ?? 0;
}

test("pieces stay while their process goes on, may be restarted soon or is unknown, and go otherwise", async () => {
  const files = await openFileStore(dir);
  const [running, fresh, old, whole] = [
    await process(0.5, null),
    await process(0.5, 3),
    await process(0.5, 8),
    await process(1, 1),
  ];
  for (const id of [running, fresh, old, whole, 4711])
    await files.put(`fetch/${id}/0123456789abcdef/1`, Buffer.from("piece"));
  await deleteOldPieces(db.sql, files, new Date());
  const left: string[] = [];
  for await (const { key } of files.list("fetch")) left.push(key.split("/")[1] ?? "");
  expect(left.sort()).toEqual([String(running), String(fresh), "4711"].sort());
});

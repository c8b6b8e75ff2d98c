/** Data of every kind goes after its days, is counted, and the audit log keeps its chain. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayOf } from "@nihol/contract/values/planting/programme-day";
import { type KeepDays, retentionNames } from "@nihol/contract/values/retention/kinds";
import { readKeepDays } from "@nihol/db/keep-days";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { sealAuditLog } from "@nihol/store/audit/audit-seal";
import { verifyAuditLog } from "@nihol/store/audit/audit-verify";
import { type FileStore, openFileStore } from "@nihol/store/files/file-store";
import { openJobQueue } from "@nihol/store/jobs/job-queue";
import { cleanUp, listRetention } from "@nihol/store/retention/clean-up";
import { afterEach, beforeEach, expect, test } from "vitest";

let db: FreshDatabase;
let dir: string;
const failures: string[] = [];
beforeEach(async () => {
  failures.length = 0;
  db = await freshDatabase();
  dir = await mkdtemp(join(tmpdir(), "nihol-retention-"));
  // Makes the tables of jobs.
  await (await openJobQueue(db.config)).close();
});
afterEach(async () => {
  expect(failures).toEqual([]);
  await db.close();
  await rm(dir, { recursive: true, force: true });
});

const clean = async (keepDays: KeepDays) =>
  cleanUp(
    db.sql,
    { files: await openFileStore(join(dir, "files")), scratch: join(dir, "scratch") },
    { keepDays, now: new Date(), day: dayOf(new Date()) },
    (line) => failures.push(line),
  );
const audited = async () =>
  (
    await db.pool.query(
      "select resource_id as kind, change from audit_log where resource = 'retention' order by id",
    )
  ).rows;

/** Lines of the audit log of so many days ago, sealed. */
async function addLines(...daysAgo: number[]) {
  for (const days of daysAgo)
    await db.pool.query(
      `insert into audit_log (at, action, resource) values (now() - $1::int * interval '1 day', 'add', 'garden')`,
      [days],
    );
  await sealAuditLog(db.sql);
}

test("each kind is measured and told, also where nothing was ever kept", async () => {
  await clean(readKeepDays(undefined));
  const states = await listRetention(db.sql);
  expect(states.map(({ kind }) => kind)).toEqual([...retentionNames]);
  expect(states.every(({ deleted }) => deleted === 0)).toBe(true);
  expect(await audited()).toEqual([]);
});

test("what is older than its days goes, and a line of the audit log counts it", async () => {
  await db.pool.query(`insert into backup_run (origin, state, name, moment, ended_at) values
    ('command', 'verified', 'a', now() - interval '500 days', now() - interval '500 days'),
    ('command', 'failed', null, null, now() - interval '499 days'),
    ('command', 'failed', null, null, now() - interval '3 days')`);
  await clean(readKeepDays("backup=100"));
  await clean(readKeepDays("backup=100"));
  // The newest good one stays, whatever its age.
  const { rows } = await db.pool.query("select state from backup_run order by id");
  expect(rows).toEqual([{ state: "verified" }, { state: "failed" }]);
  expect(await audited()).toEqual([{ kind: "backup", change: { count: 1, days: 100 } }]);
  expect((await listRetention(db.sql)).find(({ kind }) => kind === "backup")).toMatchObject({
    keep_days: 100,
    deleted: 1,
  });
});

test("files go when their rows are gone for good", async () => {
  const store = await openFileStore(join(dir, "files"));
  const rowsWhenDeleted: number[] = [];
  const files: FileStore = {
    ...store,
    delete: async (key) => {
      // Another connection: what is not committed is not seen.
      const { rows } = await db.pool.query("select from upload");
      rowsWhenDeleted.push(rows.length);
      return store.delete(key);
    },
  };
  await db.pool.query(`with role as (
      insert into user_group (name, permissions) values ('r', '{}') returning id),
    person as (insert into user_account (email, first_name, last_name, password_hash, group_id)
      select 'a@b.example', 'A', 'B', 'none', id from role returning id)
    insert into upload (id, user_id, file_name, size, updated_at)
      select n, id, 'a.tif', 3, now() - n * interval '8 days' from person, generate_series(0, 2) n`);
  await cleanUp(
    db.sql,
    { files, scratch: join(dir, "scratch") },
    { keepDays: readKeepDays("upload=7"), now: new Date(), day: dayOf(new Date()) },
    (line) => failures.push(line),
  );
  expect(rowsWhenDeleted.length).toBeGreaterThan(0);
  expect(new Set(rowsWhenDeleted)).toEqual(new Set([1]));
});

test("the audit log is shortened from its beginning, and its chain holds", async () => {
  await addLines(2000, 1900, 1200, 5);
  await clean(readKeepDays("audit=1500"));
  const [line] = await audited();
  expect(line).toMatchObject({ kind: "audit", change: { count: 2, position: 2 } });
  // Its own line waits for its place.
  expect(await verifyAuditLog(db.sql)).toMatchObject({ sealed: 2, unsealed: 1, fault: undefined });
  await sealAuditLog(db.sql);
  expect(await verifyAuditLog(db.sql)).toMatchObject({ sealed: 3, fault: undefined });
  await clean(readKeepDays("audit=1100"));
  await sealAuditLog(db.sql);
  expect(await verifyAuditLog(db.sql)).toMatchObject({ sealed: 3, fault: undefined });
  const { rows } = await db.pool.query("select count(*)::int as n from audit_log");
  expect(rows).toEqual([{ n: 3 }]);
});

test("rows that somebody took out, and a cut that no line tells of, are found", async () => {
  await addLines(2000, 1900, 1800, 5);
  await db.pool.query("delete from audit_log where chain_position <= 2");
  expect((await verifyAuditLog(db.sql)).fault).toMatchObject({ kind: "missing" });
  await db.pool.query(`update audit_cut set position = 2, last_id = 2,
    hash = (select chain_hash from audit_log where chain_position = 3)`);
  expect((await verifyAuditLog(db.sql)).fault).toMatchObject({ kind: "missing" });
});

test("an anchor of a row that went is left aside, one of a row that stays is asked", async () => {
  await addLines(2000, 1900, 1800, 5);
  const { rows } = await db.pool.query<{ n: number; id: number; hash: string }>(
    "select chain_position::int as n, id::int, encode(chain_hash, 'hex') as hash from audit_log order by 1",
  );
  const anchors = rows.map(({ n, id, hash }) => ({
    at: new Date().toISOString(),
    rows: n,
    lastId: id,
    hash,
  }));
  await clean(readKeepDays("audit=1850"));
  await sealAuditLog(db.sql);
  expect(await verifyAuditLog(db.sql, anchors)).toMatchObject({ anchors: 3, fault: undefined });
  const wrong = anchors.map((one) => (one.rows === 2 ? { ...one, hash: "00".repeat(32) } : one));
  expect((await verifyAuditLog(db.sql, wrong)).fault).toMatchObject({ kind: "resealed" });
});

test("days are read within their bounds, and the audit log never shorter than three years", () => {
  expect(readKeepDays(" mail=60, audit=1825 ")).toMatchObject({ mail: 60, audit: 1825, export: 1 });
  for (const wrong of ["audit=1094", "mail", "mail=0", "export=3", "tree=5", "mail=60;audit=2000"])
    expect(() => readKeepDays(wrong), wrong).toThrow("must");
});

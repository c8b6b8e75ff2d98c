import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { awaitMigrations, MigrationError, migrate } from "@nihol/db/migrate";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { afterEach, beforeEach, expect, test } from "vitest";

let dir: string;
let db: FreshDatabase;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-migrations-"));
  db = await freshDatabase();
  // The product's own migrations are in: begin with none.
  await db.pool.query("drop table schema_migration");
});
afterEach(async () => {
  await db.close();
  await rm(dir, { recursive: true, force: true });
});

const put = (name: string, text: string) => writeFile(join(dir, name), text);
const names = async () =>
  (await db.pool.query("select name from schema_migration order by 1")).rows.map((row) => row.name);

test("applies files in order, once", async () => {
  await put("0002_b.sql", "alter table m add column b int;");
  await put("0001_a.sql", "create table m (a int);");
  expect(await migrate(db.pool, dir)).toEqual(["0001_a.sql", "0002_b.sql"]);
  expect(await migrate(db.pool, dir)).toEqual([]);
  expect(await names()).toEqual(["0001_a.sql", "0002_b.sql"]);
});

test("several servers that start at once apply each file once", async () => {
  await put("0001_a.sql", "create table m (a int); insert into m values (1); select pg_sleep(0.2)");
  await put("0002_b.sql", "insert into m values (2)");
  const results = await Promise.all([1, 2, 3, 4].map(() => migrate(db.pool, dir)));
  expect(results.flat().sort()).toEqual(["0001_a.sql", "0002_b.sql"]);
  expect((await db.pool.query("select a from m order by a")).rows).toEqual([{ a: 1 }, { a: 2 }]);
});

test("a failing file is undone whole and named; those before it stay", async () => {
  await put("0001_a.sql", "create table m (a int);");
  await put("0002_b.sql", "insert into m values (1); select 1/0;");
  await expect(migrate(db.pool, dir)).rejects.toThrow(/0002_b\.sql failed: division by zero/);
  expect((await db.pool.query("select * from m")).rows).toEqual([]);
  expect(await names()).toEqual(["0001_a.sql"]);
});

test("refuses a file that was edited after it had been applied", async () => {
  await put("0001_a.sql", "create table m (a int);");
  await migrate(db.pool, dir);
  await put("0001_a.sql", "create table m (a bigint);");
  await expect(migrate(db.pool, dir)).rejects.toThrow(/0001_a\.sql was edited/);
});

test("takes other line ends for the same file", async () => {
  await put("0001_a.sql", "create table m (\n a int);\n");
  await migrate(db.pool, dir);
  await put("0001_a.sql", "create table m (\r\n a int);\r\n");
  expect(await migrate(db.pool, dir)).toEqual([]);
});

test("refuses a database that is newer than the code", async () => {
  await put("0001_a.sql", "create table m (a int);");
  await put("0002_b.sql", "select 1;");
  await migrate(db.pool, dir);
  await rm(join(dir, "0002_b.sql"));
  await expect(migrate(db.pool, dir)).rejects.toThrow(/0002_b\.sql, which this version/);
});

test("refuses a file that slips in before one already applied", async () => {
  await put("0002_b.sql", "select 1;");
  await migrate(db.pool, dir);
  await put("0001_a.sql", "select 1;");
  await expect(migrate(db.pool, dir)).rejects.toThrow(MigrationError);
});

test("refuses a wrong name and a number used twice", async () => {
  await put("1_a.sql", "select 1;");
  await expect(migrate(db.pool, dir)).rejects.toThrow(/NNNN_name\.sql/);
  await rm(join(dir, "1_a.sql"));
  await put("0001_a.sql", "select 1;");
  await put("0001_b.sql", "select 1;");
  await expect(migrate(db.pool, dir)).rejects.toThrow(/two migrations have the number 0001/);
});

test("says whom it waits for when another program holds the lock", async () => {
  await put("0001_a.sql", "create table m (a int);");
  const holder = await db.pool.connect();
  await holder.query("begin; select pg_advisory_xact_lock(7141953226)");
  await expect(migrate(db.pool, dir, { waitMs: 200 })).rejects.toThrow(/advisory lock 7141953226/);
  await holder.query("rollback");
  holder.release();
  expect(await migrate(db.pool, dir)).toEqual(["0001_a.sql"]);
});

test("a migration that breaks its connection is named all the same", async () => {
  await put("0001_a.sql", "select pg_terminate_backend(pg_backend_pid())");
  await expect(migrate(db.pool, dir)).rejects.toThrow(/0001_a\.sql failed/);
});

test("without time to wait, a lock that another holds is refused at once", async () => {
  const other = await db.pool.connect();
  await other.query("select pg_advisory_lock(7141953226)");
  await expect(migrate(db.pool, dir, { waitMs: 0 })).rejects.toThrow(/is migrating this database/);
  await other.query("select pg_advisory_unlock(7141953226)");
  other.release();
});

test("a worker that starts before the servers of its version waits for them, and says so once", async () => {
  await put("0001_a.sql", "create table m (a int);");
  const said: string[] = [];
  const waiting = awaitMigrations(db.pool, (line) => said.push(line), dir);
  await expect.poll(() => said.length).toBe(1);
  await migrate(db.pool, dir);
  await waiting;
  expect(said).toEqual(["database: 1 migrations are to be applied by a server; waiting for it"]);
  // One of an older version, which does not know the second.
  await put("0002_b.sql", "select 1;");
  await migrate(db.pool, dir);
  await rm(join(dir, "0002_b.sql"));
  await expect(awaitMigrations(db.pool, () => {}, dir)).rejects.toThrow(/0002_b\.sql, which this/);
});

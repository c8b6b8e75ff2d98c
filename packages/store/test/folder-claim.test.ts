import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { insertPerson, seedBuiltInRoles } from "@nihol/seed/accounts";
import { type FileStore, openFileStore } from "@nihol/store/files/file-store";
import {
  adoptFolder,
  claimFolder,
  FolderOfOthers,
  isOwnFolder,
} from "@nihol/store/files/folder-claim";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";

let db: FreshDatabase;
let other: FreshDatabase;
let files: FileStore;
let dir: string;
beforeEach(async () => {
  [db, other] = await Promise.all([freshDatabase(), freshDatabase()]);
  dir = await mkdtemp(join(tmpdir(), "nihol-claim-"));
  files = await openFileStore(dir);
});
afterEach(async () => {
  await Promise.all([db.close(), other.close()]);
  await rm(dir, { recursive: true, force: true });
});

const record = () => join(dir, ".installation.json");

/** A person with a photo: a row that names a file. */
async function insertPhoto({ sql: rows }: FreshDatabase, key: string) {
  await seedBuiltInRoles(rows);
  const id = await insertPerson(rows, {
    ...{ email: "a@b.example", firstName: "A", lastName: "B", role: "SysAdmin" },
    passwordHash: "x",
  });
  await rows.updateTable("user_account").set({ photo_key: key }).where("id", "=", id).execute();
}

async function refusal({ sql: rows }: FreshDatabase): Promise<string> {
  const error = await claimFolder(rows, files).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FolderOfOthers);
  return (error as Error).message;
}

test("a new database and a new folder are bound together, and stay so", async () => {
  await claimFolder(db.sql, files);
  await files.put("photo/user/1/a.webp", Buffer.from("x"));
  await claimFolder(db.sql, files);
  expect(await isOwnFolder(db.sql, files)).toBe(true);
  expect(await isOwnFolder(other.sql, files)).toBe(false);
});

test("a new database is refused beside the folder of another, and beside files without an id", async () => {
  await claimFolder(db.sql, files);
  await files.put("photo/user/1/a.webp", Buffer.from("x"));
  expect(await refusal(other)).toContain("this database is new or of another one");
  await rm(record());
  expect(await refusal(other)).toContain("holds files, and this database names none");
  expect(await files.stat("photo/user/1/a.webp")).toBeDefined();
});

test("the folder of another installation is refused, and what it says of both", async () => {
  await claimFolder(db.sql, files);
  await sql`insert into installation (key, value) values ('installation_id', '"other"')`.execute(
    other.sql,
  );
  const words = await refusal(other);
  expect(words).toContain("belong to another installation");
  expect(words).toContain("(other)");
  expect(words).toContain("npm run nihol -- files adopt");
});

test("an empty folder beside a database that names files is refused", async () => {
  await claimFolder(db.sql, files);
  await insertPhoto(db, "photo/user/1/a.webp");
  await rm(record());
  expect(await refusal(db)).toContain("not the one they lie in");
});

test("a database and a folder of a version without ids are bound where most files are there", async () => {
  await insertPhoto(db, "photo/user/1/a.webp");
  expect(await refusal(db)).toContain("only 0 in 100");
  await files.put("photo/user/1/a.webp", Buffer.from("x"));
  await claimFolder(db.sql, files);
  expect(await isOwnFolder(db.sql, files)).toBe(true);
});

test("a copy of the database is another one until the folder is given to it, and then the first is refused", async () => {
  await claimFolder(db.sql, files);
  const { rows } = await sql<{ value: unknown }>`
    select value from installation where key = 'installation_id'`.execute(db.sql);
  await sql`insert into installation (key, value)
    values ('installation_id', ${JSON.stringify(rows[0]?.value)}::jsonb)`.execute(other.sql);
  expect(await refusal(other)).toContain("belong to another copy of this database");
  await adoptFolder(other.sql, files);
  await claimFolder(other.sql, files);
  expect(await refusal(db)).toContain("belong to another copy of this database");
});

test("a damaged record is said, and not taken for none", async () => {
  await claimFolder(db.sql, files);
  await writeFile(record(), "{");
  expect(await refusal(db)).toContain("is damaged");
});

test("the numbers of images go on after those of the folder", async () => {
  await claimFolder(db.sql, files);
  await files.put("image/57/cog-1.tif", Buffer.from("of a newer database"));
  await claimFolder(db.sql, files);
  await claimFolder(db.sql, files);
  const { rows } = await sql<{ next: number }>`
    select nextval('whole_image_id_seq')::int as next`.execute(db.sql);
  expect(rows[0]?.next).toBe(58);
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { insertPerson, seedBuiltInRoles } from "@nihol/seed/accounts";
import { type FileStore, openFileStore } from "@nihol/store/files/file-store";
import {
  fileColumns,
  listMissing,
  listUnknown,
  noteIn,
  reconcileFiles,
  returnNamed,
} from "@nihol/store/files/reconcile-files";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";

let db: FreshDatabase;
let files: FileStore;
let dir: string;
let user: number;
beforeEach(async () => {
  db = await freshDatabase();
  dir = await mkdtemp(join(tmpdir(), "nihol-reconcile-"));
  files = await openFileStore(dir, noteIn(db.sql));
  await seedBuiltInRoles(db.sql);
  user = await insertPerson(db.sql, {
    ...{ email: "a@b.example", firstName: "A", lastName: "B", role: "SysAdmin" },
    passwordHash: "x",
  });
});
afterEach(async () => {
  await db.close();
  await rm(dir, { recursive: true, force: true });
});

const soon = () => new Date(Date.now() + 60_000);
const put = (key: string) => files.put(key, Buffer.from(key));
const setPhoto = (key: string | null) =>
  db.sql.updateTable("user_account").set({ photo_key: key }).where("id", "=", user).execute();

async function keys(): Promise<string[]> {
  const left = [];
  for await (const { key } of files.list("")) left.push(key);
  return left;
}

async function trashed(): Promise<string[]> {
  const found = [];
  for await (const { key } of files.trash.list()) found.push(key);
  return found.sort();
}

async function unknown(): Promise<string[]> {
  const found = [];
  for await (const key of listUnknown(db.sql, files, soon())) found.push(key);
  return found;
}

/** A process with its image. */
async function insertImage(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (insert into imagery_process (file_name, file_key, facts, capture_date)
      values ('a.tif', 'upload/${sql.raw("a".repeat(32))}', '{}', '2026-05-01') returning id)
    insert into whole_image (process_id, captured_on, date_hash, original_key, cog_key, facts, width, height,
      gsd_m, has_nir, bbox, coverage, coverage_m2, fragment_count)
    select id, '2026-05-01', repeat('0', 64), 'upload/${sql.raw("a".repeat(32))}', 'image/x/cog.tif', '{}', 1, 1,
      0.1, false, '{0,0,1,1}', '{}', 1, 1
    from made returning id`.execute(db.sql);
  return rows[0]?.id ?? 0;
}

test("every column that names a file is covered, and has its trigger", async () => {
  const { rows } = await db.pool.query<{ place: string }>(
    `select table_name || '.' || column_name as place from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and column_name like '%\\_key'`,
  );
  const covered = fileColumns.map((column) => column.join(".")).sort();
  expect(covered).toEqual(rows.map(({ place }) => place).sort());
  const triggers = await db.pool.query<{ place: string }>(
    `select tgrelid::regclass || '.' || argument as place from pg_trigger,
       unnest(string_to_array(rtrim(encode(tgargs, 'escape'), '\\000'), '\\000')) as argument
     where tgname = 'release_files'`,
  );
  expect(triggers.rows.map(({ place }) => place).sort()).toEqual(covered);
});

test("a file that the database never knew stays, whatever the rows say", async () => {
  const others = await openFileStore(dir);
  const foreign = [
    "attachment/violation/1/x",
    "fetch/77/0123456789abcdef/1",
    "image/99/cog-1.tif",
    "image/99/display/3/1_2.tif",
    "photo/garden/1/x.webp",
    `upload/${"b".repeat(32)}`,
    "watch/1/1/2026-05-01.webp",
  ];
  for (const key of foreign) await others.put(key, Buffer.from("x"));
  expect(await reconcileFiles(db.sql, files, soon())).toEqual({ moved: [], waiting: 0 });
  expect(await keys()).toEqual(foreign);
  expect((await unknown()).sort()).toEqual([...foreign].sort());
});

test("a file that was noted and got no row goes to the trash; one that got its row stays", async () => {
  await put("photo/user/1/named.webp");
  await put("photo/user/1/orphan.webp");
  await setPhoto("photo/user/1/named.webp");
  expect(await reconcileFiles(db.sql, files, new Date(Date.now() - 60_000))).toEqual({
    moved: [],
    waiting: 0,
  });
  const { moved } = await reconcileFiles(db.sql, files, soon());
  expect(moved).toEqual(["photo/user/1/orphan.webp"]);
  expect(await keys()).toEqual(["photo/user/1/named.webp"]);
  expect(await trashed()).toEqual(["photo/user/1/orphan.webp"]);
  expect(await unknown()).toEqual([]);
});

test("files of rows that were changed or deleted go, with the notes of an upload and the tiles of an image", async () => {
  const upload = `upload/${"a".repeat(32)}`;
  const image = await insertImage();
  for (const key of [upload, `${upload}.json`, "photo/user/1/old.webp"]) await put(key);
  for (const name of ["cog-1.tif", "display/3/1_2.tif"]) await put(`image/${image}/${name}`);
  await setPhoto("photo/user/1/old.webp");
  await sql`delete from released_file`.execute(db.sql);
  await setPhoto(null);
  await sql`delete from imagery_process`.execute(db.sql);
  const { moved } = await reconcileFiles(db.sql, files, soon());
  expect(moved.sort()).toEqual(
    [
      `image/${image}/cog-1.tif`,
      `image/${image}/display/3/1_2.tif`,
      "photo/user/1/old.webp",
      upload,
      `${upload}.json`,
    ].sort(),
  );
  expect(await keys()).toEqual([]);
  // Map tiles are made anew from the image.
  expect(await trashed()).not.toContain(`image/${image}/display/3/1_2.tif`);
  const left = await sql`select from released_file`.execute(db.sql);
  expect(left.rows).toEqual([]);
});

test("a note that names no file keeps no other one from going, and is dropped", async () => {
  await put("photo/user/1/orphan.webp");
  await sql`insert into released_file (key) values (''), ('../outside')`.execute(db.sql);
  const { moved } = await reconcileFiles(db.sql, files, soon());
  expect(moved).toEqual(["photo/user/1/orphan.webp"]);
  const left = await sql`select from released_file`.execute(db.sql);
  expect(left.rows).toEqual([]);
});

test("a file that the disk does not let go keeps no other one from going, and is told and tried again", async () => {
  const stuck = "photo/garden/1/stuck.webp";
  await Promise.all([stuck, "photo/user/1/orphan.webp"].map(put));
  const failing: FileStore = {
    ...files,
    delete: (key) => (key === stuck ? Promise.reject(new Error("EIO")) : files.delete(key)),
  };
  await expect(reconcileFiles(db.sql, failing, soon())).rejects.toThrow("EIO");
  expect(await trashed()).toEqual(["photo/user/1/orphan.webp"]);
  expect((await reconcileFiles(db.sql, files, soon())).moved).toEqual([stuck]);
});

test("more than twenty at once wait for a person's yes", async () => {
  for (let n = 0; n < 21; n++) await put(`photo/garden/1/${n}.webp`);
  expect(await reconcileFiles(db.sql, files, soon())).toEqual({ moved: [], waiting: 21 });
  expect(await keys()).toHaveLength(21);
  const { moved } = await reconcileFiles(db.sql, files, soon(), { isConfirmed: true });
  expect(moved).toHaveLength(21);
  expect(await trashed()).toHaveLength(21);
});

test("a row that names a file of the trash gets it back, the newest of its key", async () => {
  await put("photo/user/1/a.webp");
  await files.put("photo/user/1/a.webp", Buffer.from("newer"));
  await files.delete("photo/user/1/a.webp");
  expect(await returnNamed(db.sql, files)).toEqual([]);
  await setPhoto("photo/user/1/a.webp");
  expect(await listMissing(db.sql, files)).toEqual(["photo/user/1/a.webp"]);
  expect(await returnNamed(db.sql, files)).toEqual(["photo/user/1/a.webp"]);
  expect(await text(await files.get("photo/user/1/a.webp"))).toBe("newer");
  expect(await listMissing(db.sql, files)).toEqual([]);
  expect(await returnNamed(db.sql, files)).toEqual([]);
  expect(await text(await files.get("photo/user/1/a.webp"))).toBe("newer");
});

import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { insertPerson, seedBuiltInRoles } from "@nihol/seed/people";
import { type FileStore, openFileStore } from "@nihol/store/files/file-store";
import { fileColumns, reconcileFiles } from "@nihol/store/files/reconcile-files";
import { afterAll, beforeAll, expect, test } from "vitest";

let db: FreshDatabase;
let files: FileStore;
let dir: string;
beforeAll(async () => {
  db = await freshDatabase();
  dir = await mkdtemp(join(tmpdir(), "nihol-reconcile-"));
  files = await openFileStore(dir);
});
afterAll(async () => {
  await db.close();
  await rm(dir, { recursive: true, force: true });
});

test("every column that names a file is covered", async () => {
  const { rows } = await db.pool.query<{ place: string }>(
    `select table_name || '.' || column_name as place from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and column_name like '%\\_key'`,
  );
  expect(fileColumns.map((column) => column.join(".")).sort()).toEqual(
    rows.map(({ place }) => place).sort(),
  );
});

test("files without a row go, those with one and those that may get one stay", async () => {
  const upload = "a".repeat(32);
  await seedBuiltInRoles(db.sql);
  const user = await insertPerson(db.sql, {
    ...{ email: "a@b.example", firstName: "A", lastName: "B", role: "SysAdmin" },
    passwordHash: "x",
  });
  await db.sql
    .updateTable("user_account")
    .set({ photo_key: "photo/user/1/named.webp" })
    .where("id", "=", user)
    .execute();
  await db.sql
    .insertInto("upload")
    .values({ id: upload, user_id: user, file_name: "a", size: 1, file_key: `upload/${upload}` })
    .execute();
  const start = new Date();
  const named = ["photo/user/1/named.webp", `upload/${upload}`, `upload/${upload}.json`];
  const orphans = [
    "attachment/violation/1/x",
    "attachment/violation/1/x.webp",
    "export/7-x.csv",
    "image/99/cog-1.tif",
    "image/99/display/3/1_2.tif",
    "photo/garden/1/x.webp",
    `upload/${"b".repeat(32)}`,
    `upload/${"b".repeat(32)}.json`,
  ];
  const others = ["something/else"];
  for (const key of [...named, ...orphans, ...others, "photo/garden/1/new.webp"])
    await files.put(key, Buffer.from("x"));
  const before = new Date(start.getTime() - 1000);
  for (const key of [...named, ...orphans, ...others])
    await utimes(files.path(key), before, before);

  expect(await reconcileFiles(db.sql, files, start, ["photo"])).toEqual(["photo/garden/1/x.webp"]);
  const rest = orphans.filter((key) => key !== "photo/garden/1/x.webp");
  expect((await reconcileFiles(db.sql, files, start)).sort()).toEqual(rest);
  const left = [];
  for await (const { key } of files.list("")) left.push(key);
  expect(left).toEqual([...named, ...others, "photo/garden/1/new.webp"].sort());
});

/** Files go to a bucket and back: begun beside running programs, ended without them, and every byte the same. */
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, symlink, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "@nihol/db/connection";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FileStore, openFileStore } from "../../src/files/file-store.ts";
import { claimFolder, FolderOfOthers } from "../../src/files/folder-claim.ts";
import { moveFiles } from "../../src/files/move-files.ts";
import { openS3Store } from "../../src/files/s3-store.ts";
import { type S3World, startS3 } from "./s3-world.ts";

let s3: S3World;
let db: FreshDatabase;
let dir: string;
let folder: FileStore;
let bucket: FileStore;

beforeAll(async () => {
  [s3, db] = await Promise.all([startS3("nihol"), freshDatabase()]);
  dir = await mkdtemp(join(tmpdir(), "nihol-move-"));
  folder = await openFileStore(join(dir, "files"));
  bucket = await openS3Store(s3.at, { dir: join(dir, "files"), cacheBytes: 1e8 });
  await claimFolder(db.sql, folder);
  for (let n = 0; n < 12; n++) await folder.put(`photo/${n}.webp`, randomBytes(1000 + n));
  await folder.put("image/1/image.tif", randomBytes(9_000_000));
  await folder.put("upload/whole", randomBytes(100));
  await folder.put("base-layer/1/2", randomBytes(10));
});
afterAll(async () => {
  await s3?.close();
  await db?.close();
  await rm(dir, { recursive: true, force: true });
});

async function contentOf(files: FileStore): Promise<Record<string, string>> {
  const sums: [string, string][] = [];
  for await (const { key } of files.list(""))
    if (!key.startsWith("base-layer/")) {
      const bytes = await buffer(await files.get(key));
      sums.push([key, createHash("sha256").update(bytes).digest("hex")]);
    }
  return Object.fromEntries(sums.sort());
}
const move = (from: FileStore, to: FileStore) => moveFiles({ db: db.sql, from, to });
const journals = async () =>
  (await readdir(folder.disk)).filter((name) => name.startsWith(".moving-"));

test("beside a running server everything is copied and nothing is given away", async () => {
  const server = connect(db.config, { applicationName: "nihol server", max: 1 });
  await server.pool.query("select 1");
  s3.fault = (method, url) => (method === "PUT" && url.includes("image/1/") ? "busy" : undefined);
  await expect(move(folder, bucket)).rejects.toThrow(/s3:\/\/nihol/);
  s3.fault = () => undefined;
  const [journal = ""] = await journals();
  // As a kill leaves it: the last line is cut, and its file is copied again.
  const path = join(folder.disk, journal);
  const text = await readFile(path, "utf8");
  await truncate(path, text.length - 5);
  const moved = await move(folder, bucket);
  expect(moved.isEnded).toBe(false);
  expect(moved.there).toBe(text.trim().split("\n").length - 1);
  expect(moved.there + moved.copied.count).toBe(14);
  await claimFolder(db.sql, folder);
  await server.close();
  // A connection that was closed is gone some moments later.
  const query = "select 1 from pg_stat_activity where application_name = 'nihol server'";
  while ((await db.pool.query(query)).rowCount !== 0) await wait(20);
});

test("it ends once nobody uses the database; the former place says where they went", async () => {
  await folder.delete("photo/3.webp");
  await folder.put("photo/new.webp", Buffer.from("came since"));
  const moved = await move(folder, bucket);
  expect(moved).toMatchObject({ isEnded: true, there: 13, removed: 1, trashed: 1 });
  expect(moved.copied.count).toBe(1);
  expect(await contentOf(bucket)).toEqual(await contentOf(folder));
  expect(await journals()).toEqual([]);
  await claimFolder(db.sql, bucket);
  await expect(claimFolder(db.sql, folder)).rejects.toThrow(
    /moved to s3:\/\/nihol\/country\/files/,
  );
  await expect(move(bucket, bucket)).rejects.toThrow(FolderOfOthers);
});

test("and back, with what the bucket got meanwhile", async () => {
  await bucket.put("photo/later.webp", Buffer.from("later"));
  await bucket.put("photo/6.webp", Buffer.from("another one"));
  await bucket.delete("photo/5.webp");
  const moved = await move(bucket, folder);
  // Equal files are not written anew, and deleted ones do not come back.
  expect(moved).toMatchObject({ isEnded: true, there: 12, removed: 1, copied: { count: 2 } });
  const trashed = [];
  for await (const { key } of folder.trash.list()) trashed.push(key);
  expect(trashed.sort()).toEqual(["photo/3.webp", "photo/5.webp", "photo/6.webp"]);
  expect((await folder.stat("base-layer/1/2"))?.size).toBe(10);
  expect(await contentOf(folder)).toEqual(await contentOf(bucket));
  await claimFolder(db.sql, folder);
  await expect(claimFolder(db.sql, bucket)).rejects.toThrow(/were moved to/);
});

test("a place below the former one is refused, and one above it", async () => {
  const below = await openFileStore(join(dir, "files", "new"));
  await expect(move(folder, below)).rejects.toThrow(/new lies in .*files, and/);
  await expect(move(below, folder)).rejects.toThrow(/new lies in .*files, and/);
  const local = { dir: join(dir, "files"), cacheBytes: 1e8 };
  const prefix = `${s3.at.prefix}/nihol`;
  const deeper = await openS3Store({ ...s3.at, prefix }, local);
  await expect(move(bucket, deeper)).rejects.toThrow(/country\/files\/nihol lies in s3:/);
  await symlink(join(dir, "files"), join(dir, "linked"));
  const linked = await openFileStore(join(dir, "linked"));
  await expect(move(folder, linked)).rejects.toThrow(/lie in .* already/);
});

test("a place with files of others is refused, and so is one that is not this database's", async () => {
  const others = await openFileStore(join(dir, "others"));
  await others.put("photo/1.webp", Buffer.from("of others"));
  await expect(move(folder, others)).rejects.toThrow(/files of others/);
  await expect(move(others, folder)).rejects.toThrow(/does not belong to this database/);
});

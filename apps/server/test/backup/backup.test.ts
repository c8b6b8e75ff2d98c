/** A backup and its restore: equal rows, files, numbers and audit chain, from one kind of database to the other and back. */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "@nihol/db/connection";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate, readMigrations } from "@nihol/db/migrate";
import { anchorsFile, readAnchors } from "@nihol/store/audit/audit-anchor";
import { verifyAuditLog } from "@nihol/store/audit/audit-verify";
import { listBackups } from "@nihol/store/backup/backup-folder";
import { openBackup, verifyBackup } from "@nihol/store/backup/verify-backup";
import { openFileStore } from "@nihol/store/files/file-store";
import { claimFolder } from "@nihol/store/files/folder-claim";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startServerProcess } from "../support/server-process.ts";
import {
  adminPassword,
  backUp,
  contentOf,
  embeddedTarget,
  emptyDatabase,
  openWorld,
  passphrase,
  restore,
  serverTarget,
  type World,
} from "./backup-world.ts";

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const allFiles = async ({ files }: Pick<World, "files">) => {
  const all: string[] = [];
  for await (const { key, size } of files.list("")) all.push(`${key} ${size}`);
  return all.filter((line) => !line.startsWith("base-layer/"));
};

/** The same installation where it was restored. */
async function worldAt(at: Omit<World, "files" | "close">): Promise<World> {
  const files = await openFileStore(join(at.dataDir, "files"));
  return { ...at, files, close: () => at.db.close() };
}

test("from a server to an embedded database and back, everything is the same, the audit log is whole, and the server starts", async () => {
  const first = await backUp(world, { passphrase });
  expect(first).toMatchObject({
    missing: [],
    manifest: { zone: "Asia/Baku", files: { count: 9 } },
  });
  const target = embeddedTarget(join(world.dir, "embedded"));
  expect(await restore(join(world.dir, "backups"), target, passphrase)).toEqual([]);

  const database = await openEmbedded(target.dataDir, { durable: false });
  const db = connect(database.config, { max: 4 });
  const moved = await worldAt({ dir: world.dir, dataDir: target.dataDir, db });
  await claimFolder(moved.db.sql, moved.files);
  expect(await allFiles(moved)).toEqual(await allFiles(world));
  const anchors = await readAnchors(join(target.dataDir, anchorsFile));
  expect(anchors).toHaveLength(1);
  expect(await verifyAuditLog(db.sql, anchors)).toMatchObject({ fault: undefined, anchors: 1 });
  // What nobody restored is refused, as any copy is.
  await expect(backUp(moved, { passphrase })).rejects.toThrow("another copy of this database");
  const second = await backUp(moved, { passphrase, isAdopted: true });
  expect(contentOf(second.manifest)).toEqual(contentOf(first.manifest));
  expect(second.copied.count).toBe(0);
  await moved.close();
  await database.stop();

  const { config, drop } = await emptyDatabase(world);
  const back = serverTarget(join(world.dir, "back"), config);
  await restore(join(world.dir, "backups", second.name), back, passphrase);
  const returned = await worldAt({
    dir: world.dir,
    dataDir: back.dataDir,
    db: connect(config, { max: 4 }),
  });
  const third = await backUp(returned, { to: "third" });
  expect(contentOf(third.manifest)).toEqual(contentOf(first.manifest));
  // References and triggers are there again.
  await expect(returned.db.pool.query("update garden set district_id = -1")).rejects.toThrow(
    "foreign key",
  );
  await returned.db.pool.query("update garden set photo_key = null");
  const { rows } = await returned.db.pool.query(
    "select from released_file where key like 'photo/%'",
  );
  expect(rows.length).toBeGreaterThan(0);
  await returned.close();
  await drop();

  const server = await startServerProcess({
    NIHOL_DATA: target.dataDir,
    NIHOL_ADMIN_PASSWORD: adminPassword,
  });
  const answer = await server.call("GET", "/garden");
  expect(await answer.json()).toMatchObject({ count: 5 });
  await server.stop();
}, 900_000);

test("only what changed is copied, deleted files come from the trash, and old backups go with their copies", async () => {
  const first = await backUp(world, { keep: 2 });
  await world.files.put("attachment/new.txt", Buffer.from("new"));
  await world.files.put("photo/garden/unnamed.webp", Buffer.from("unnamed"));
  // Named by a row still, and in the trash already: as if it had been deleted while the backup is made.
  const row = await world.db.sql
    .selectFrom("garden")
    .select("photo_key")
    .where("photo_key", "is not", null)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  await world.files.delete(row.photo_key ?? "");
  const second = await backUp(world, { keep: 2 });
  expect(second).toMatchObject({ copied: { count: 2, bytes: 10 }, missing: [], pruned: 0 });
  expect(second.manifest.files.count).toBe(first.manifest.files.count + 2);
  const folder = join(world.dir, "backups");
  await expect(verifyBackup(await openBackup(folder, undefined))).resolves.toBeDefined();

  const count = async () => (await readdir(join(folder, "files"), { recursive: true })).length;
  const before = await count();
  await world.files.delete("image/1/display/0/0/0.webp");
  await backUp(world, { keep: 2 });
  const fourth = await backUp(world, { keep: 2 });
  expect(fourth.pruned).toBe(1);
  expect(await listBackups(folder)).toEqual((await listBackups(folder)).slice(-2));
  expect(await count()).toBeLessThan(before);

  // As a clock that was ahead has left it: what was just made stays beside it.
  await mkdir(join(folder, "2099-01-01T000000Z"));
  const fifth = await backUp(world, { keep: 1 });
  expect(await listBackups(folder)).toEqual([fifth.name]);
  await expect(verifyBackup(await openBackup(folder, undefined))).resolves.toBeDefined();
}, 600_000);

test("a place that is not empty is refused with a sentence, and nothing in it changes", async () => {
  await backUp(world);
  const backups = join(world.dir, "backups");
  const into = (dataDir: string) =>
    restore(backups, embeddedTarget(dataDir)).then(
      () => "restored",
      (error: Error) => error.message,
    );
  expect(await into(world.dataDir)).toContain("there are files in");
  await writeFile(join(world.dir, "report.docx"), "mine");
  expect(await into(world.dir)).toContain("is no data folder of Nihol");
  const full = serverTarget(join(world.dir, "other"), world.db.config);
  await expect(restore(backups, full)).rejects.toThrow("DATABASE_URL is not empty");
  expect(existsSync(join(world.dir, "other"))).toBe(false);
  // And a backup goes into no folder of others.
  await expect(backUp(world, { to: "data" })).rejects.toThrow("is no folder of backups");
  expect(await readFile(join(world.dir, "report.docx"), "utf8")).toBe("mine");
}, 600_000);

test("a backup of an older version is brought to this one", async () => {
  const names = (await readMigrations()).map(({ name }) => name);
  const last = names.at(-1) ?? "";
  const { config, drop } = await emptyDatabase(world);
  const db = connect(config, { max: 4 });
  await migrate(db.pool, undefined, { only: names.slice(0, -1) });
  const files = await openFileStore(join(world.dir, "old", "files"));
  await claimFolder(db.sql, files);
  const dataDir = join(world.dir, "old");
  const made = await backUp({ ...world, dataDir, db, files });
  expect(made.manifest.migrations.map(({ name }) => name)).not.toContain(last);
  await db.close();
  const target = await emptyDatabase(world);
  const path = join(world.dir, "backups");
  expect(await restore(path, serverTarget(join(world.dir, "older"), target.config))).toEqual([
    last,
  ]);
  await drop();
  await target.drop();
}, 600_000);

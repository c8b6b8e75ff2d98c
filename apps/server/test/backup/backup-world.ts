/** An installation to back up: the demonstration's rows, an audit log with anchors, files that rows name and others. */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connection, connect } from "@nihol/db/connection";
import type { DatabaseConfig } from "@nihol/db/launcher/database-config";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { chooseProgrammeZone } from "@nihol/db/programme-zone";
import { freshDatabase } from "@nihol/db/test-database";
import { anchorsFile, writeAnchor } from "@nihol/store/audit/audit-anchor";
import type { Manifest } from "@nihol/store/backup/backup-manifest";
import { makeBackup } from "@nihol/store/backup/make-backup";
import { type RestoreTarget, restoreBackup } from "@nihol/store/backup/restore-backup";
import { type FolderStore, openFileStore } from "@nihol/store/files/file-store";
import { claimFolder } from "@nihol/store/files/folder-claim";
import { insertFirstData } from "../../src/commands/first-data.ts";

export const passphrase = "forty rows of almond trees";
export const adminPassword = "nine gardens along the river";

export interface World {
  /** Folder of the test; everything lies below it. */
  dir: string;
  dataDir: string;
  db: Connection;
  files: FolderStore;
  close: () => Promise<void>;
}

async function fill(db: Connection, files: FolderStore) {
  await insertFirstData(db, {
    demo: true,
    adminEmail: "admin@nihol.example",
    adminPassword,
    demoPassword: "the demonstration's own people",
  });
  const gardens = await db.sql.selectFrom("garden").select("id").orderBy("id").limit(20).execute();
  for (const { id } of gardens) {
    const key = `photo/garden/${id}.webp`;
    await files.put(key, randomBytes(20_000));
    await db.sql.updateTable("garden").set({ photo_key: key }).where("id", "=", id).execute();
  }
  // Larger than a chunk of the encryption, exactly one, empty, and twice the same.
  const large = randomBytes(3 * 2 ** 20 + 17);
  await files.put("image/1/cog.tif", large);
  await files.put("image/1/original.tif", large);
  await files.put("image/1/display/0/0/0.webp", randomBytes(2 ** 20));
  await files.put("attachment/empty.txt", new Uint8Array());
  await files.put("base-layer/1/2/3.webp", randomBytes(10));
  await db.pool.query(
    "insert into audit_log (action, resource) select 'add', 'garden' from generate_series(1, 200)",
  );
}

/** Makes one in a database of the test's cluster. */
export async function openWorld(): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), "nihol-backup-"));
  const dataDir = join(dir, "data");
  await mkdir(dataDir);
  const db = await freshDatabase();
  const files = await openFileStore(join(dataDir, "files"));
  await claimFolder(db.sql, files);
  await chooseProgrammeZone(db.sql, "Asia/Baku", true);
  await fill(db, files);
  // As at the next start: numbers of images go on after those of the folder.
  await claimFolder(db.sql, files);
  await writeAnchor(db.sql, join(dataDir, anchorsFile), new Date());
  return {
    dir,
    dataDir,
    db,
    files,
    async close() {
      await db.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Backs a world up into a folder below its own. */
export const backUp = (
  { dir, dataDir, db, files }: World,
  options: { to?: string; passphrase?: string; keep?: number; isAdopted?: boolean } = {},
) =>
  makeBackup(db, files, {
    folder: join(dir, options.to ?? "backups"),
    passphrase: options.passphrase,
    keep: options.keep ?? 14,
    isAdopted: options.isAdopted ?? false,
    anchorsFile: join(dataDir, anchorsFile),
  });

/** A data folder with an embedded database of its own. */
export function embeddedTarget(dataDir: string): RestoreTarget {
  return {
    dataDir,
    anchorsFile: join(dataDir, anchorsFile),
    isEmbedded: true,
    async open() {
      const database = await openEmbedded(dataDir, { durable: false });
      const db = connect(database.config, { max: 4 });
      return { db, close: () => db.close().finally(() => database.stop()) };
    },
  };
}

/** A data folder beside a database of a server. */
export function serverTarget(dataDir: string, config: DatabaseConfig): RestoreTarget {
  return {
    dataDir,
    anchorsFile: join(dataDir, anchorsFile),
    isEmbedded: false,
    async open() {
      const db = connect(config, { max: 4 });
      return { db, close: () => db.close() };
    },
  };
}

/** Restores without asking. @returns the migrations that were applied to it */
export const restore = async (path: string, target: RestoreTarget, key?: string) =>
  (
    await restoreBackup(path, target, {
      passphrase: key,
      agree: async () => {},
      say: () => {},
    })
  ).applied;

/** A database without anything in it, beside that of a world. */
export async function emptyDatabase({ db }: Pick<World, "db">) {
  const name = `restored_${randomBytes(8).toString("hex")}`;
  await db.pool.query(`create database ${name}`);
  const config = { ...db.config, database: name };
  return { config, drop: () => db.pool.query(`drop database if exists ${name} with (force)`) };
}

/** Address of a database as DATABASE_URL has it. */
export function addressOf({ host, port, user, password, database }: DatabaseConfig): string {
  return `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host ?? "")}&port=${port}`;
}

/** Hashes of all tables and files; those of facts that a restore itself writes aside. */
export const contentOf = ({ tables, sequences, files, zone }: Manifest) => ({
  zone,
  tables: tables
    .filter(({ table }) => table !== "installation")
    .map(({ table, lines, sha256 }) => `${table} ${lines} ${sha256}`)
    .sort(),
  sequences: sequences.map(({ name, last }) => `${name} ${last}`),
  files: { count: files.count, bytes: files.bytes },
});

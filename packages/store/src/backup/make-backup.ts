/** Makes a backup: the database and its files at one moment. It has its name only when every byte is on disk. */
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "@nihol/contract/values/thrown";
import type { Connection, Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { FileStore } from "../files/file-store.ts";
import { claimedBy } from "../files/folder-claim.ts";
import { syncFolder } from "../files/sync-folder.ts";
import { type BackupKey, BackupRefused, objectName } from "./backup-cipher.ts";
import {
  clearUnfinished,
  findNewest,
  listBackups,
  nameOf,
  objectPath,
  openBackupFolder,
  pruneBackups,
  unfinished,
} from "./backup-folder.ts";
import {
  type Manifest,
  manifestFormat,
  readRawManifest,
  type TablePart,
  writeManifest,
} from "./backup-manifest.ts";
import { copyFiles, type FilesOfMoment, listFilesOf } from "./copy-files.ts";
import { dumpTables, findZone, listSequences } from "./dump-tables.ts";
import {
  type ListedFile,
  objectsOf,
  readFileList,
  writeAnchorsPart,
  writeFileList,
} from "./file-list.ts";
import { openBackup, verifyBackup } from "./verify-backup.ts";

export interface BackupOptions {
  /** Folder of backups. */
  folder: string;
  /** Without it nothing is encrypted. */
  passphrase?: string | undefined;
  /** File of the audit log's anchors. */
  anchorsFile: string;
  /** Backups that stay; older ones go once a newer one was verified. */
  keep: number;
  isAdopted?: boolean;
  /** Reads the backup whole before it gets its name. Without it no older one goes. */
  isVerified?: boolean;
  /** Told what is done now. */
  onStep?: (step: BackupStep) => void;
  /** Ends it between two files. */
  signal?: AbortSignal | undefined;
}

export type BackupStep = "tables" | "files" | "verifying";

/** Result of a backup. */
export interface MadeBackup {
  name: string;
  manifest: Manifest;
  /** Files that were copied now; the others were there from earlier backups. */
  copied: { count: number; bytes: number };
  /** Keys that rows name and whose file is nowhere. */
  missing: string[];
  /** Backups that were deleted because they are beyond the number that stays. */
  pruned: number;
}

/** Somebody else makes a backup of this database just now. */
export class BackupBusy extends BackupRefused {
  override name = "BackupBusy";
}

/** Names the lock of all who make backups of this database. */
const lockKey = 7_141_953_340;

/**
 * Runs `work` while nobody else makes a backup of this database. A lock of a transaction: it goes with a kill, and with
 * its connection. `requireLock` throws once it is gone.
 */
async function withLock<Result>(
  db: Db,
  work: (requireLock: () => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    const { rows } = await sql<{ is: boolean }>`
      select pg_try_advisory_xact_lock(${lockKey}::bigint) as is`.execute(trx);
    if (rows[0]?.is !== true)
      throw new BackupBusy("a backup of this database is being made already");
    return work(() => sql`select 1`.execute(trx));
  });
}

interface Moment {
  at: Date;
  zone: string | null;
  migrations: Manifest["migrations"];
  tables: TablePart[];
  files: FilesOfMoment;
}

/** SQLSTATE of a table that is gone: a month of readings was packed after the snapshot. */
const tableGone = "42P01";

async function readMoment(
  { db, files }: { db: Connection; files: FileStore },
  dir: string,
  key: BackupKey | undefined,
): Promise<Moment> {
  for (let tries = 3; ; tries--) {
    await mkdir(dir, { mode: 0o750 });
    try {
      return await db.sql
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute(async (trx) => {
          await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
          const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(trx);
          const at = rows[0]?.at ?? new Date();
          const migrations = await sql<{ name: string; sha256: string }>`
            select name, sha256 from schema_migration order by name`.execute(trx);
          return {
            at,
            zone: await findZone(trx),
            migrations: migrations.rows,
            files: await listFilesOf(trx, files, at),
            tables: await dumpTables(db, trx, dir, key),
          };
        });
    } catch (error) {
      if (codeOf(error) !== tableGone || tries === 0) throw error;
      await clearUnfinished(join(dir, ".."));
    }
  }
}

async function lastFiles(folder: string, key: BackupKey | undefined) {
  const last = await findNewest(folder);
  const listed = last
    ? await readFileList(join(folder, last.name), last, key).catch((): ListedFile[] => [])
    : [];
  return new Map(listed.map((file) => [file.key, file]));
}

const anchorsText = (file: string) =>
  readFile(file, "utf8").catch((error) => {
    if (codeOf(error) === "ENOENT") return "";
    throw error;
  });

/**
 * Makes a backup while the product runs.
 * @throws BackupRefused when the folder is another's, its key is another one, or what was written cannot be read;
 * BackupBusy when a backup is being made already; the signal's reason when it aborts
 */
export async function makeBackup(
  db: Connection,
  files: FileStore,
  options: BackupOptions,
): Promise<MadeBackup> {
  const { folder, passphrase, isAdopted = false, isVerified = true, onStep, signal } = options;
  const owner = await claimedBy(db.sql);
  let hasRemoved = false;
  return withLock(db.sql, async (requireLock) => {
    const key = await openBackupFolder(folder, { ...owner, passphrase, isAdopted });
    await clearUnfinished(folder);
    try {
      return await write(key, requireLock).catch(async (error) => {
        if (!hasRemoved) throw error;
        await requireLock();
        await clearUnfinished(folder);
        return write(key, requireLock);
      });
    } catch (error) {
      // A disk that is full is to have its room back. Without the lock somebody else may be writing there.
      await requireLock()
        .then(() => clearUnfinished(folder))
        .catch(() => {});
      throw error;
    }
  });

  async function write(
    key: BackupKey | undefined,
    requireLock: () => Promise<unknown>,
  ): Promise<MadeBackup> {
    onStep?.("tables");
    const last = await lastFiles(folder, key);
    // Before the snapshot: what they name is sealed in it.
    const anchors = await anchorsText(options.anchorsFile);
    const dir = join(folder, `${unfinished}${nameOf(new Date())}`);
    const moment = await readMoment({ db, files }, dir, key);
    signal?.throwIfAborted();
    onStep?.("files");
    const sequences = await listSequences(db.sql);
    const {
      files: listed,
      copied,
      missing,
    } = await copyFiles(moment.files, files, { folder, key, last }, signal);
    const name = await freeName(folder, moment.at);
    const manifest: Manifest = {
      format: manifestFormat,
      name,
      at: moment.at.toISOString(),
      ...owner,
      encryption: key?.parameters ?? null,
      zone: moment.zone,
      migrations: moment.migrations,
      tables: moment.tables,
      sequences,
      files: {
        ...(await writeFileList(dir, listed, key)),
        count: listed.length,
        bytes: listed.reduce((sum, { size }) => sum + size, 0),
        missing: missing.length,
      },
      anchors: await writeAnchorsPart(dir, anchors, key),
    };
    await writeManifest(dir, manifest, key);
    await syncFolder(join(dir, "tables"));
    await syncFolder(dir);
    if (isVerified) {
      onStep?.("verifying");
      const damaged: ListedFile[] = [];
      await verifyBackup(await openBackup(dir, passphrase), signal, (file) =>
        damaged.push(file),
      ).catch(async (error) => {
        // Older backups that share such a copy cannot be read either: copied anew it serves them all.
        for (const { sha256 } of damaged)
          await rm(objectPath(folder, objectName(sha256, key)), { force: true });
        hasRemoved = damaged.length > 0;
        throw error;
      });
    }
    signal?.throwIfAborted();
    await requireLock();
    await rename(dir, join(folder, name));
    await syncFolder(folder);
    const pruned = isVerified ? await prune(folder, { keep: options.keep, made: name }, key) : 0;
    return { name, manifest, copied, missing, pruned };
  }
}

/** Two backups within a second have two names. */
async function freeName(folder: string, at: Date): Promise<string> {
  const taken = new Set(await listBackups(folder));
  for (let time = at.getTime(); ; time += 1000) {
    const name = nameOf(new Date(time));
    if (!taken.has(name)) return name;
  }
}

async function prune(
  folder: string,
  which: { keep: number; made: string },
  key: BackupKey | undefined,
) {
  const namesOf = async (dir: string) => {
    const { manifest } = await readRawManifest(dir);
    return objectsOf(await readFileList(dir, manifest, key), key);
  };
  try {
    return (await pruneBackups(folder, which, namesOf)).backups;
  } catch (error) {
    // The new backup is whole; an older one that cannot be read or deleted keeps all copies where they are.
    const text = error instanceof Error ? error.message : String(error);
    process.emitWarning(`copies of files were not cleared: ${text}`, "BackupNotCleared");
    return 0;
  }
}

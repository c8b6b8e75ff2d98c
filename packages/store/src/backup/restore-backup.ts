/**
 * Restores a backup into an empty data folder or an empty database. A note in the folder of files says that it is not
 * finished: no program uses the pair until it is, and the same command goes on where it was ended.
 */
import { existsSync } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Connection } from "@nihol/db/connection";
import { makeDataFolder, requireOwnFolder } from "@nihol/db/launcher/data-folder";
import type { FileStore } from "../files/file-store.ts";
import { adoptFolder, databaseIdentity, unfinishedName } from "../files/folder-claim.ts";
import type { FilesAt } from "../files/open-files.ts";
import { BackupRefused } from "./backup-cipher.ts";
import { readAnchorsPart } from "./file-list.ts";
import {
  emptyDatabase,
  finishTables,
  isEmptyDatabase,
  loadTables,
  restoredFrom,
} from "./load-tables.ts";
import { type RestorePlace, restorePlace } from "./restore-place.ts";
import {
  type OpenBackup,
  openBackup,
  readFileOf,
  type VerifiedBackup,
  verifyBackup,
} from "./verify-backup.ts";

/** Where a restore goes. */
export interface RestoreTarget {
  /** The data folder. */
  dataDir: string;
  /** Where its files go; without it the folder `files` in the data folder. */
  files?: FilesAt;
  anchorsFile: string;
  /** Whether the database is the embedded one of the data folder. */
  isEmbedded: boolean;
  /** Opens the database, making the embedded one. */
  open: () => Promise<{ db: Connection; close: () => Promise<void> }>;
}

/** Note in the folder of files. */
interface Note {
  backup: string;
  installation: string;
  /** Identity of the database that is being filled. */
  database: string | undefined;
}

const fullDatabase =
  "the database of DATABASE_URL is not empty: create an empty one and set DATABASE_URL to it. Nothing was changed";

async function readNote({ name, readNote: read }: RestorePlace): Promise<Note | undefined> {
  const text = await read();
  if (text === undefined) return undefined;
  try {
    const { backup, installation, database } = JSON.parse(text);
    return { backup, installation, database };
  } catch {
    throw new BackupRefused(
      `${name}/${unfinishedName} is damaged: remove the data folder, or choose an empty one by NIHOL_DATA`,
    );
  }
}

const writeNote = async (place: RestorePlace, note: Note) =>
  (await place.open()).notes.write(unfinishedName, `${JSON.stringify(note)}\n`);

const namesIn = (dir: string) => readdir(dir).catch((): string[] => []);

/**
 * Looks at the target without touching it.
 * @returns the note of the same restore, when one was begun there
 * @throws BackupRefused when something lies there already
 */
async function inspectTarget(target: RestoreTarget, place: RestorePlace, { manifest }: OpenBackup) {
  const note = await readNote(place);
  if (note) {
    if (note.backup === manifest.name && note.installation === manifest.installation) return note;
    throw new BackupRefused(
      `a restore of another backup (${note.backup}) was begun in ${target.dataDir}: end that one, or choose an empty folder by NIHOL_DATA`,
    );
  }
  if (target.isEmbedded && (await namesIn(join(target.dataDir, "postgres"))).length > 0)
    throw new BackupRefused(
      `there is a database in ${target.dataDir} already: choose an empty folder by NIHOL_DATA. Nothing was changed`,
    );
  if (!(await place.isEmpty()))
    throw new BackupRefused(
      `there are files in ${place.name} already: choose an empty folder by NIHOL_DATA, or another S3_PREFIX. Nothing was changed`,
    );
  if (existsSync(target.anchorsFile))
    throw new BackupRefused(
      `${target.anchorsFile} is there already: choose an empty folder by NIHOL_DATA. Nothing was changed`,
    );
  return undefined;
}

async function restoreFiles(store: FileStore, backup: OpenBackup, say: (line: string) => void) {
  let there = 0;
  for (const file of backup.files) {
    // Put whole or not at all: one of this size is the one.
    if ((await store.stat(file.key))?.size === file.size) {
      there++;
      continue;
    }
    // With its time the next backup need not read it.
    const modifiedAt = new Date(file.mtime);
    await store.put(file.key, readFileOf(backup, file), { modifiedAt });
  }
  if (there > 0) say(`files that were there from the restore before: ${there}`);
}

async function restoreRows(
  db: Connection,
  backup: OpenBackup,
  { target, place, note }: { target: RestoreTarget; place: RestorePlace; note: Note },
): Promise<string[]> {
  const identity = await databaseIdentity(db.sql);
  // The embedded one was made after the note.
  const isOwn = target.isEmbedded || note.database === identity;
  const isEmpty = await isEmptyDatabase(db.sql);
  if (!isOwn && !isEmpty) throw new BackupRefused(fullDatabase);
  const isLoaded = isOwn && (await restoredFrom(db.sql)) === backup.manifest.name;
  if (!isLoaded) {
    await writeNote(place, { ...note, database: identity });
    if (!isEmpty) await emptyDatabase(db.sql);
    await loadTables(db, backup, new Date());
  }
  return finishTables(db);
}

async function restoreAnchors(target: RestoreTarget, backup: OpenBackup) {
  const text = await readAnchorsPart(backup.dir, backup.manifest, backup.key);
  if (text === "") return;
  await using file = await open(target.anchorsFile, "w", 0o640);
  await file.writeFile(text);
  await file.sync();
}

/**
 * Refuses a server's database of others before the first file is written.
 * @returns its identity; undefined for the embedded one, which is made later
 */
async function inspectDatabase(target: RestoreTarget): Promise<string | undefined> {
  if (target.isEmbedded) return undefined;
  const { db, close } = await target.open();
  try {
    if (!(await isEmptyDatabase(db.sql))) throw new BackupRefused(fullDatabase);
    return await databaseIdentity(db.sql);
  } finally {
    await close();
  }
}

/** Result of a restore. */
export interface Restored {
  /** Migrations that were applied to an older backup's rows. */
  applied: string[];
}

/**
 * Restores a backup: verified whole before anything is touched; then files, rows, and the bond between both.
 * @param path folder of one backup, or a folder of backups: then the newest
 * @param options.agree is told what was verified, and throws to leave everything as it is
 * @throws BackupRefused
 */
export async function restoreBackup(
  path: string,
  target: RestoreTarget,
  options: {
    passphrase: string | undefined;
    agree: (backup: OpenBackup, verified: VerifiedBackup) => Promise<void>;
    say: (line: string) => void;
  },
): Promise<Restored> {
  const backup = await openBackup(path, options.passphrase);
  if (target.isEmbedded) await requireOwnFolder(target.dataDir);
  const { name, installation } = backup.manifest;
  const place = await restorePlace(
    target.files ?? { dir: join(target.dataDir, "files") },
    target.dataDir,
  );
  const begun = await inspectTarget(target, place, backup);
  const note = begun ?? { backup: name, installation, database: await inspectDatabase(target) };
  await options.agree(backup, await verifyBackup(backup));
  await makeDataFolder(target.dataDir);
  if (!begun) await writeNote(place, note);
  return { applied: await putAll(backup, { target, place, note }, options.say) };
}

async function putAll(
  backup: OpenBackup,
  { target, place, note }: { target: RestoreTarget; place: RestorePlace; note: Note },
  say: (line: string) => void,
): Promise<string[]> {
  const store = await place.open();
  await restoreFiles(store, backup, say);
  await restoreAnchors(target, backup);
  const { db, close } = await target.open();
  try {
    const applied = await restoreRows(db, backup, { target, place, note });
    await adoptFolder(db.sql, store, { endsRestore: true });
    await store.notes.remove(unfinishedName);
    return applied;
  } finally {
    await close();
  }
}

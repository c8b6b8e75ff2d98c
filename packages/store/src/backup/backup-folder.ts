/**
 * A folder of backups: one folder a backup, named by its moment, and `files/` with the copies of files that they share,
 * each under its content's hash. What has another name is unfinished and never taken for a backup.
 */
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "@nihol/contract/values/thrown";
import { syncFolder } from "../files/sync-folder.ts";
import {
  type BackupKey,
  BackupRefused,
  type KeyParameters,
  makeKey,
  openKey,
} from "./backup-cipher.ts";
import { type Manifest, manifestFormat, readRawManifest } from "./backup-manifest.ts";

const recordName = "nihol-backups.json";
export const objectsName = "files";
const backupName = /^\d{4}-\d{2}-\d{2}T\d{6}Z$/;
/** Copies are named by a hash; nothing else in their folders is deleted. */
const copyName = /^[0-9a-f]{64}$/;
/** Begins what is not finished; cleared by the next backup. */
export const unfinished = ".part-";

/** Record of whose backups lie in a folder. */
interface FolderRecord {
  format: number;
  installation: string;
  /** Identity of the database, as in the folder of files. */
  database: string;
  encryption: KeyParameters | null;
}

/** Name of the backup of a moment, in order of time. */
export const nameOf = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(":", "")}Z`;

/** Place of a content's copy. `name` begins with two digits of a hash. */
export const objectPath = (folder: string, name: string) =>
  join(folder, objectsName, name.slice(0, 2), name);

/** Names of the backups in a folder, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => backupName.test(name)).sort();
}

async function readRecord(folder: string): Promise<FolderRecord | undefined> {
  const path = join(folder, recordName);
  const text = await readFile(path, "utf8").catch((error) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    const { format, installation, database, encryption } = JSON.parse(text);
    if (Number.isSafeInteger(format) && typeof installation === "string")
      return { format, installation, database: String(database), encryption: encryption ?? null };
  } catch {
    // Said below.
  }
  throw new BackupRefused(`${path} is damaged: choose another folder for the next backups`);
}

async function writeRecord(folder: string, record: FolderRecord) {
  const part = join(folder, `${unfinished}${recordName}`);
  {
    await using file = await open(part, "w", 0o640);
    await file.writeFile(`${JSON.stringify(record, undefined, 2)}\n`);
    await file.sync();
  }
  await rename(part, join(folder, recordName));
  await syncFolder(folder);
}

/** Says whether a folder holds backups, of whomever. */
export const isBackupFolder = async (folder: string): Promise<boolean> =>
  (await readRecord(folder)) !== undefined;

/** Whose backups a folder is to hold. */
interface Owner {
  installation: string;
  database: string;
  passphrase: string | undefined;
  /** A person said that the folder is this database's from now on. */
  isAdopted: boolean;
}

async function keyFor(folder: string, record: FolderRecord, passphrase: string | undefined) {
  if (record.encryption === null) {
    if (passphrase === undefined) return undefined;
    throw new BackupRefused(
      `the backups in ${folder} are not encrypted, and a key is set: choose an empty folder for encrypted ones`,
    );
  }
  if (passphrase === undefined)
    throw new BackupRefused(
      `the backups in ${folder} are encrypted, and no key is set: set NIHOL_BACKUP_KEY_FILE, or choose an empty folder`,
    );
  return openKey(passphrase, record.encryption);
}

/**
 * Opens a folder for the next backup of an installation, making it when it is missing or empty.
 * @returns its key, where there is one
 * @throws BackupRefused when it holds things of others, another installation's backups, or another key's
 */
export async function openBackupFolder(
  folder: string,
  owner: Owner,
): Promise<BackupKey | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const record = await readRecord(folder);
  const { installation, database, passphrase } = owner;
  if (!record) {
    const others = (await readdir(folder)).filter(
      (name) => !name.startsWith(unfinished) && name !== "lost+found",
    );
    if (others.length > 0)
      throw new BackupRefused(
        `${folder} is no folder of backups, and it is not empty (${others.slice(0, 5).join(", ")}): choose an empty one`,
      );
    const key = passphrase === undefined ? undefined : await makeKey(passphrase);
    const encryption = key?.parameters ?? null;
    await writeRecord(folder, { format: manifestFormat, installation, database, encryption });
    return key;
  }
  if (record.format > manifestFormat)
    throw new BackupRefused(`the backups in ${folder} were made by a newer version of Nihol`);
  if (record.installation !== installation)
    throw new BackupRefused(
      `the backups in ${folder} are those of another installation (${record.installation}): choose an empty folder`,
    );
  const key = await keyFor(folder, record, passphrase);
  if (record.database !== database) {
    if (!owner.isAdopted)
      throw new BackupRefused(
        `the backups in ${folder} are those of another copy of this database, which was restored, copied or moved since. If that one is gone for good, give the folder to this one:\n  npm run nihol -- backup --adopt ${folder}`,
      );
    await writeRecord(folder, { ...record, database });
  }
  return key;
}

/** A backup that lies in a folder of backups. */
export interface BackupPlace {
  /** The folder of backups. */
  folder: string;
  /** The backup's own folder. */
  dir: string;
}

/**
 * Finds a backup by the path of its own folder, or the newest in a folder of backups.
 * @throws BackupRefused
 */
export async function findBackup(path: string): Promise<BackupPlace> {
  const names = await listBackups(path);
  const newest = names.at(-1);
  if (newest !== undefined) return { folder: path, dir: join(path, newest) };
  await readRawManifest(path);
  return { folder: join(path, ".."), dir: path };
}

/** The newest backup that can be read, for what is taken over from it. Undefined when there is none. */
export async function findNewest(folder: string): Promise<Manifest | undefined> {
  for (const name of (await listBackups(folder)).reverse()) {
    const raw = await readRawManifest(join(folder, name)).catch(() => undefined);
    if (raw) return raw.manifest;
  }
  return undefined;
}

/** Removes what killed backups left. Only with the lock of all who make backups. */
export async function clearUnfinished(folder: string): Promise<void> {
  for (const dir of [folder, join(folder, objectsName)])
    for (const name of await readdir(dir).catch(() => []))
      if (name.startsWith(unfinished)) await rm(join(dir, name), { recursive: true, force: true });
}

/** Says which copies the backups that stay need. @throws where a backup cannot be read */
export type NamesOf = (dir: string) => Promise<Iterable<string>>;

/**
 * Deletes the oldest backups beyond a number, and copies that no backup needs any more. While one of those that stay
 * cannot be read, no copy goes. The one that was just made stays, also beside names of a later time, which a clock that
 * was ahead has left.
 * @returns how many backups and copies went
 */
export async function pruneBackups(
  folder: string,
  { keep, made }: { keep: number; made?: string },
  namesOf: NamesOf,
) {
  const names = await listBackups(folder);
  const old = names.filter((name) => name !== made).slice(0, Math.max(0, names.length - keep));
  for (const name of old) {
    // No backup any more before its first file goes.
    const gone = join(folder, `${unfinished}${name}`);
    await rename(join(folder, name), gone);
    await rm(gone, { recursive: true, force: true });
  }
  if (old.length === 0) return { backups: 0, copies: 0 };
  const needed = new Set<string>();
  for (const name of await listBackups(folder))
    for (const object of await namesOf(join(folder, name))) needed.add(object);
  let copies = 0;
  const root = join(folder, objectsName);
  for (const prefix of await readdir(root).catch(() => []))
    for (const name of await readdir(join(root, prefix)).catch(() => []))
      if (copyName.test(name) && !needed.has(name)) {
        await rm(join(root, prefix, name), { force: true });
        copies++;
      }
  return { backups: old.length, copies };
}

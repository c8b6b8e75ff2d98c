/** Verifies a backup whole: every byte of it is read, decrypted, unpacked and compared with its hash. */
import { createWriteStream } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readMigrations } from "@nihol/db/migrate";
import { type BackupKey, BackupRefused, objectName, openKey } from "./backup-cipher.ts";
import { type BackupPlace, findBackup, objectPath } from "./backup-folder.ts";
import { checkSeal, type Manifest, readRawManifest } from "./backup-manifest.ts";
import { readObject, readPart } from "./backup-parts.ts";
import { tableFile } from "./dump-tables.ts";
import { type ListedFile, readAnchorsPart, readFileList } from "./file-list.ts";

/** A backup whose manifest is its own, with its key. */
export interface OpenBackup extends BackupPlace {
  manifest: Manifest;
  key: BackupKey | undefined;
  /** Files, by the list. */
  files: ListedFile[];
}

async function keyOf(manifest: Manifest, passphrase: string | undefined) {
  if (manifest.encryption === null) {
    if (passphrase === undefined) return undefined;
    // Somebody without the key could have put it there.
    throw new BackupRefused(
      `the backup ${manifest.name} is not encrypted, and a key is set: unset NIHOL_BACKUP_KEY_FILE if that is meant`,
    );
  }
  if (passphrase === undefined)
    throw new BackupRefused(
      `the backup ${manifest.name} is encrypted: set NIHOL_BACKUP_KEY_FILE to the file with its key`,
    );
  return openKey(passphrase, manifest.encryption);
}

/** @throws BackupRefused for migrations that this version does not know */
async function checkMigrations({ name, migrations }: Manifest) {
  const known = new Map((await readMigrations()).map((one) => [one.name, one.sha256]));
  const newer = migrations.find((one) => !known.has(one.name));
  if (newer)
    throw new BackupRefused(
      `the backup ${name} was made by a newer version of Nihol (its database has the migration ${newer.name}): use that version`,
    );
  const edited = migrations.find((one) => known.get(one.name) !== one.sha256);
  if (edited)
    throw new BackupRefused(
      `the backup ${name} was made by another version of Nihol: its migration ${edited.name} is not that of this one`,
    );
}

/**
 * Opens a backup by the path of its folder, or the newest in a folder of backups, as far as its manifest and lists go.
 * @throws BackupRefused when it is none, damaged, newer, or its key is another one
 */
export async function openBackup(
  path: string,
  passphrase: string | undefined,
): Promise<OpenBackup> {
  const place = await findBackup(path);
  const raw = await readRawManifest(place.dir);
  const { manifest } = raw;
  const key = await keyOf(manifest, passphrase);
  checkSeal(raw, key);
  await checkMigrations(manifest);
  const files = await readFileList(place.dir, manifest, key);
  if (files.length !== manifest.files.count)
    throw new BackupRefused("the list of files is damaged: it has another number of files");
  return { ...place, manifest, key, files };
}

const readWhole = (stream: Readable) => pipeline(stream, createWriteStream(devNull));

/** Content of a file of a backup; the stream fails with BackupRefused where it is not what was copied. */
export function readFileOf({ folder, key }: OpenBackup, { sha256, size }: ListedFile): Readable {
  const path = objectPath(folder, objectName(sha256, key));
  return readObject(path, path, { size, sha256 }, key);
}

/** Rows of a table of a backup, as COPY reads them. */
export const readTableOf = (
  { dir, key }: OpenBackup,
  table: Manifest["tables"][number],
): Readable => readPart(join(dir, tableFile(table.table)), `the table ${table.table}`, table, key);

/** What was read. */
export interface VerifiedBackup {
  rows: number;
  /** Bytes of tables and files, unpacked. */
  bytes: number;
}

const maxNamed = 20;

/**
 * Reads every byte of an opened backup; `onDamaged` hears of each file whose copy is not what was copied.
 * @throws BackupRefused naming what is damaged or missing, at most twenty things; the signal's reason when it aborts
 */
export async function verifyBackup(
  backup: OpenBackup,
  signal?: AbortSignal,
  onDamaged?: (file: ListedFile) => void,
): Promise<VerifiedBackup> {
  const { manifest } = backup;
  const wrong: string[] = [];
  const note = (error: Error) => {
    if (wrong.length < maxNamed) wrong.push(error.message);
  };
  await readAnchorsPart(backup.dir, manifest, backup.key).catch(note);
  for (const table of manifest.tables) await readWhole(readTableOf(backup, table)).catch(note);
  const seen = new Set<string>();
  for (const file of backup.files) {
    signal?.throwIfAborted();
    if (seen.has(file.sha256)) continue;
    seen.add(file.sha256);
    await readWhole(readFileOf(backup, file)).catch((error) => {
      note(error);
      onDamaged?.(file);
    });
  }
  if (wrong.length > 0)
    throw new BackupRefused(
      `the backup ${manifest.name} is damaged or cut; nothing of it can be restored:\n  ${wrong.join("\n  ")}`,
    );
  return {
    rows: manifest.tables.reduce((sum, { lines }) => sum + lines, 0),
    bytes: manifest.tables.reduce((sum, { size }) => sum + size, manifest.files.bytes),
  };
}

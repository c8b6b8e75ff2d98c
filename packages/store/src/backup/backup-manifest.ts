/** The manifest of a backup: what it holds, by hash, sealed by a hash of its own. */
import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type BackupKey,
  BackupRefused,
  isEqual,
  type KeyParameters,
  keyedSeal,
} from "./backup-cipher.ts";
import type { PartFacts } from "./backup-parts.ts";

/** Rows of a table, as COPY writes them as text. */
export interface TablePart extends PartFacts {
  table: string;
  columns: string[];
}

/** Where a sequence of numbers stood. */
export interface SequenceState {
  name: string;
  /** Digits: numbers of 64 bits. Null while no number was given. */
  last: string | null;
}

/** Everything that one backup holds. */
export interface Manifest {
  format: number;
  /** Name of its folder. */
  name: string;
  /** ISO 8601, UTC: the moment of database and files. */
  at: string;
  installation: string;
  /** Identity of the database that it was made of. */
  database: string;
  encryption: KeyParameters | null;
  /** Time zone of local days (`programme_zone`): a function of the database, and not a row. Null before there was one. */
  zone: string | null;
  migrations: { name: string; sha256: string }[];
  tables: TablePart[];
  sequences: SequenceState[];
  /** List of files, one a line. */
  files: PartFacts & {
    count: number;
    /** Bytes of all files. */
    bytes: number;
    /** Files that rows name and that were not there. */
    missing: number;
  };
  /** Anchors of the audit log. */
  anchors: PartFacts;
}

/** Newest form that this version reads and the one that it writes. */
export const manifestFormat = 1;
export const manifestName = "manifest.json";
const product = "nihol backup";

const plainSeal = (text: string) => createHash("sha256").update(text).digest("hex");

/** Writes it as the last file of a backup. */
export async function writeManifest(dir: string, manifest: Manifest, key: BackupKey | undefined) {
  const text = JSON.stringify({ product, ...manifest });
  const seal = key ? keyedSeal(key, text) : plainSeal(text);
  await using file = await open(join(dir, manifestName), "wx", 0o640);
  await file.writeFile(`${text}\n${seal}\n`);
  await file.sync();
}

/** A manifest as it lies there, before its seal was compared. */
export interface RawManifest {
  text: string;
  seal: string;
  manifest: Manifest;
}

const identifier = /^[a-z_][a-z0-9_]{0,62}$/;
const isText = (value: unknown): value is string => typeof value === "string";
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
const isHash = (value: unknown) => isText(value) && /^[0-9a-f]{64}$/.test(value);

function isPart(part: PartFacts): boolean {
  return isCount(part?.size) && isCount(part.lines) && isHash(part.sha256);
}

/** Says whether every field is of its kind: names become paths and SQL. */
function isManifest(read: Manifest): boolean {
  const { encryption: key } = read;
  return (
    [read.name, read.at, read.installation, read.database].every(isText) &&
    (read.zone === null || isText(read.zone)) &&
    (key === null ||
      ([key?.n, key?.r, key?.p].every(isCount) && isText(key.salt) && isHash(key.check))) &&
    read.migrations.every(({ name, sha256 }) => isText(name) && isHash(sha256)) &&
    read.tables.every(
      (part) =>
        isPart(part) &&
        identifier.test(part.table) &&
        part.columns.every((name) => identifier.test(name)),
    ) &&
    read.sequences.every(
      ({ name, last }) => identifier.test(name) && (last === null || /^-?\d{1,19}$/.test(last)),
    ) &&
    isPart(read.files) &&
    [read.files.count, read.files.bytes, read.files.missing].every(isCount) &&
    isPart(read.anchors)
  );
}

/**
 * Reads a manifest as far as it can be read without a key.
 * @throws BackupRefused for what is no backup, is damaged, or was made by a newer version
 */
export async function readRawManifest(dir: string): Promise<RawManifest> {
  const path = join(dir, manifestName);
  const whole = await readFile(path, "utf8").catch(() => undefined);
  if (whole === undefined)
    throw new BackupRefused(`${dir} is no backup: it has no ${manifestName}`);
  const [text = "", seal = "", rest] = whole.split("\n");
  let read: (Manifest & { product?: unknown }) | undefined;
  try {
    read = JSON.parse(text);
  } catch {
    throw new BackupRefused(`${path} is damaged or cut`);
  }
  if (read?.product !== product)
    throw new BackupRefused(`${dir} is no backup of Nihol: ${manifestName} is another program's`);
  if (!isCount(read.format)) throw new BackupRefused(`${path} is damaged`);
  if (read.format > manifestFormat)
    throw new BackupRefused(
      `the backup in ${dir} was made by a newer version of Nihol (form ${read.format}): use that version`,
    );
  const isWhole = rest === "" && (read.encryption !== null || isEqual(seal, plainSeal(text)));
  let isKnown = false;
  try {
    isKnown = isManifest(read);
  } catch {
    // A field that is not there.
  }
  if (!isWhole || !isKnown) throw new BackupRefused(`${path} is damaged: its seal does not fit`);
  return { text, seal, manifest: read };
}

/** Compares the seal of an encrypted backup's manifest. @throws BackupRefused */
export function checkSeal({ text, seal, manifest }: RawManifest, key: BackupKey | undefined): void {
  if (!key) return;
  if (!isEqual(seal, keyedSeal(key, text)))
    throw new BackupRefused(
      `the manifest of the backup ${manifest.name} is damaged: its seal does not fit`,
    );
}

/** Copies the files of a moment into a folder of backups; what did not change since the last one is not read again. */
import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { codeOf } from "@nihol/contract/values/thrown";
import type { Db } from "@nihol/db/connection";
import { FileMissing, type FileStore, type StoredFile } from "../files/file-store.ts";
import { listNamed, namedOf } from "../files/reconcile-files.ts";
import { syncFolder } from "../files/sync-folder.ts";
import type { TrashedFile } from "../files/trash.ts";
import { type BackupKey, objectName } from "./backup-cipher.ts";
import { objectPath, objectsName, unfinished } from "./backup-folder.ts";
import { storedSize, writeObject } from "./backup-parts.ts";
import type { ListedFile } from "./file-list.ts";

/** Tiles of other servers: they are fetched again. */
const leftOut = ["base-layer"];
const batch = 1000;
/** Files read at once: more keep a disk busy no better. */
const readers = 3;

/** Keys of a moment. */
export interface FilesOfMoment {
  listed: StoredFile[];
  /** Named by a row of the snapshot and not in its place: the trash may hold it. */
  absent: string[];
}

/**
 * Lists the files of a snapshot: those that its rows name, and all that was there before it.
 * @param trx transaction of the snapshot
 */
export async function listFilesOf(trx: Db, files: FileStore, at: Date): Promise<FilesOfMoment> {
  const listed: StoredFile[] = [];
  const young: StoredFile[] = [];
  for await (const file of files.list("")) {
    if (leftOut.includes(file.key.split("/")[0] ?? "")) continue;
    if (file.modifiedAt < at) listed.push(file);
    else young.push(file);
  }
  while (young.length > 0) {
    const some = young.splice(0, batch);
    const named = await namedOf(
      trx,
      some.map(({ key }) => key),
    );
    listed.push(...some.filter(({ key }) => named.has(key)));
  }
  listed.sort((a, b) => (a.key < b.key ? -1 : 1));
  const keys = new Set(listed.map(({ key }) => key));
  const absent = (await listNamed(trx, null)).filter((key) => !keys.has(key));
  return { listed, absent };
}

/** Result of copying. */
export interface CopiedFiles {
  files: ListedFile[];
  /** Copied now, in number and bytes; the others were there from earlier backups. */
  copied: { count: number; bytes: number };
  /** Keys that rows name and that are nowhere. */
  missing: string[];
}

interface CopyTarget {
  folder: string;
  key: BackupKey | undefined;
  /** Files of the last backup, by key. */
  last: ReadonlyMap<string, ListedFile>;
}

/** What encryption adds to a file of `size` bytes. */
function sizeOnDisk(size: number, key: BackupKey | undefined): number {
  if (!key) return size;
  const chunks = Math.max(1, Math.ceil(size / 2 ** 20));
  return 40 + size + 16 * chunks;
}

const isThere = async ({ folder, key }: CopyTarget, sha256: string, size: number) =>
  (await storedSize(objectPath(folder, objectName(sha256, key)))) === sizeOnDisk(size, key);

async function copyOne(target: CopyTarget, content: Readable) {
  const { folder, key } = target;
  const part = join(folder, objectsName, `${unfinished}${randomUUID()}`);
  try {
    const facts = await writeObject(part, content, key);
    if (await isThere(target, facts.sha256, facts.size)) return { ...facts, isNew: false };
    const place = objectPath(folder, objectName(facts.sha256, key));
    await mkdir(dirname(place), { recursive: true, mode: 0o750 });
    await rename(part, place);
    return { ...facts, isNew: true };
  } finally {
    await rm(part, { force: true });
  }
}

/** File to copy: when it was last written, and what is in it. */
interface Found {
  modifiedAt: Date;
  content: Readable;
}

/** @throws FileMissing */
async function find(files: FileStore, key: string): Promise<Found> {
  const stored = await files.stat(key);
  if (!stored) throw new FileMissing(`there is no file ${key}`);
  return { modifiedAt: stored.modifiedAt, content: await files.get(key) };
}

const isGone = (error: unknown) => error instanceof FileMissing || codeOf(error) === "ENOENT";

/** Copies all files of a moment. */
export async function copyFiles(
  { listed, absent }: FilesOfMoment,
  files: FileStore,
  target: CopyTarget,
  signal?: AbortSignal,
): Promise<CopiedFiles> {
  const root = join(target.folder, objectsName);
  await mkdir(root, { recursive: true, mode: 0o750 });
  const done: ListedFile[] = [];
  const copied = { count: 0, bytes: 0 };
  const lost = [...absent];

  async function copy(key: string, { modifiedAt, content }: Found) {
    const { isNew, size, sha256 } = await copyOne(target, content);
    done.push({ key, size, mtime: modifiedAt.getTime(), sha256 });
    if (isNew) {
      copied.count++;
      copied.bytes += size;
    }
  }
  const queue = listed.values();
  async function read() {
    for (const { key, size, modifiedAt: at } of queue) {
      signal?.throwIfAborted();
      const last = target.last.get(key);
      const isSame = last?.size === size && Math.abs(last.mtime - at.getTime()) < 1;
      if (last && isSame && (await isThere(target, last.sha256, size))) {
        done.push({ ...last });
        continue;
      }
      try {
        await copy(key, await find(files, key));
      } catch (error) {
        if (!isGone(error)) throw error;
        lost.push(key);
      }
    }
  }
  await Promise.all(Array.from({ length: readers }, read));
  const missing = await copyTrashed(files, lost, copy);
  await syncObjects(root, done, target.key);
  done.sort((a, b) => (a.key < b.key ? -1 : 1));
  return { files: done, copied, missing };
}

/** Copies what was deleted while the backup was made, from the trash. @returns the keys that are not there either */
async function copyTrashed(
  files: FileStore,
  keys: readonly string[],
  copy: (key: string, found: Found) => Promise<void>,
): Promise<string[]> {
  const wanted = new Set(keys);
  if (wanted.size === 0) return [];
  const trashed: TrashedFile[] = [];
  for await (const file of files.trash.list()) if (wanted.has(file.key)) trashed.push(file);
  // The newest of a key is the one that its row meant last.
  for (const file of trashed.reverse())
    if (wanted.has(file.key)) {
      await copy(file.key, { ...file, content: await files.trash.get(file) });
      wanted.delete(file.key);
    }
  return [...wanted].sort();
}

async function syncObjects(root: string, files: readonly ListedFile[], key: BackupKey | undefined) {
  const prefixes = new Set(files.map(({ sha256 }) => objectName(sha256, key).slice(0, 2)));
  for (const prefix of prefixes) await syncFolder(join(root, prefix));
  await syncFolder(root);
}

/** Where uploads, images and photos are kept, by key: a folder of this machine, or what answers the same calls. */

import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, rmdir, stat, utimes } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { codeOf } from "@nihol/contract/values/thrown";
import type { Arrivals } from "./arrivals.ts";
import { FilesAway } from "./files-away.ts";
import { folderNotes, type StoreNotes } from "./folder-notes.ts";
import { clearLeftBehind, ownName } from "./left-behind.ts";
import type { LinkedAnswer } from "./s3-links.ts";
import { syncFolder } from "./sync-folder.ts";
import { moveToTrash, openTrash, type Trash } from "./trash.ts";

/** File that the store keeps. */
export interface StoredFile {
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/** Content of a file: its bytes, a stream of them, or a file of this machine that is moved in. */
export type FileSource = Uint8Array | Readable | { moveFrom: string };

/** Facts of a file that is brought from elsewhere. */
interface PutFacts {
  /** Kept where the store can: a folder does. */
  modifiedAt?: Date;
}

/**
 * Files by key: parts of letters, digits and `. _ - =`, joined by `/`, as in
 * `photo/2026/17.webp`. Every call throws InvalidKey for another key.
 */
export interface FileStore {
  /**
   * Keeps a file whole or not at all, and on disk when it returns; an older one is replaced, and lies in the trash
   * where `delete` would move it there.
   * @throws DiskFull with nothing left behind; what the stream throws
   */
  put: (key: string, source: FileSource, facts?: PutFacts) => Promise<StoredFile>;
  /**
   * A stream of its bytes, or of `start` to `end`, both included, counted from 0.
   * @throws FileMissing
   */
  get: (key: string, range?: { start: number; end?: number }) => Promise<Readable>;
  /**
   * Path on this machine, for programs that read files (GDAL, sharp); it stays for half an hour after it was asked for
   * last, for five minutes where the disk is full. There is no file where the store has none: whoever opens it notices.
   * @throws DiskFull where there is no room for a copy
   */
  local: (key: string) => Promise<string>;
  /** The same for work that may last longer: it stays until it is let go. */
  hold: (key: string) => Promise<HeldFile>;
  /**
   * Address at which a browser fetches a file past our servers, for five minutes; undefined for small ones, and where
   * there is none. It is a secret: whoever has it gets the file.
   */
  link: (key: string, answer: LinkedAnswer) => Promise<string | undefined>;
  /** Origin of such addresses; undefined where there are none. */
  linkOrigin: string | undefined;
  /** Path on this machine for what arrives piece by piece, until `land`. In a folder it is the file itself. */
  landing: (key: string) => string;
  /** Uploads on their way, where servers do not see one another's `landing`; undefined where they do: in a folder. */
  arrivals: Arrivals | undefined;
  /**
   * Makes what lies at `landing` the file of its key, if it is not that already.
   * @param arrived SHA-256 of what `arrivals` brought: unchanged, it is not sent once more
   * @throws as `put`
   */
  land: (key: string, arrived?: string) => Promise<void>;
  /**
   * Puts a file back to where the one of `key` arrived, unless that lies there: a check begins anew.
   * @returns false where neither is on this machine or in the store; a folder does not look
   */
  unland: (key: string, from: string) => Promise<boolean>;
  /** Where the files lie, in words of messages: a folder, or an address. */
  place: string;
  /** Folder on the disk of this machine that files take, for those who ask how much room there is. */
  disk: string;
  notes: StoreNotes;
  /** Asks whether the store answers. @throws FilesAway; the signal's reason */
  check: (signal: AbortSignal) => Promise<void>;
  /** Names directly under a folder (`image`), in no order. */
  names: (folder: string) => Promise<string[]>;
  /** Undefined when there is none. */
  stat: (key: string) => Promise<StoredFile | undefined>;
  /**
   * Moves a file to the trash; one that can be made anew (map tiles, exports, tiles of other servers) goes for good.
   * @returns whether there was one. Folders left empty go too.
   */
  delete: (key: string) => Promise<boolean>;
  /** Deletes a file for good, for what its sender still has: a refused upload. @returns whether there was one */
  erase: (key: string) => Promise<boolean>;
  trash: Trash;
  /** A new folder of this process alone, on the disk of the store, for what will be put with `moveFrom`. */
  workFolder: () => Promise<{ dir: string; remove: () => Promise<void> }>;
  /** All files whose key begins with a folder (`photo/2026`), ordered by key; "" for all. */
  list: (folder: string) => AsyncGenerator<StoredFile>;
}

/** File of the store on this machine that stays until `await using` ends. */
export interface HeldFile extends AsyncDisposable {
  path: string;
}

/** Store in a folder of this machine. */
export interface FolderStore extends FileStore {
  /** Path of a key, whether it exists or not. */
  path: (key: string) => string;
}

/** The disk, or the person's share of it, is used up. */
export class DiskFull extends Error {
  override name = "DiskFull";
}

/** There is no file of this key. */
export class FileMissing extends Error {
  override name = "FileMissing";
}

/** Tells a file that is gone from other failures, also where its path (`local`) was opened by a program. */
export const isFileMissing = (error: unknown): boolean =>
  error instanceof FileMissing || codeOf(error) === "ENOENT";

/** A key that is not one: it must never become a path outside the store. */
export class InvalidKey extends Error {
  override name = "InvalidKey";
}

const keyPart = /^[A-Za-z0-9_=-][A-Za-z0-9._=-]*$/;
// Parts never begin with a dot, so no key can reach this folder.
const incomingName = ".incoming";

/** Tells whether a name is one of a file: `checkKey` without throwing. */
export const isFileKey = (name: string) =>
  name.length <= 512 && name.split("/").every((part) => part.length <= 200 && keyPart.test(part));

export function checkKey(key: string): string {
  if (!isFileKey(key))
    throw new InvalidKey(`not a key of a file: ${JSON.stringify(key.slice(0, 100))}`);
  return key;
}

/** Tells whether a file goes through the trash: people brought it, or it took hours to make. */
export const isTrashed = (key: string) =>
  /^(attachment|image|photo|upload|watch)\//.test(key) && !/^image\/\d+\/display\//.test(key);

export function asDiskFull(error: unknown): unknown {
  const full = ["ENOSPC", "EDQUOT", "EFBIG"].includes(codeOf(error) ?? "");
  return full ? new DiskFull("there is no space left for files", { cause: error }) : error;
}

async function write(source: FileSource, path: string): Promise<void> {
  if (!(source instanceof Readable) && "moveFrom" in source) {
    try {
      await rename(source.moveFrom, path);
    } catch (error) {
      if (codeOf(error) !== "EXDEV") throw error;
      // Another disk: copy, and delete the original only when the copy is complete.
      await pipeline(createReadStream(source.moveFrom), createWriteStream(path));
    }
  } else {
    const bytes = source instanceof Readable ? source : [source];
    await pipeline(bytes, createWriteStream(path, { flags: "wx" }));
  }
  await using file = await open(path, "r+");
  await file.sync();
}

async function fileAt(key: string, path: string): Promise<StoredFile | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  return { key, size: found.size, modifiedAt: found.mtime };
}

async function* walk(root: string, folder: string): AsyncGenerator<StoredFile> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name } of entries) {
    if (!keyPart.test(name)) continue;
    const key = folder === "" ? name : `${folder}/${name}`;
    const file = await fileAt(key, join(root, key));
    if (file) yield file;
    else yield* walk(root, key);
  }
}

async function removeEmptyFolders(root: string, from: string): Promise<void> {
  for (let dir = from; dir.startsWith(root + sep); dir = dirname(dir)) {
    // It fails for a folder that is not empty, which ends the walk upwards.
    if (
      !(await rmdir(dir).then(
        () => true,
        () => false,
      ))
    )
      return;
  }
}

/** Notes the key of a file before its first byte is stored. */
export type NoteFile = (key: string) => Promise<void>;

/**
 * Opens a store in a folder, making it when it is missing. Several processes may share one.
 * @param note called before a file is put that would go through the trash
 */
export async function openFileStore(dir: string, note?: NoteFile): Promise<FolderStore> {
  const root = resolve(dir);
  const incoming = join(root, incomingName);
  await mkdir(incoming, { recursive: true, mode: 0o750 });
  await clearLeftBehind(incoming);
  const pathOf = (key: string) => join(root, ...checkKey(key).split("/"));
  async function erase(key: string): Promise<boolean> {
    const path = pathOf(key);
    if (!(await fileAt(key, path))) return false;
    await rm(path, { force: true });
    await removeEmptyFolders(root, dirname(path));
    return true;
  }

  const store: FolderStore = {
    async put(key, source, { modifiedAt } = {}) {
      const path = pathOf(key);
      const part = join(incoming, `${ownName("put")}.${randomUUID()}`);
      if (isTrashed(key)) await note?.(key);
      try {
        await write(source, part);
        if (modifiedAt) await utimes(part, modifiedAt, modifiedAt);
        // A neighbour's delete may remove the folder in between: make it again, once more.
        if (isTrashed(key) && (await fileAt(key, path))) await moveToTrash(root, key, path);
        for (let tries = 3; ; tries--) {
          await mkdir(dirname(path), { recursive: true });
          const moved = await rename(part, path).then(
            () => true,
            (error) => {
              if (codeOf(error) !== "ENOENT" || tries === 0) throw error;
              return false;
            },
          );
          if (moved) break;
        }
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(part, { force: true });
        throw asDiskFull(error);
      }
      if (!(source instanceof Readable) && "moveFrom" in source)
        await rm(source.moveFrom, { force: true });
      const file = await fileAt(key, path);
      if (!file) throw new FileMissing(`${key} was removed while it was put`);
      return file;
    },
    async get(key, range) {
      const path = pathOf(key);
      if (!(await fileAt(key, path))) throw new FileMissing(`there is no file ${key}`);
      return createReadStream(path, range ?? {});
    },
    path: pathOf,
    local: async (key) => pathOf(key),
    hold: async (key) => ({ path: pathOf(key), [Symbol.asyncDispose]: async () => {} }),
    link: async () => undefined,
    linkOrigin: undefined,
    landing: pathOf,
    arrivals: undefined,
    land: async () => {},
    async unland(key, from) {
      if (from !== key) await store.put(key, { moveFrom: pathOf(from) });
      return true;
    },
    place: root,
    disk: root,
    notes: folderNotes(root),
    async check() {
      await readdir(incoming).catch((error: Error) => {
        throw new FilesAway(`${root} cannot be read: ${error.message}`);
      });
    },
    names: (folder) => readdir(join(root, checkKey(folder))).catch((): string[] => []),
    stat: async (key) => fileAt(key, pathOf(key)),
    async delete(key) {
      const path = pathOf(key);
      if (!isTrashed(key)) return erase(key);
      if (!(await fileAt(key, path)) || !(await moveToTrash(root, key, path))) return false;
      await removeEmptyFolders(root, dirname(path));
      return true;
    },
    erase,
    trash: openTrash(root, pathOf),
    async workFolder() {
      const dir = join(incoming, `${ownName("work")}.${randomUUID()}`);
      await mkdir(dir, { mode: 0o700 });
      return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
    },
    async *list(folder) {
      yield* walk(root, folder === "" ? "" : checkKey(folder.replace(/\/$/, "")));
    },
  };
  return store;
}

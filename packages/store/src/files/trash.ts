/** The trash of the file store: `.trash/2026-11-27/<key>~<time>`. What lies there can come back. */
import { createReadStream } from "node:fs";
import { link, mkdir, readdir, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { codeOf } from "@nihol/contract/values/thrown";
import { syncFolder } from "./sync-folder.ts";

/** File in the trash. */
export interface TrashedFile {
  key: string;
  /** Bytes. */
  size: number;
  trashedAt: Date;
  /** Folder of the trash that holds it: the day it came, UTC. */
  day: string;
  /** When it was last written. */
  modifiedAt: Date;
  /** Where it lies; the store's own matter. */
  path: string;
}

/** Files that were let go. */
export interface Trash {
  /** All of them, oldest day first. */
  list: () => AsyncGenerator<TrashedFile>;
  get: (file: TrashedFile) => Promise<Readable>;
  /** Moves one back to its key. @returns false when another file stands there or it is gone */
  restore: (file: TrashedFile) => Promise<boolean>;
  /**
   * Deletes for good the oldest day, when it lies before a moment. One day at a call: a clock that is years ahead must
   * not empty the trash at once. @returns the day with its number of files and bytes; undefined when none is old enough
   */
  purgeOldest: (before: Date) => Promise<{ day: string; files: number; bytes: number } | undefined>;
}

// Parts of a key never begin with a dot, so no key can reach this folder.
const trashName = ".trash";
const trashedName = /^(.+)~([0-9a-z]+)$/;
const dayName = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Moves the file of a key into the trash of its store, in one step: a kill leaves it here or there.
 * @returns false when there was none
 */
export async function moveToTrash(root: string, key: string, path: string): Promise<boolean> {
  const now = new Date();
  const day = now.toISOString().slice(0, 10);
  const target = join(root, trashName, day, ...`${key}~${now.getTime().toString(36)}`.split("/"));
  for (let tries = 3; ; tries--) {
    await mkdir(dirname(target), { recursive: true, mode: 0o750 });
    try {
      await rename(path, target);
      break;
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
      if (!(await stat(path).catch(() => undefined))) return false;
      if (tries === 0) throw error;
    }
  }
  await syncFolder(dirname(target));
  return true;
}

/** Opens the trash of a store. `pathOf` gives the place of a key. */
export function openTrash(root: string, pathOf: (key: string) => string): Trash {
  const folder = join(root, trashName);

  async function* walk(day: string, inside: string): AsyncGenerator<TrashedFile> {
    const entries = await readdir(join(folder, day, inside), { withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of entries) {
      const place = inside === "" ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory()) {
        yield* walk(day, place);
        continue;
      }
      const [, key, time] = trashedName.exec(place) ?? [];
      const path = join(folder, day, place);
      const found = key && time && (await stat(path).catch(() => undefined));
      if (!found) continue;
      const trashedAt = new Date(Number.parseInt(time, 36));
      yield { key, size: found.size, trashedAt, day, modifiedAt: found.mtime, path };
    }
  }

  async function days(): Promise<string[]> {
    const names = await readdir(folder).catch(() => []);
    return names.filter((name) => dayName.test(name)).sort();
  }

  return {
    async *list() {
      for (const day of await days()) yield* walk(day, "");
    },
    get: async ({ path }) => createReadStream(path),
    async restore({ key, path }) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true });
      try {
        // A second name first: a kill in between leaves two names of one file, never none.
        await link(path, target);
      } catch (error) {
        if (["EEXIST", "ENOENT"].includes(codeOf(error) ?? "")) return false;
        // A disk without hard links.
        if (await stat(target).catch(() => undefined)) return false;
        await rename(path, target);
      }
      await unlink(path).catch(() => {});
      await syncFolder(dirname(target));
      return true;
    },
    async purgeOldest(before) {
      const day = (await days())[0];
      // The day itself must be over as well.
      if (!day || Date.parse(day) + 86_400_000 > before.getTime()) return undefined;
      let files = 0;
      let bytes = 0;
      for await (const { size } of walk(day, "")) {
        files++;
        bytes += size;
      }
      await rm(join(folder, day), { recursive: true, force: true });
      return { day, files, bytes };
    },
  };
}

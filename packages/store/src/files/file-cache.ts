/**
 * Copies of files of a store elsewhere, on this machine, for programs that read a path. Processes of a machine share
 * them: when one was used last is its file's access time, so nobody has to ask another.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { atOnce } from "./at-once.ts";
import { leftForDatabase, roomOn } from "./disk-room.ts";
import { asDiskFull, DiskFull } from "./file-store.ts";

/** Milliseconds that a copy stays after it was asked for last, while the disk has room. */
const leaseMs = 30 * 60_000;
/** Milliseconds that it stays where the disk has none: whoever needs it longer holds it. */
const shortLeaseMs = 5 * 60_000;
/** Milliseconds between renewals of a copy that is held, which other processes see by its access time alone. */
const renewMs = 60_000;
/** Files above this, in bytes, wait for one another; tiles and photos wait for none of them. */
const largeBytes = 64 * 1024 ** 2;
const largeAtOnce = 4;

/** Version of a file in the store. */
export interface CopyOf {
  key: string;
  /** Other words for another content. */
  version: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/** Copies of files. */
export interface FileCache {
  /** Path where the copy of a version lies or would lie: another version has another path. */
  pathOf: (file: Pick<CopyOf, "key" | "version">) => string;
  /** Path of a copy; `download` writes it to a new file where there is none. @throws DiskFull */
  copy: (file: CopyOf, download: (to: string) => Promise<void>) => Promise<string>;
  /** Takes a file of this machine for the copy, or removes it. */
  adopt: (file: CopyOf, from: string) => Promise<void>;
  /** Keeps a copy until the function that it returns is called. */
  hold: (path: string) => () => void;
}

interface Kept {
  path: string;
  size: number;
  usedAt: number;
}

async function* copiesIn(dir: string): AsyncGenerator<Kept> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) {
      yield* copiesIn(path);
      continue;
    }
    const found = await stat(path).catch(() => undefined);
    if (found) yield { path, size: found.size, usedAt: found.atimeMs };
  }
}

/** Lists copies, those used longest ago first, with the bytes of all. */
async function listCopies(dir: string) {
  const all: Kept[] = [];
  let bytes = 0;
  for await (const copy of copiesIn(dir)) {
    all.push(copy);
    bytes += copy.size;
  }
  all.sort((a, b) => a.usedAt - b.usedAt);
  return { all, bytes };
}

/** Removes what was used longest ago until `maxBytes` are left; what was used within the last half hour stays. */
export async function removeOldCopies(
  dir: string,
  maxBytes: number,
  now = Date.now(),
): Promise<void> {
  const { all, bytes } = await listCopies(dir);
  let left = bytes;
  for (const { path, size, usedAt } of all) {
    if (left <= maxBytes || usedAt > now - leaseMs) return;
    await rm(path, { force: true });
    left -= size;
  }
}

/** Removes what was used longest ago until so many bytes are freed; what anybody holds or has just asked for stays. */
async function freeBytes(dir: string, bytes: number, isHeld: (path: string) => boolean) {
  let left = bytes;
  for (const { path, size } of (await listCopies(dir)).all) {
    if (left <= 0) return;
    // Asked once more: another process may have taken it since it was listed.
    const usedAt = (await stat(path).catch(() => undefined))?.atimeMs;
    if (isHeld(path) || (usedAt ?? 0) > Date.now() - shortLeaseMs) continue;
    await rm(path, { force: true });
    left -= size;
  }
}

/**
 * @param dir folder of the copies of one store
 * @param newPath gives a path on the same disk for what is being fetched
 * @param maxBytes more is kept only while it is in use, and the disk has room
 * @param roomFor gives the bytes that may still be written to a folder of that disk
 */
export function openFileCache(
  dir: string,
  newPath: () => string,
  maxBytes: number,
  roomFor: (folder: string) => Promise<number> = roomOn,
): FileCache {
  const coming = new Map<string, Promise<string>>();
  const held = new Map<string, number>();
  /** Bytes of what is being fetched, by the path where it is written. */
  const fetching = new Map<string, number>();
  const amongLarge = atOnce(largeAtOnce);
  const oneByOne = atOnce(1);
  const folder = dirname(newPath());
  let added = Number.POSITIVE_INFINITY;

  function pathOf({ key, version }: Pick<CopyOf, "key" | "version">): string {
    const place = join(dir, ...key.split("/"));
    const hash = createHash("sha256").update(version).digest("hex").slice(0, 12);
    return join(dirname(place), `${hash}-${basename(place)}`);
  }

  /** Notes the use; false where there is none of this size. */
  async function use(path: string, { size, modifiedAt }: CopyOf): Promise<boolean> {
    const found = await stat(path).catch(() => undefined);
    if (found?.size !== size) return false;
    return utimes(path, new Date(), modifiedAt).then(
      () => true,
      () => false,
    );
  }

  async function makeRoom(size: number) {
    added += size;
    if (added < maxBytes / 50) return;
    added = 0;
    await removeOldCopies(dir, Math.max(0, maxBytes - size));
  }

  /** Bytes that lack on the disk until one more file fits beside what is being fetched; none where it is 0 or less. */
  async function missingFor(size: number): Promise<number> {
    let bytes = size + leftForDatabase;
    for (const [part, whole] of fetching) {
      const written = (await stat(part).catch(() => undefined))?.size ?? 0;
      bytes += Math.max(0, whole - written);
    }
    return bytes - (await roomFor(folder));
  }

  /** @throws DiskFull where no room can be made by removing copies that nobody holds */
  async function needRoom(size: number) {
    const missing = await missingFor(size);
    if (missing <= 0) return;
    await freeBytes(dir, missing, (path) => held.has(path));
    if ((await missingFor(size)) > 0)
      throw new DiskFull("there is no space left for copies of files");
  }

  async function place(from: string, path: string, file: CopyOf) {
    await mkdir(dirname(path), { recursive: true, mode: 0o750 });
    await utimes(from, new Date(), file.modifiedAt);
    await rename(from, path);
  }

  async function bring(path: string, file: CopyOf, download: (to: string) => Promise<void>) {
    await makeRoom(file.size);
    const part = newPath();
    // By turns, so that two do not count on the same room.
    await oneByOne(async () => {
      await needRoom(file.size);
      fetching.set(part, file.size);
    });
    try {
      await download(part);
      await place(part, path, file);
    } catch (error) {
      await rm(part, { force: true });
      throw asDiskFull(error);
    } finally {
      fetching.delete(part);
    }
    return path;
  }

  async function begin(path: string, file: CopyOf, download: (to: string) => Promise<void>) {
    if (file.size <= largeBytes) return bring(path, file, download);
    return amongLarge(() => bring(path, file, download));
  }

  return {
    pathOf,
    async copy(file, download) {
      const path = pathOf(file);
      if (await use(path, file)) return path;
      const going =
        coming.get(path) ?? begin(path, file, download).finally(() => coming.delete(path));
      coming.set(path, going);
      return going;
    },
    async adopt(file, from) {
      try {
        if (file.size > maxBytes) return;
        await makeRoom(file.size);
        await needRoom(0);
        await place(from, pathOf(file), file);
      } catch {
        // From another disk, or without room: it is fetched when it is asked for.
      } finally {
        await rm(from, { force: true });
      }
    },
    hold(path) {
      const renew = () =>
        void stat(path)
          .then(({ mtime }) => utimes(path, new Date(), mtime))
          .catch(() => undefined);
      const timer = setInterval(renew, renewMs);
      timer.unref();
      held.set(path, (held.get(path) ?? 0) + 1);
      return () => {
        clearInterval(timer);
        const left = (held.get(path) ?? 0) - 1;
        if (left > 0) held.set(path, left);
        else held.delete(path);
      };
    },
  };
}

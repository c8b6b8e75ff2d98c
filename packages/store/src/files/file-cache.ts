/**
 * Copies of files of a store elsewhere, on this machine, for programs that read a path. Processes of a machine share
 * them: when one was used last is its file's access time, so nobody has to ask another.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { asDiskFull } from "./file-store.ts";

/** Milliseconds that a copy stays after it was asked for last, however full it is. */
const leaseMs = 30 * 60_000;
/** Milliseconds between renewals of a copy that is held. */
const renewMs = 5 * 60_000;

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
  /** Path of a copy; `download` writes it to a new file where there is none. */
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

/** Removes what was used longest ago until `maxBytes` are left; what was used within the last half hour stays. */
export async function removeOldCopies(
  dir: string,
  maxBytes: number,
  now = Date.now(),
): Promise<void> {
  const all: Kept[] = [];
  let bytes = 0;
  for await (const copy of copiesIn(dir)) {
    all.push(copy);
    bytes += copy.size;
  }
  all.sort((a, b) => a.usedAt - b.usedAt);
  for (const { path, size, usedAt } of all) {
    if (bytes <= maxBytes || usedAt > now - leaseMs) return;
    await rm(path, { force: true });
    bytes -= size;
  }
}

/**
 * @param dir folder of the copies of one store
 * @param newPath gives a path on the same disk for what is being fetched
 * @param maxBytes more is kept only while it is in use
 */
export function openFileCache(dir: string, newPath: () => string, maxBytes: number): FileCache {
  const coming = new Map<string, Promise<string>>();
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

  async function place(from: string, path: string, file: CopyOf) {
    await mkdir(dirname(path), { recursive: true, mode: 0o750 });
    await utimes(from, new Date(), file.modifiedAt);
    await rename(from, path);
  }

  async function bring(path: string, file: CopyOf, download: (to: string) => Promise<void>) {
    await makeRoom(file.size);
    const part = newPath();
    try {
      await download(part);
      await place(part, path, file);
    } catch (error) {
      await rm(part, { force: true });
      throw asDiskFull(error);
    }
    return path;
  }

  return {
    pathOf,
    async copy(file, download) {
      const path = pathOf(file);
      if (await use(path, file)) return path;
      const going =
        coming.get(path) ?? bring(path, file, download).finally(() => coming.delete(path));
      coming.set(path, going);
      return going;
    },
    async adopt(file, from) {
      try {
        if (file.size > maxBytes) return;
        await makeRoom(file.size);
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
      return () => clearInterval(timer);
    },
  };
}

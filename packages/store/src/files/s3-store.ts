/** Store in a bucket of any server that speaks S3. Programs that read a path get a copy on this machine. */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openFileCache } from "./file-cache.ts";
import {
  asDiskFull,
  checkKey,
  type FileSource,
  type FileStore,
  isFileKey,
  isTrashed,
  type NoteFile,
} from "./file-store.ts";
import { FilesAway } from "./files-away.ts";
import { clearLeftBehind, ownName } from "./left-behind.ts";
import { openArrivals } from "./s3-arrivals.ts";
import { keepLandingsClean, landingDays } from "./s3-landings.ts";
import { originOf } from "./s3-links.ts";
import { type ObjectHead, openObjects, type S3Limits } from "./s3-objects.ts";
import type { S3At } from "./s3-settings.ts";
import { copyToS3Trash, moveToS3Trash, openS3Trash } from "./s3-trash.ts";

/** Tries of one copy, each going on where the one before broke off. */
const downloadTries = 4;

/** Smaller files cost less than the second call. */
const linkedBytes = 1024 ** 2;

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Opens a store in a bucket. Several processes and machines may share one.
 * @param local folder of this machine for what arrives and for copies; not another store's
 * @param local.cacheBytes size of the copies
 * @param local.landingDays days that a broken upload lies here
 * @param note called before a file is put that would go through the trash
 */
export async function openS3Store(
  at: S3At,
  local: { dir: string; cacheBytes: number; landingDays?: number | undefined },
  note?: NoteFile,
  limits?: S3Limits,
): Promise<FileStore> {
  const objects = openObjects(at, limits);
  const incoming = join(local.dir, ".incoming");
  const landings = join(local.dir, ".landing");
  for (const dir of [incoming, landings]) await mkdir(dir, { recursive: true, mode: 0o750 });
  await clearLeftBehind(incoming);
  await keepLandingsClean(landings, local.landingDays ?? landingDays());
  const newPath = () => join(incoming, `${ownName("copy")}.${randomUUID()}`);
  const placeHash = createHash("sha256").update(`${at.endpoint} ${objects.place}`).digest("hex");
  const cacheDir = join(local.dir, ".cache", placeHash.slice(0, 12));
  const cache = openFileCache(cacheDir, newPath, local.cacheBytes);
  const landing = (key: string) => join(landings, ...checkKey(key).split("/"));
  const arrivals = openArrivals(objects, landing);
  const copyOf = ({ name, size, modifiedAt, etag }: ObjectHead) => ({
    ...{ key: name, version: `${etag} ${modifiedAt.getTime()}`, size, modifiedAt },
  });
  const storedOf = ({ name, size, modifiedAt }: ObjectHead) => ({ key: name, size, modifiedAt });

  /** Writes an object to a new file, going on after a broken line. @throws FilesAway where it is not what was put */
  async function download(head: ObjectHead, to: string): Promise<void> {
    for (let tries = downloadTries; ; ) {
      const start = (await stat(to).catch(() => ({ size: 0 }))).size;
      if (head.size > 0 && start >= head.size) break;
      try {
        const range = start > 0 ? { start } : undefined;
        const body = await objects.get(head.name, range, head.etag);
        await pipeline(body, createWriteStream(to, { flags: "a" }));
        break;
      } catch (error) {
        const now = (await stat(to).catch(() => ({ size: 0 }))).size;
        tries = now > start ? downloadTries : tries - 1;
        if (!(error instanceof FilesAway) || tries === 0) throw error;
      }
    }
    if (head.sha256 !== undefined && (await sha256Of(to)) !== head.sha256)
      throw new FilesAway(`${objects.place}: ${head.name} is not what was put there (SHA-256)`);
  }

  async function localCopy(key: string): Promise<string> {
    const head = await objects.head(checkKey(key));
    if (!head) return cache.pathOf({ key, version: "" });
    return cache.copy(copyOf(head), (to) => download(head, to));
  }

  /** A file of this machine with the bytes of a source. */
  async function fileOf(source: FileSource): Promise<string> {
    if (!(source instanceof Readable) && "moveFrom" in source) return source.moveFrom;
    const path = newPath();
    const bytes = source instanceof Readable ? source : [source];
    try {
      await pipeline(bytes, createWriteStream(path, { flags: "wx" }));
    } catch (error) {
      await rm(path, { force: true });
      throw asDiskFull(error);
    }
    return path;
  }

  /** @param arrived SHA-256 of what has arrived in the bucket: if this is it, the bucket copies it by itself */
  async function putFile(key: string, path: string, arrived?: string) {
    const sha256 = await sha256Of(path);
    // The old one stays until the new one takes its place: a failure leaves it where it was.
    if (isTrashed(key) && (await objects.head(key))) await copyToS3Trash(objects, key);
    if (sha256 === arrived) await arrivals.copyTo(key, sha256);
    else await objects.putFile(key, path, sha256);
    const head = await objects.head(key);
    if (head?.sha256 !== sha256)
      throw new FilesAway(`${objects.place}: ${key} is not what was put there`);
    return head;
  }

  async function erase(key: string): Promise<boolean> {
    await rm(landing(key), { force: true });
    if (!(await objects.head(key))) return false;
    await objects.remove(key);
    return true;
  }

  async function put(key: string, source: FileSource, arrived?: string) {
    checkKey(key);
    if (isTrashed(key)) await note?.(key);
    const isGiven = !(source instanceof Readable) && "moveFrom" in source;
    const path = await fileOf(source);
    try {
      const head = await putFile(key, path, arrived);
      await cache.adopt(copyOf(head), path);
      return storedOf(head);
    } catch (error) {
      if (!isGiven) await rm(path, { force: true });
      throw error;
    }
  }

  const store: FileStore = {
    put: (key, source) => put(key, source),
    get: (key, range) => objects.get(checkKey(key), range),
    local: localCopy,
    async hold(key) {
      const path = await localCopy(key);
      const release = cache.hold(path);
      return { path, [Symbol.asyncDispose]: async () => release() };
    },
    linkOrigin: at.publicUrl && originOf({ ...at, publicUrl: at.publicUrl }),
    async link(key, answer) {
      const head = at.publicUrl ? await objects.head(checkKey(key)) : undefined;
      return head && head.size >= linkedBytes ? objects.link(key, answer) : undefined;
    },
    landing,
    arrivals,
    async land(key, arrived) {
      const path = landing(key);
      if (await isThere(path)) await put(key, { moveFrom: path }, arrived);
    },
    async unland(key, from) {
      const path = landing(key);
      if (from === key && (await isThere(path))) return true;
      const head = await objects.head(from);
      if (!head) return false;
      const part = newPath();
      await download(head, part);
      await mkdir(dirname(path), { recursive: true });
      await rename(part, path);
      return true;
    },
    place: objects.place,
    disk: local.dir,
    notes: {
      read: objects.text,
      write: objects.putText,
      remove: async (name) => void (await objects.remove(name)),
    },
    async names(folder) {
      const found: string[] = [];
      const start = `${checkKey(folder)}/`;
      const add = (name: string) => found.push(name.slice(start.length).replace(/\/$/, ""));
      for await (const { name } of objects.list(start, add)) add(name);
      return found;
    },
    check: (signal) => objects.check(signal),
    async stat(key) {
      const head = await objects.head(checkKey(key));
      return head && storedOf(head);
    },
    async delete(key) {
      if (!isTrashed(checkKey(key))) return erase(key);
      await rm(landing(key), { force: true });
      if (!(await objects.head(key))) return false;
      await moveToS3Trash(objects, key);
      return true;
    },
    erase: (key) => erase(checkKey(key)),
    trash: openS3Trash(objects),
    async workFolder() {
      const dir = join(incoming, `${ownName("work")}.${randomUUID()}`);
      await mkdir(dir, { mode: 0o700 });
      return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
    },
    async *list(folder) {
      const below = folder === "" ? "" : `${checkKey(folder.replace(/\/$/, ""))}/`;
      for await (const { name, size, modifiedAt } of objects.list(below))
        if (isFileKey(name)) yield { key: name, size, modifiedAt };
    },
  };
  return store;
}

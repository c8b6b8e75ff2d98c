/**
 * Uploads that arrive piece by piece in a bucket, where every server reaches it: parts of an upload in parts, and the bytes after
 * the last whole one, too few for a part, as an object of their own (as tusd's s3store keeps them,
 * https://tus.github.io/tusd/storage-backends/aws-s3/). Names begin with a dot: no key reaches them, no list shows them.
 */
import { createHash, randomUUID } from "node:crypto";
import { constants, type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Arrivals, ArrivedPart } from "./arrivals.ts";
import { leftForDatabase, roomOn } from "./disk-room.ts";
import { DiskFull, FileMissing } from "./file-store.ts";
import { FilesAway } from "./files-away.ts";
import type { S3Objects } from "./s3-objects.ts";

const minPartBytes = 8 * 1024 ** 2;
/** Below the 10,000 that S3 allows. */
const partsMax = 9000;
/** Tries of one part that is fetched. */
const tries = 4;

const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const nameOf = (key: string) => `.arriving/${key}`;

/**
 * @param landing path of this machine for what arrives under a key
 * @param roomFor gives the bytes that may still be written to a folder of that disk
 */
export function openArrivals(
  objects: S3Objects,
  landing: (key: string) => string,
  roomFor: (folder: string) => Promise<number> = roomOn,
): Arrivals {
  async function openLanding(key: string): Promise<FileHandle> {
    const path = landing(key);
    await mkdir(dirname(path), { recursive: true });
    return open(path, constants.O_RDWR | constants.O_CREAT, 0o640);
  }

  /** Says whether the disk has room for so many bytes of a file, and the database's beside them. */
  const hasRoom = async (key: string, bytes: number) =>
    (await roomFor(dirname(landing(key)))) >= bytes + leftForDatabase;

  async function keepHere(key: string, bytes: Uint8Array, at: number): Promise<void> {
    await using file = await openLanding(key);
    if (await hasRoom(key, bytes.length)) await file.write(bytes, 0, bytes.length, at);
  }

  async function fetched(name: string, start: number, { bytes, sha256 }: ArrivedPart) {
    for (let left = tries; ; left--) {
      try {
        const body = await objects.get(name, { start, end: start + bytes - 1 });
        const got = await buffer(body);
        return sha256Of(got) === sha256 ? got : undefined;
      } catch (error) {
        if (!(error instanceof FilesAway) || left === 1) throw error;
      }
    }
  }

  /** One object of all parts, unless a killed server has made it already. */
  async function join(key: string, multipart: string, parts: readonly ArrivedPart[]) {
    const name = nameOf(key);
    const size = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    if ((await objects.head(name))?.size === size) return true;
    try {
      await objects.parts.end(name, multipart, parts);
      return true;
    } catch (error) {
      if (error instanceof FileMissing) return (await objects.head(name))?.size === size;
      throw error;
    }
  }

  return {
    partBytes: (size) => Math.max(minPartBytes, Math.ceil(size / partsMax)),
    begin: (key) => objects.parts.begin(nameOf(key)),
    abort: (key, multipart) => objects.optional(objects.parts.abort(nameOf(key), multipart)),
    async put(key, multipart, { number, at, bytes }) {
      const sha256 = sha256Of(bytes);
      const part = await objects.parts.put(nameOf(key), multipart, { number, bytes, sha256 });
      // Spares fetching it again if this server checks the file.
      await keepHere(key, bytes, at).catch(() => undefined);
      return { ...part, bytes: bytes.length };
    },
    async putTail(key, bytes) {
      const tail = { name: `${nameOf(key)}.${randomUUID()}`, sha256: sha256Of(bytes) };
      await objects.putBytes(tail.name, bytes, tail.sha256);
      return tail;
    },
    async tail({ name, sha256 }) {
      const bytes = await buffer(await objects.get(name));
      if (sha256Of(bytes) === sha256) return bytes;
      throw new FileMissing(`${objects.place}: ${name} is not what was put there (SHA-256)`);
    },
    removeTail: async ({ name }) => void (await objects.remove(name)),
    async bring(key, multipart, parts) {
      if (!(await join(key, multipart, parts))) return undefined;
      const whole = createHash("sha256");
      await using file = await openLanding(key);
      let at = 0;
      for (const part of parts) {
        const here = Buffer.alloc(part.bytes);
        const { bytesRead } = await file.read(here, 0, part.bytes, at);
        const isHere = bytesRead === part.bytes && sha256Of(here) === part.sha256;
        if (!isHere && !(await hasRoom(key, part.bytes)))
          throw new DiskFull(`there is no space left to fetch ${key}`);
        const bytes = isHere ? here : await fetched(nameOf(key), at, part);
        if (!bytes) return undefined;
        if (!isHere) await file.write(bytes, 0, bytes.length, at);
        whole.update(bytes);
        at += part.bytes;
      }
      await file.truncate(at);
      await file.sync();
      return whole.digest("hex");
    },
    copyTo: (key, sha256) => objects.copy(nameOf(key), key, sha256),
    async drop(key, multipart) {
      if (multipart !== null) await objects.optional(objects.parts.abort(nameOf(key), multipart));
      for await (const { name } of objects.list(nameOf(key))) await objects.remove(name);
    },
    async keysBefore(time) {
      const keys = new Set<string>();
      const start = nameOf("");
      for await (const { name, modifiedAt } of objects.list(start))
        if (modifiedAt < time) keys.add(name.slice(start.length).replace(/\..*$/, ""));
      return keys;
    },
  };
}

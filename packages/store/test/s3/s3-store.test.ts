/** The store in a bucket of a server that is not ours: what it keeps, and what it does when the line is bad. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { removeOldCopies } from "../../src/files/file-cache.ts";
import { FileMissing, type FileStore, InvalidKey } from "../../src/files/file-store.ts";
import { FilesAway } from "../../src/files/files-away.ts";
import { linkTo } from "../../src/files/s3-links.ts";
import { openObjects } from "../../src/files/s3-objects.ts";
import { openS3Store } from "../../src/files/s3-store.ts";
import { type S3World, startS3 } from "./s3-world.ts";

const copyBytes = 5 * 1024 ** 2;
const limits = { connectMs: 2000, answerMs: 10_000, silentMs: 10_000, tries: 2, copyBytes };
/** Says soon that a line is silent, and waits for a slow machine otherwise. */
const attentive = { ...limits, silentMs: 2000, tries: 3 };
const impatient = { connectMs: 500, answerMs: 400, silentMs: 400, tries: 2, copyBytes };
let world: S3World;
let dir: string;
let files: FileStore;
let hurried: FileStore;
const noted: string[] = [];

beforeAll(async () => {
  world = await startS3("nihol");
  dir = await mkdtemp(join(tmpdir(), "nihol-s3-"));
  const note = async (key: string) => void noted.push(key);
  files = await openS3Store(world.at, { dir, cacheBytes: 40e6 }, note, limits);
  hurried = await openS3Store(world.at, { dir, cacheBytes: 40e6 }, note, impatient);
});
beforeEach(() => {
  world.fault = () => undefined;
  world.calls.length = 0;
});
afterAll(async () => {
  await world.close();
  await rm(dir, { recursive: true, force: true });
});

const read = async (key: string, range?: { start: number; end?: number }) =>
  buffer(await files.get(key, range));
async function listed(folder: string) {
  const keys: string[] = [];
  for await (const { key } of files.list(folder)) keys.push(key);
  return keys;
}
async function trashed() {
  const found = [];
  for await (const file of files.trash.list()) found.push(file);
  return found;
}

it("keeps bytes, streams and files of this machine, and gives ranges of them", async () => {
  const stored = await files.put("photo/1.webp", Buffer.from("a photo"));
  expect(stored).toMatchObject({ key: "photo/1.webp", size: 7 });
  expect(stored.modifiedAt.getUTCFullYear()).toBe(new Date().getUTCFullYear());
  await files.put("photo/2026/2", Readable.from([Buffer.from("in "), Buffer.from("pieces")]));
  const from = join(dir, "made");
  await writeFile(from, "made here");
  await files.put("export/3", { moveFrom: from });
  expect(existsSync(from)).toBe(false);
  expect((await read("photo/2026/2")).toString()).toBe("in pieces");
  expect((await read("export/3", { start: 2, end: 5 })).toString()).toBe("de h");
  expect((await read("export/3", { start: 5 })).toString()).toBe("here");
  expect(await listed("photo")).toEqual(["photo/1.webp", "photo/2026/2"]);
  expect(await listed("")).toEqual(["export/3", "photo/1.webp", "photo/2026/2"]);
  expect((await files.names("photo")).sort()).toEqual(["1.webp", "2026"]);
  expect(noted).toEqual(["photo/1.webp", "photo/2026/2"]);
});

it("says what is missing, and takes no other key", async () => {
  expect(await files.stat("photo/none")).toBeUndefined();
  await expect(files.get("photo/none")).rejects.toThrow(FileMissing);
  expect(await files.delete("photo/none")).toBe(false);
  expect(existsSync(await files.local("photo/none"))).toBe(false);
  for (const key of ["../x", ".trash/x", "a//b", ""])
    await expect(files.put(key, Buffer.from("x"))).rejects.toThrow(InvalidKey);
});

it("moves to the trash what is deleted or replaced, and back", async () => {
  await files.put("image/1/image.tif", Buffer.from("first"));
  await files.put("image/1/image.tif", Buffer.from("second"));
  expect(await files.delete("image/1/image.tif")).toBe(true);
  const found = await trashed();
  expect(found.map(({ key }) => key)).toEqual(["image/1/image.tif", "image/1/image.tif"]);
  expect(await listed("image")).toEqual([]);
  const [first, second] = found;
  if (!first || !second) throw new Error("two were trashed");
  expect((await buffer(await files.trash.get(first))).toString()).toBe("first");
  expect(await files.trash.restore(second)).toBe(true);
  expect(await files.trash.restore(first)).toBe(false);
  expect((await read("image/1/image.tif")).toString()).toBe("second");
  expect(await files.trash.purgeOldest(new Date(Date.now() - 86_400_000))).toBeUndefined();
  const later = new Date(Date.now() + 3 * 86_400_000);
  expect(await files.trash.purgeOldest(later)).toMatchObject({ files: 1, bytes: 5 });
  expect(await trashed()).toEqual([]);
  await files.put("export/gone", Buffer.from("x"));
  expect(await files.delete("export/gone")).toBe(true);
  expect(await trashed()).toEqual([]);
});

it("an object that is to be replaced stays at its key when the new one does not arrive", async () => {
  await files.put("image/8/image.tif", Buffer.from("kept"));
  world.fault = (method, url) =>
    method === "PUT" && !url.includes("/.trash/") ? "busy" : undefined;
  await expect(files.put("image/8/image.tif", Buffer.from("lost"))).rejects.toThrow(FilesAway);
  expect((await read("image/8/image.tif")).toString()).toBe("kept");
  world.fault = () => undefined;
  await files.put("image/8/image.tif", Buffer.from("new"));
  expect((await read("image/8/image.tif")).toString()).toBe("new");
});

it("a copy within the bucket may be silent longer than a line, and a large one goes in parts", async () => {
  const long = { ...limits, silentMs: 1000, tries: 3 };
  const quiet = await openS3Store(world.at, { dir, cacheBytes: 40e6 }, undefined, long);
  await files.put("image/9/image.tif", Buffer.from("deleted"));
  world.fault = (method, url) =>
    method === "PUT" && url.includes("/.trash/") ? "late" : undefined;
  expect(await quiet.delete("image/9/image.tif")).toBe(true);
  world.fault = () => undefined;

  const size = 6 * 1024 ** 2;
  await files.put("image/10/image.tif", Buffer.alloc(size, "large"));
  const { sha256: before } = (await openObjects(world.at).head("image/10/image.tif")) ?? {};
  world.calls.length = 0;
  expect(await files.delete("image/10/image.tif")).toBe(true);
  expect(world.calls.filter((call) => call.includes("partNumber="))).toHaveLength(2);
  const copy = (await trashed()).find(({ key }) => key === "image/10/image.tif");
  if (!copy) throw new Error("it was trashed");
  expect(copy.size).toBe(size);
  expect(sha256(await buffer(await files.trash.get(copy)))).toBe(before);
});

it("keeps notes that no list shows", async () => {
  expect(await files.notes.read(".installation.json")).toBeUndefined();
  await files.notes.write(".installation.json", "{}");
  expect(await files.notes.read(".installation.json")).toBe("{}");
  expect((await listed("")).includes(".installation.json")).toBe(false);
  await files.notes.remove(".installation.json");
  expect(await files.notes.read(".installation.json")).toBeUndefined();
});

it("sends a large file in parts, and gives a copy of it that is the same", async () => {
  const bytes = randomBytes(21 * 1024 ** 2);
  await files.put("image/2/image.tif", bytes);
  expect(world.calls.filter((call) => call.includes("partNumber=")).length).toBe(3);
  await rm(join(dir, ".cache"), { recursive: true });
  world.calls.length = 0;
  const [path, again] = await Promise.all([
    files.local("image/2/image.tif"),
    files.local("image/2/image.tif"),
  ]);
  expect(again).toBe(path);
  expect(sha256(await readFile(path))).toBe(sha256(bytes));
  expect(world.calls.filter((call) => call.startsWith("GET"))).toHaveLength(1);
  await files.local("image/2/image.tif");
  expect(world.calls.filter((call) => call.startsWith("GET"))).toHaveLength(1);
});
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

it("another content has another path, so nobody reads the one before", async () => {
  await files.put("image/3/image.tif", Buffer.from("before"));
  const before = await files.local("image/3/image.tif");
  await files.put("image/3/image.tif", Buffer.from("behind"));
  const behind = await files.local("image/3/image.tif");
  expect(behind).not.toBe(before);
  expect(await readFile(behind, "utf8")).toBe("behind");
});

it("copies that were used longest ago go first, and what was used lately stays beyond the size", async () => {
  const cache = join(dir, "swept");
  await mkdir(join(cache, "a"), { recursive: true });
  const now = Date.now();
  for (const [name, minutes] of [
    ["a/old", 90],
    ["a/older", 120],
    ["new", 10],
    ["newer", 1],
  ] as const) {
    await writeFile(join(cache, name), Buffer.alloc(1000));
    await utimes(join(cache, name), (now - minutes * 60_000) / 1000, 1);
  }
  await removeOldCopies(cache, 3000, now);
  expect((await readdir(cache, { recursive: true })).sort()).toEqual([
    "a",
    "a/old",
    "new",
    "newer",
  ]);
  await removeOldCopies(cache, 0, now);
  expect((await readdir(cache, { recursive: true })).sort()).toEqual(["a", "new", "newer"]);
});

it("a file that is held is used until it is let go", async () => {
  await files.put("image/4/image.tif", Buffer.from("held"));
  await using held = await files.hold("image/4/image.tif");
  expect(await readFile(held.path, "utf8")).toBe("held");
});

it("what arrives lies here until it is stored, and can be taken back", async () => {
  const path = files.landing("upload/a1");
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "arrived");
  expect(await files.stat("upload/a1")).toBeUndefined();
  await files.land("upload/a1");
  expect(existsSync(path)).toBe(false);
  expect((await read("upload/a1")).toString()).toBe("arrived");
  expect(await files.unland("upload/a1", "upload/a1")).toBe(true);
  expect(await readFile(path, "utf8")).toBe("arrived");
  expect(await files.unland("upload/elsewhere", "upload/elsewhere")).toBe(false);
  await files.delete("upload/a1");
  expect(existsSync(path)).toBe(false);
});

it("what was never finished here goes after its days, hour by hour", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const own = join(dir, "months");
  const store = await openS3Store(world.at, { dir: own, cacheBytes: 40e6, landingDays: 31 });
  const aged = async (key: string, days: number) => {
    const path = store.landing(key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, "begun");
    const then = new Date(Date.now() - days * 86_400_000);
    await utimes(path, then, then);
    return path;
  };
  const [kept, gone] = [await aged("upload/b1", 30), await aged("upload/b2", 32)];
  vi.advanceTimersByTime(3_600_000);
  vi.useRealTimers();
  await expect.poll(() => existsSync(gone)).toBe(false);
  expect(existsSync(kept)).toBe(true);
});

it("a refusal that passes is not noticed", async () => {
  let first = true;
  world.fault = (method) => {
    if (method !== "PUT" || !first) return undefined;
    first = false;
    return "busy";
  };
  await files.put("photo/tried", Buffer.from("twice"));
  expect((await read("photo/tried")).toString()).toBe("twice");
});

it("a server that refuses or is silent fails within the limit, and what was to be put stays", async () => {
  for (const fault of ["busy", "silent"] as const) {
    world.fault = () => fault;
    const from = join(dir, "kept");
    await writeFile(from, "kept");
    world.calls.length = 0;
    await expect(hurried.put("export/5", { moveFrom: from })).rejects.toThrow(FilesAway);
    await expect(hurried.stat("photo/1.webp")).rejects.toThrow(
      /s3:\/\/nihol\/country\/files: HEAD/,
    );
    await expect(hurried.check(AbortSignal.timeout(300))).rejects.toThrow(FilesAway);
    // Two tries of each, and no more.
    expect(world.calls.length).toBeLessThanOrEqual(6);
    expect(await readFile(from, "utf8")).toBe("kept");
  }
  world.fault = () => undefined;
  expect(await files.stat("export/5")).toBeUndefined();
  await files.check(AbortSignal.timeout(30_000));
});

it("a copy goes on where the line broke, and one that is not what was put is refused", async () => {
  const bytes = randomBytes(3_000_000);
  await files.put("image/6/image.tif", bytes);
  await rm(join(dir, ".cache"), { recursive: true });
  const faults = ["cut", "silent"] as const;
  let n = 0;
  world.fault = (method) => {
    const end = method === "GET" ? faults[n++] : undefined;
    return end && { after: 1_000_000, end };
  };
  const attending = await openS3Store(world.at, { dir, cacheBytes: 40e6 }, undefined, attentive);
  const path = await attending.local("image/6/image.tif");
  expect(sha256(await readFile(path))).toBe(sha256(bytes));

  await rm(join(dir, ".cache"), { recursive: true });
  world.fault = (method) => (method === "GET" ? { after: 0, end: "cut" } : undefined);
  await expect(attending.local("image/6/image.tif")).rejects.toThrow(FilesAway);
  expect(await stat(join(dir, ".cache")).catch(() => undefined)).toBeUndefined();
  world.fault = () => undefined;
  // Its content changed in the bucket, and its note of the sum did not.
  await openObjects(world.at).putBytes("image/7/image.tif", Buffer.from("changed"), sha256(bytes));
  await expect(files.local("image/7/image.tif")).rejects.toThrow(/SHA-256/);
  expect(await readdir(join(dir, ".incoming"))).toEqual([]);
});

it("signs an address as Amazon's own example is signed", async () => {
  // Amazon S3 API Reference, "Authenticating Requests: Using Query Parameters".
  const { config } = new S3Client({
    region: "us-east-1",
    credentials: {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE",
      secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    },
  });
  const at = { bucket: "examplebucket", isPathStyle: false, publicUrl: "https://s3.amazonaws.com" };
  const now = new Date("2013-05-24T00:00:00Z");
  expect(await linkTo(at, "test.txt", config, { seconds: 86_400, now })).toBe(
    "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256" +
      "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request" +
      "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host" +
      "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
  );
});

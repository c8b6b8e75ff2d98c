/** Uploads that arrive in a bucket piece by piece, at several machines. */
import { randomBytes } from "node:crypto";
import { mkdtemp, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Arrivals, ArrivedPart } from "@nihol/store/files/arrivals";
import { leftForDatabase } from "@nihol/store/files/disk-room";
import type { FileStore } from "@nihol/store/files/file-store";
import { openArrivals } from "@nihol/store/files/s3-arrivals";
import { openObjects } from "@nihol/store/files/s3-objects";
import { openS3Store } from "@nihol/store/files/s3-store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type S3World, startS3 } from "./s3-world.ts";

let world: S3World;
let dir: string;
let machines: { store: FileStore; arrivals: Arrivals }[];
const bytes = randomBytes(12 * 1024 ** 2);

beforeAll(async () => {
  world = await startS3("nihol");
  dir = await mkdtemp(join(tmpdir(), "nihol-arrivals-"));
  machines = await Promise.all(
    ["a", "b"].map(async (name) => {
      const store = await openS3Store(world.at, { dir: join(dir, name), cacheBytes: 1e9 });
      if (!store.arrivals) throw new Error("a bucket without arrivals");
      return { store, arrivals: store.arrivals };
    }),
  );
});
afterAll(async () => {
  await world.close();
  await rm(dir, { recursive: true, force: true });
});

const machine = (n: number) => machines[n] ?? expect.fail();

/** The machines take the parts in turn. */
async function send(key: string) {
  const multipart = await machine(0).arrivals.begin(key);
  const size = machine(0).arrivals.partBytes(bytes.length);
  const parts: ArrivedPart[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const { arrivals } = machine(parts.length % 2);
    const part = { number: parts.length + 1, at, bytes: bytes.subarray(at, at + size) };
    parts.push(await arrivals.put(key, multipart, part));
  }
  return { multipart, parts };
}
async function countBelow(name: string) {
  let count = 0;
  for await (const _ of openObjects(world.at).list(name)) count++;
  return count;
}
const gets = () =>
  world.calls.filter((call) => call.startsWith("GET") && call.includes(".arriving"));

test("a machine fetches the parts that another one took, or that are not whole here, and no others", async () => {
  const { multipart, parts } = await send("upload/one");
  const { store, arrivals } = machine(0);
  world.calls.length = 0;
  const sha256 = await arrivals.bring("upload/one", multipart, parts);
  expect(gets().length).toBe(1);
  expect((await readFile(store.landing("upload/one"))).equals(bytes)).toBe(true);
  // A check that begins again; a disk that has lost a byte.
  await using file = await open(store.landing("upload/one"), "r+");
  await file.write(Buffer.from([(bytes[5] ?? 0) ^ 1]), 0, 1, 5);
  expect(await arrivals.bring("upload/one", multipart, parts)).toBe(sha256);
  expect(gets().length).toBe(2);
  // Unchanged it is not sent once more, and is kept with its sum as any file.
  world.calls.length = 0;
  await store.land("upload/one", sha256);
  expect(world.calls.filter((call) => call.includes("partNumber"))).toEqual([]);
  expect((await buffer(await machine(1).store.get("upload/one"))).equals(bytes)).toBe(true);
  expect((await openObjects(world.at).head("upload/one"))?.sha256).toBe(sha256);
  await arrivals.drop("upload/one", multipart);
  expect(await arrivals.bring("upload/one", multipart, parts)).toBeUndefined();
});

test("what a check has changed is sent as it is", async () => {
  const { multipart, parts } = await send("upload/two");
  const { store, arrivals } = machine(1);
  const sha256 = await arrivals.bring("upload/two", multipart, parts);
  await using file = await open(store.landing("upload/two"), "r+");
  await file.truncate(1000);
  await store.land("upload/two", sha256);
  expect((await buffer(await store.get("upload/two"))).equals(bytes.subarray(0, 1000))).toBe(true);
});

test("what the bucket gives and was not put there is taken by nobody", async () => {
  const { multipart, parts } = await send("upload/three");
  const { arrivals } = machine(0);
  const tail = await arrivals.putTail("upload/three", bytes.subarray(0, 7));
  // Of two that come to the same bytes, the one that is too late removes its own.
  await arrivals.removeTail(await arrivals.putTail("upload/three", bytes.subarray(0, 7)));
  expect((await arrivals.tail(tail)).equals(bytes.subarray(0, 7))).toBe(true);
  const objects = openObjects(world.at);
  await objects.putText(tail.name, "another");
  const isMissing = { name: "FileMissing" };
  await expect(arrivals.tail(tail)).rejects.toMatchObject(isMissing);
  // The bucket refuses parts that are not those it has, and forgets all of them.
  const other = parts.map((part) => ({ ...part, etag: `"${"0".repeat(32)}"` }));
  expect(await arrivals.bring("upload/three", multipart, other)).toBeUndefined();
  const part = { number: 1, at: 0, bytes: bytes.subarray(0, 1000) };
  await expect(arrivals.put("upload/three", "unknown", part)).rejects.toMatchObject(isMissing);
  await objects.parts.end(".arriving/upload/three", multipart, parts);
  const path = join(dir, "another");
  await writeFile(path, randomBytes(bytes.length));
  await objects.putFile(".arriving/upload/three", path, "0".repeat(64));
  expect(await machine(1).arrivals.bring("upload/three", multipart, parts)).toBeUndefined();
  expect(await countBelow(".arriving/upload/three")).toBe(2);
  expect(await arrivals.keysBefore(new Date(0))).not.toContain("upload/three");
  expect(await arrivals.keysBefore(new Date(Date.now() + 60_000))).toContain("upload/three");
  await arrivals.drop("upload/three", multipart);
  expect(await countBelow(".arriving/upload/three")).toBe(0);
});

test("a disk with no room but the database's is not filled", async () => {
  const objects = openObjects(world.at);
  const landing = join(dir, "full", "four");
  const full = openArrivals(
    objects,
    () => landing,
    async () => leftForDatabase,
  );
  const multipart = await full.begin("upload/four");
  const sent = { number: 1, at: 0, bytes: bytes.subarray(0, 1000) };
  const part = await full.put("upload/four", multipart, sent);
  expect((await stat(landing)).size).toBe(0);
  const bringing = full.bring("upload/four", multipart, [part]);
  await expect(bringing).rejects.toMatchObject({ name: "DiskFull" });
  expect((await stat(landing)).size).toBe(0);
});

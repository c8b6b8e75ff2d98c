/** Copies on a disk without room: those that nobody holds go, no more are fetched than fit, and large ones wait. */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type FileCache, openFileCache } from "../../src/files/file-cache.ts";
import { DiskFull } from "../../src/files/file-store.ts";

const left = 512 * 1024 ** 2;
let dir: string;
let cache: FileCache;
/** Bytes that files may take beside what stays free. */
let disk: number;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-cache-"));
  const incoming = join(dir, "incoming");
  await mkdir(incoming);
  let made = 0;
  cache = openFileCache(
    join(dir, "copies"),
    () => join(incoming, `${made++}`),
    1e12,
    async () => left + disk - (await taken()),
  );
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function taken(): Promise<number> {
  let bytes = 0;
  for (const { parentPath, name } of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const found = await stat(join(parentPath, name)).catch(() => undefined);
    if (found?.isFile()) bytes += found.size;
  }
  return bytes;
}
const fileOf = (key: string, size: number) => ({
  ...{ key, version: "1", size, modifiedAt: new Date(1e12) },
});
const bring = (key: string, size = 1000) =>
  cache.copy(fileOf(key, size), (to) => writeFile(to, Buffer.alloc(size)));
const usedAgo = (path: string, minutes: number) =>
  utimes(path, (Date.now() - minutes * 60_000) / 1000, 1e9);

it("copies that nobody holds make room, and without any the disk is full", async () => {
  disk = 3000;
  const [old, held, lately] = [await bring("a/1"), await bring("a/2"), await bring("a/3")];
  const release = cache.hold(held);
  await usedAgo(old, 10);
  await usedAgo(held, 20);
  await bring("a/4");
  expect([old, held, lately].map(existsSync)).toEqual([false, true, true]);
  await expect(bring("a/5")).rejects.toThrow(DiskFull);
  expect([held, lately].map(existsSync)).toEqual([true, true]);
  release();
  await bring("a/5");
  expect(existsSync(held)).toBe(false);
  expect(await readdir(join(dir, "incoming"))).toEqual([]);
});

it("several that come at once do not count on the same room", async () => {
  disk = 2500;
  const slowly = (key: string) =>
    cache.copy(fileOf(key, 1000), async (to) => {
      await wait(50);
      await writeFile(to, Buffer.alloc(1000));
    });
  const came = await Promise.allSettled(["b/1", "b/2", "b/3"].map(slowly));
  expect(came.map(({ status }) => status).sort()).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect(await taken()).toBe(2000);
});

it("large files are fetched four at once, and a small one waits for none of them", async () => {
  disk = 1e12;
  const ends: (() => void)[] = [];
  const large = (key: string) =>
    cache.copy(fileOf(key, 65 * 1024 ** 2), async (to) => {
      await writeFile(to, "");
      await new Promise<void>((end) => ends.push(end));
      await truncate(to, 65 * 1024 ** 2);
    });
  const coming = Array.from({ length: 6 }, (_, n) => large(`c/${n}`));
  await expect.poll(() => ends.length).toBe(4);
  await bring("c/small");
  expect(ends.length).toBe(4);
  ends.shift()?.();
  await expect.poll(() => ends.length).toBe(4);
  for (let done = 0; done < 5; done++) {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  }
  expect(await Promise.all(coming)).toHaveLength(6);
});

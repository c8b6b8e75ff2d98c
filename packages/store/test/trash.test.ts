import { spawn } from "node:child_process";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { type FileStore, openFileStore } from "@nihol/store/files/file-store";
import type { TrashedFile } from "@nihol/store/files/trash";
import { afterEach, beforeEach, expect, test } from "vitest";

let root: string;
let files: FileStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "nihol-trash-"));
  files = await openFileStore(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function trashed(): Promise<TrashedFile[]> {
  const found = [];
  for await (const file of files.trash.list()) found.push(file);
  return found;
}

test("a deleted file lies in the trash with its bytes and comes back once", async () => {
  await files.put("photo/garden/1/a.webp", Buffer.from("bytes"));
  expect(await files.delete("photo/garden/1/a.webp")).toBe(true);
  expect(await files.stat("photo/garden/1/a.webp")).toBeUndefined();
  const [file] = await trashed();
  expect(file).toMatchObject({ key: "photo/garden/1/a.webp", size: 5 });
  expect(await files.trash.restore(file as TrashedFile)).toBe(true);
  expect(await text(await files.get("photo/garden/1/a.webp"))).toBe("bytes");
  expect(await trashed()).toEqual([]);
  expect(await files.trash.restore(file as TrashedFile)).toBe(false);
});

test("a file that is replaced lies in the trash; coming back it replaces nothing", async () => {
  await files.put("image/1/cog-1.tif", Buffer.from("old"));
  await files.put("image/1/cog-1.tif", Buffer.from("new"));
  const [old] = await trashed();
  expect(await files.trash.restore(old as TrashedFile)).toBe(false);
  expect(await text(await files.get("image/1/cog-1.tif"))).toBe("new");
  expect(await trashed()).toHaveLength(1);
});

test("files that can be made anew, or are erased, do not fill the trash", async () => {
  for (const key of ["export/1-a.csv", "image/1/display/3/1_2.tif", "base-layer/a/1"])
    await files.put(key, Buffer.from("x"));
  await files.put("upload/a", Buffer.from("refused"));
  for (const key of ["export/1-a.csv", "image/1/display/3/1_2.tif", "base-layer/a/1"])
    expect(await files.delete(key)).toBe(true);
  expect(await files.erase("upload/a")).toBe(true);
  expect(await trashed()).toEqual([]);
});

test("days that are over go one at a call, the oldest first, however far the clock is ahead", async () => {
  await files.put("photo/a", Buffer.from("one"));
  await files.delete("photo/a");
  const [{ day } = { day: "" }] = await trashed();
  for (const older of ["2026-01-02", "2026-01-01"]) {
    await rename(join(root, ".trash", day), join(root, ".trash", older));
    await files.put("photo/a", Buffer.from("one"));
    await files.delete("photo/a");
  }
  const farAhead = new Date(Date.now() + 1000 * 86_400_000);
  expect(await files.trash.purgeOldest(new Date("2026-01-01T23:00:00Z"))).toBeUndefined();
  const first = { day: "2026-01-01", files: 1, bytes: 3 };
  expect(await files.trash.purgeOldest(farAhead)).toEqual(first);
  expect(await trashed()).toHaveLength(2);
});

const count = 300;
const place = (index: number) => `photo/garden/${index % 7}/${index}.webp`;

/** A process that deletes all files and brings them back, over and over, until it is killed. */
const mover = `
import { openFileStore } from "@nihol/store/files/file-store";
const files = await openFileStore(process.argv[1]);
process.stdout.write("ready");
for (;;) {
  for (let index = 0; index < ${count}; index++)
    await files.delete("photo/garden/" + (index % 7) + "/" + index + ".webp");
  for await (const file of files.trash.list()) await files.trash.restore(file);
}`;

test("three kills in the middle of the way to the trash and back lose nothing", async () => {
  for (let index = 0; index < count; index++)
    await files.put(place(index), Buffer.from(`bytes of ${index}`));
  for (const ms of [35, 110, 240]) {
    const child = spawn(process.execPath, ["--input-type=module", "-e", mover, root], {
      cwd: import.meta.dirname,
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resume) => child.stdout.once("data", resume));
    await wait(ms);
    child.kill("SIGKILL");
    await new Promise((resume) => child.once("exit", resume));
    files = await openFileStore(root);
    const there = new Map<string, number>();
    for await (const { key, size } of files.list("photo")) there.set(key, size);
    for (const { key, size } of await trashed()) there.set(key, size);
    expect(there.size).toBe(count);
    for (let index = 0; index < count; index++)
      expect(there.get(place(index))).toBe(`bytes of ${index}`.length);
  }
  for (const file of await trashed()) await files.trash.restore(file);
  for (let index = 0; index < count; index++)
    expect(await text(await files.get(place(index)))).toBe(`bytes of ${index}`);
});

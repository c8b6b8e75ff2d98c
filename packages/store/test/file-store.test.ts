import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import {
  DiskFull,
  FileMissing,
  type FileStore,
  InvalidKey,
  openFileStore,
  type StoredFile,
} from "@nihol/store/files/file-store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "nihol-files-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function listed(files: FileStore, folder: string): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  for await (const file of files.list(folder)) found.push(file);
  return found;
}

const incoming = () => readdir(join(root, ".incoming"));

describe("the folder of files", () => {
  test("gives back the bytes that were put, whole and by range", async () => {
    const files = await openFileStore(root);
    const kept = await files.put("photo/2026/17.webp", Buffer.from("0123456789"));
    expect(kept).toMatchObject({ key: "photo/2026/17.webp", size: 10 });
    expect(await text(await files.get("photo/2026/17.webp"))).toBe("0123456789");
    expect(await text(await files.get("photo/2026/17.webp", { start: 2, end: 4 }))).toBe("234");
    expect(await incoming()).toEqual([]);
  });

  test("keeps the old file when the stream of a new one breaks", async () => {
    const files = await openFileStore(root);
    await files.put("a/b", Buffer.from("old"));
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from("new");
        throw new Error("the sender went away");
      })(),
    );
    await expect(files.put("a/b", broken)).rejects.toThrow("the sender went away");
    expect(await text(await files.get("a/b"))).toBe("old");
    expect(await incoming()).toEqual([]);
  });

  test("moves a file of this machine in", async () => {
    const files = await openFileStore(root);
    const upload = join(root, "upload.part");
    await writeFile(upload, "image");
    await files.put("image/1.tif", { moveFrom: upload });
    expect(existsSync(upload)).toBe(false);
    expect(await text(await files.get("image/1.tif"))).toBe("image");
  });

  test.each(["../x", "a/../b", "/etc/passwd", "a//b", "", ".incoming/x", "a\\b", "a/.", "a\0b"])(
    "refuses the key %j",
    async (key) => {
      const files = await openFileStore(root);
      await expect(files.put(key, Buffer.from("x"))).rejects.toThrow(InvalidKey);
      await expect(files.get(key)).rejects.toThrow(InvalidKey);
      expect(() => files.path(key)).toThrow(InvalidKey);
    },
  );

  test("deletes a file with the folders it leaves empty, once", async () => {
    const files = await openFileStore(root);
    await files.put("a/b/c", Buffer.from("x"));
    expect(await files.delete("a/b/c")).toBe(true);
    expect(await files.delete("a/b/c")).toBe(false);
    expect(existsSync(join(root, "a"))).toBe(false);
    await expect(files.get("a/b/c")).rejects.toThrow(FileMissing);
  });

  test("lists the files of a folder by key", async () => {
    const files = await openFileStore(root);
    for (const key of ["b/2", "b/1", "a", "bb/3"]) await files.put(key, Buffer.from(key));
    const keys = async (folder: string) => (await listed(files, folder)).map(({ key }) => key);
    expect(await keys("b")).toEqual(["b/1", "b/2"]);
    expect(await keys("")).toEqual(["a", "b/1", "b/2", "bb/3"]);
    expect(await keys("none")).toEqual([]);
  });

  test("puts and deletes of neighbours at once lose nothing", async () => {
    const files = await openFileStore(root);
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        await files.put(`same/${index}`, Buffer.from(String(index)));
        if (index % 2) await files.delete(`same/${index}`);
      }),
    );
    expect(await listed(files, "same")).toHaveLength(30);
  });

  test("clears what killed processes of this machine were writing, and nothing of living ones", async () => {
    const files = await openFileStore(root);
    const { dir } = await files.workFolder();
    const [own = ""] = await incoming();
    // Our number with the time of another start, and a number that nobody has.
    const dead = [own.replace(/-\d+\./, "-1."), own.replace(/-\d+-\d+\./, "-999999999-1.")];
    for (const name of dead) await mkdir(join(root, ".incoming", name));
    await writeFile(join(root, ".incoming", dead[0] ?? "", "file"), "x");
    await openFileStore(root);
    expect(await incoming()).toEqual([basename(dir)]);
  });

  test("clears what others were writing a day ago, and nothing newer", async () => {
    await mkdir(join(root, ".incoming"));
    for (const name of ["old", "new"]) await writeFile(join(root, ".incoming", name), "x");
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(root, ".incoming", "old"), yesterday, yesterday);
    await openFileStore(root);
    expect(await incoming()).toEqual(["new"]);
  });
});

const small = join(tmpdir(), `nihol-small-disk-${process.pid}`);
const mounted =
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  spawnSync("mkdir", ["-p", small]).status === 0 &&
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", small]).status === 0;

describe.skipIf(!mounted)("a full disk", () => {
  afterEach(async () => {
    spawnSync("umount", [small]);
    await rm(small, { recursive: true, force: true });
  });

  test("is reported as DiskFull, keeps the old file and leaves nothing half-done", async () => {
    const files = await openFileStore(small);
    await files.put("a", Buffer.from("old"));
    const big = Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(65_536)));
    await expect(files.put("a", big)).rejects.toThrow(DiskFull);
    expect(await text(await files.get("a"))).toBe("old");
    expect(await readdir(join(small, ".incoming"))).toEqual([]);
    await files.put("b", Buffer.alloc(500_000));
  });
});

/** Backups that are damaged, cut, foreign, newer or of another key: each is refused before anything is touched. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { manifestName } from "@nihol/store/backup/backup-manifest";
import { openBackup, verifyBackup } from "@nihol/store/backup/verify-backup";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  backUp,
  embeddedTarget,
  openWorld,
  passphrase,
  restore,
  type World,
} from "./backup-world.ts";

let world: World;
let name: Record<"plain" | "encrypted", string>;
beforeAll(async () => {
  world = await openWorld();
  const plain = await backUp(world, { to: "plain" });
  const encrypted = await backUp(world, { to: "encrypted", passphrase });
  name = { plain: plain.name, encrypted: encrypted.name };
});
afterAll(() => world.close());

/** A copy of a folder of backups that a test may spoil. */
async function copyOf(kind: "plain" | "encrypted") {
  const folder = join(world.dir, "spoilt");
  await rm(folder, { recursive: true, force: true });
  await cp(join(world.dir, kind), folder, { recursive: true });
  return { folder, dir: join(folder, name[kind]) };
}

async function flipByte(path: string) {
  const bytes = await readFile(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

async function cut(path: string) {
  const { length } = await readFile(path);
  await truncate(path, length - 1);
}

/** The largest copy of a file. */
async function copyPath(folder: string): Promise<string> {
  const root = join(folder, "files");
  const all = await readdir(root, { recursive: true, withFileTypes: true });
  let largest = { path: "", length: 0 };
  for (const entry of all.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const { length } = await readFile(path);
    if (length > largest.length) largest = { path, length };
  }
  return largest.path;
}

/** What restoring says; nothing may lie at the target afterwards. */
async function refusalOf(folder: string, key?: string): Promise<string> {
  const target = join(world.dir, "target");
  const words = await restore(folder, embeddedTarget(target), key).then(
    () => "restored",
    (error: Error) => error.message,
  );
  expect(existsSync(target)).toBe(false);
  return words;
}

const garden = join("tables", "garden.copy.gz");
const people = join("tables", "user_account.copy.gz");
type Spoil = (place: { folder: string; dir: string }) => Promise<unknown>;
const kinds: [string, Spoil][] = [
  ["the manifest is cut", ({ dir }) => cut(join(dir, manifestName))],
  ["a byte of the manifest is another one", ({ dir }) => flipByte(join(dir, manifestName))],
  ["the manifest is gone", ({ dir }) => rm(join(dir, manifestName))],
  ["a byte of a table is another one", ({ dir }) => flipByte(join(dir, garden))],
  ["a table is cut", ({ dir }) => cut(join(dir, garden))],
  ["a table is gone", ({ dir }) => rm(join(dir, garden))],
  [
    "two tables have changed places",
    async ({ dir }) => {
      await rename(join(dir, garden), join(dir, "x"));
      await rename(join(dir, people), join(dir, garden));
      await rename(join(dir, "x"), join(dir, people));
    },
  ],
  [
    "a byte of the list of files is another one",
    ({ dir }) => flipByte(join(dir, "files.jsonl.gz")),
  ],
  ["the list of files is gone", ({ dir }) => rm(join(dir, "files.jsonl.gz"))],
  [
    "a byte of the anchors is another one",
    ({ dir }) => flipByte(join(dir, "audit-anchors.txt.gz")),
  ],
  ["a byte of a file is another one", async ({ folder }) => flipByte(await copyPath(folder))],
  ["a file is cut", async ({ folder }) => cut(await copyPath(folder))],
  ["a file is gone", async ({ folder }) => rm(await copyPath(folder))],
];

describe.each(["plain", "encrypted"] as const)("of a %s backup", (kind) => {
  test.each(kinds)("%s: refused", async (_, spoil) => {
    const place = await copyOf(kind);
    await spoil(place);
    const words = await refusalOf(place.folder, kind === "encrypted" ? passphrase : undefined);
    expect(words).toMatch(/damaged|is no backup/);
  });
});

/** Writes a manifest anew with a seal that fits. */
async function change(dir: string, edit: (manifest: Record<string, unknown>) => void) {
  const path = join(dir, manifestName);
  const [text = ""] = (await readFile(path, "utf8")).split("\n");
  const manifest = JSON.parse(text);
  edit(manifest);
  const changed = JSON.stringify(manifest);
  const seal = createHash("sha256").update(changed).digest("hex");
  await writeFile(path, `${changed}\n${seal}\n`);
}

test.each(["plain", "encrypted"] as const)(
  "of a %s backup a rotten copy is made anew by the next one, and the old backup is whole again",
  async (kind) => {
    const place = await copyOf(kind);
    const key = kind === "encrypted" ? { passphrase } : {};
    await flipByte(await copyPath(place.folder));
    const old = () => openBackup(place.dir, key.passphrase).then((one) => verifyBackup(one));
    await expect(old()).rejects.toThrow(/damaged/);
    await backUp(world, { to: "spoilt", ...key });
    await expect(old()).resolves.toBeDefined();
  },
);

test("another program's folder, a newer version's backup and a newer schema are refused", async () => {
  const foreign = join(world.dir, "foreign");
  await mkdir(foreign);
  await writeFile(join(foreign, manifestName), '{"product":"another"}\n');
  expect(await refusalOf(foreign)).toContain("another program's");
  expect(await refusalOf(join(world.dir, "nowhere"))).toContain("is no backup");
  const newer = await copyOf("plain");
  await change(newer.dir, (manifest) => {
    manifest.format = 2;
  });
  expect(await refusalOf(newer.folder)).toContain("made by a newer version of Nihol");
  const schema = await copyOf("plain");
  await change(schema.dir, (manifest) => {
    manifest.migrations = [{ name: "9999_later.sql", sha256: "0".repeat(64) }];
  });
  expect(await refusalOf(schema.folder)).toContain("9999_later.sql): use that version");
  const path = await copyOf("plain");
  await change(path.dir, (manifest) => {
    manifest.tables = [
      { table: "../../etc", columns: [], lines: 0, size: 0, sha256: "0".repeat(64) },
    ];
  });
  expect(await refusalOf(path.folder)).toContain("damaged");
});

test("a wrong key, no key, and a key for what is not encrypted are refused", async () => {
  const folder = join(world.dir, "encrypted");
  expect(await refusalOf(folder, "thirty rows of pear trees")).toContain("another key");
  expect(await refusalOf(folder)).toContain("is encrypted: set NIHOL_BACKUP_KEY_FILE");
  expect(await refusalOf(join(world.dir, "plain"), passphrase)).toContain("is not encrypted");
  await expect(backUp(world, { to: "encrypted" })).rejects.toThrow("no key is set");
  await expect(backUp(world, { to: "plain", passphrase })).rejects.toThrow("are not encrypted");
  // Names and contents of an encrypted one tell nothing.
  const copies = await readdir(join(folder, "files"), { recursive: true });
  const open = await readdir(join(world.dir, "plain", "files"), { recursive: true });
  expect(copies.filter((one) => one.length > 10 && open.includes(one))).toEqual([]);
});

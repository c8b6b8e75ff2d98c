/** Locks by a file: of many who find a killed owner's, one at a time runs under it. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { withLock } from "@nihol/db/launcher/lock";
import { afterEach, beforeEach, expect, test } from "vitest";

let dir: string;
let path: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-lock-"));
  path = join(dir, "postgres.lock");
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** A process that has ended, as a lock names it. */
const dead = () => `${spawnSync(process.execPath, ["-e", ""]).pid} 1`;

/** Runs so many at once under the lock. @returns the most that ran at the same time */
async function runTogether(count: number): Promise<number> {
  let [inside, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, ++inside);
    await wait(1);
    inside--;
  };
  await Promise.all(Array.from({ length: count }, () => withLock(path, work)));
  return most;
}

test("a killed owner's lock is taken by one at a time, and nothing is left", async () => {
  const owner = dead();
  for (let round = 0; round < 10; round++) {
    await writeFile(path, owner);
    expect(await runTogether(6)).toBe(1);
    expect(await readdir(dir)).toEqual([]);
  }
});

test("one who was killed while taking a lock away holds up nobody", async () => {
  const [owner, taker] = [dead(), dead()];
  await writeFile(path, owner);
  await writeFile(`${path}.${owner.replace(" ", "-")}`, taker);
  expect(await runTogether(3)).toBe(1);
  expect(await readdir(dir)).toEqual([]);
});

test("an empty lock that a full disk left is taken", async () => {
  await writeFile(path, "");
  await utimes(path, 1, 1);
  expect(await runTogether(3)).toBe(1);
  expect(await readdir(dir)).toEqual([]);
});

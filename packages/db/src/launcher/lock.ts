/**
 * Processes that use an embedded database: server, worker and commands may share one, so PostgreSQL is stopped by the
 * last of them, and starting and stopping happen under one lock.
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { codeOf } from "@nihol/contract/values/thrown";
import { isAlive, startTime } from "./process.ts";

/** Text of this process in a lock, `pid startTime`: a number alone would name another program after a restart of the machine. */
const identity = () => `${process.pid} ${startTime(process.pid) ?? ""}`;

function lives(owner: string): boolean {
  const [pid = "", started = ""] = owner.split(" ");
  if (!(Number(pid) > 0) || !isAlive(Number(pid))) return false;
  return started === "" || startTime(Number(pid)) === started;
}

/** Owner as the lock file names it, or the moment at which that very file was written where it is empty; undefined when there is none. */
async function readOwner(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text !== "") return text;
  const file = await stat(path).catch(() => undefined);
  return file && `${emptySince}${file.mtimeMs}`;
}
const emptySince = "empty since ";

/** Makes the lock file if there is none, or takes a dead owner's away. @returns whether it was made */
async function tryLock(path: string): Promise<boolean> {
  try {
    await writeFile(path, identity(), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  const owner = await readOwner(path);
  if (owner === undefined || lives(owner)) return false;
  // An empty file is one between being made and being written, or left so by a full disk.
  if (owner.startsWith(emptySince)) await wait(500);
  // Whoever holds the lock on this one dead owner alone may remove its file: a file that names it is not written
  // again, so what is read under that lock is still there when it is removed.
  const claim = `${path}.${owner.replaceAll(/[^\w.]/g, "-")}`;
  if (!(await tryLock(claim))) return false;
  try {
    if ((await readOwner(path)) === owner) await rm(path, { force: true });
  } finally {
    await rm(claim, { force: true });
  }
  return false;
}

/**
 * Runs `work` while no other process runs under the same lock file. A killed owner's lock is taken over.
 * @throws AbortError, with the reason of `signal` as its cause, when it aborts while another holds the lock
 */
export async function withLock<Result>(
  path: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  while (!(await tryLock(path))) await wait(50, undefined, { signal });
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** Notes that this process uses the database. To be called under the lock. */
export async function addHolder(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, String(process.pid)), identity());
}

/** Tells whether a living process other than this one uses the database. Removes dead processes from the list. */
export async function hasOtherHolders(dir: string): Promise<boolean> {
  let used = false;
  for (const name of await readdir(dir).catch(() => [])) {
    if (name === String(process.pid)) continue;
    const owner = await readFile(join(dir, name), "utf8").catch(() => "");
    if (lives(owner)) used = true;
    else await rm(join(dir, name), { force: true });
  }
  return used;
}

/** Takes this process off the list. @returns whether no living process is left on it. */
export async function removeHolder(dir: string): Promise<boolean> {
  await rm(join(dir, String(process.pid)), { force: true });
  return !(await hasOtherHolders(dir));
}

/** Process that runs on a cluster's folder now, and the lock file that PostgreSQL leaves there. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "@nihol/contract/values/thrown";

/** A running PostgreSQL, from its postmaster.pid. */
interface Postmaster {
  pid: number;
  port: number;
  /** True where it listens on the loopback address; otherwise it listens on the socket in its folder only. */
  tcp: boolean;
}

/**
 * Tells whether a process lives. A zombie does not: its parent was killed and nobody has collected it yet, but signals
 * still "reach" it, which is why PostgreSQL itself refuses to start beside one.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    if (codeOf(error) !== "EPERM") return false;
  }
  const stat = readProc(pid, "stat");
  return stat === undefined || !/^\d+ \(.*\) [ZX]/s.test(stat);
}

/** When a process began, in clock ticks since the machine started; undefined where unknown. */
export function startTime(pid: number): string | undefined {
  // The second field may hold spaces and brackets: count after its last bracket.
  const stat = readProc(pid, "stat");
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

function readProc(pid: number, file: string): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}

/** Tells whether `pid` is a PostgreSQL that works on this folder (on Linux by its working directory). */
function worksOn(pid: number, clusterDir: string): boolean {
  if (process.platform === "linux") {
    try {
      return (
        /postgres/.test(readFileSync(`/proc/${pid}/comm`, "utf8")) &&
        readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir)
      );
    } catch {
      return false;
    }
  }
  try {
    const command = execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
    return command.includes("postgres") && command.includes(clusterDir);
  } catch {
    // Windows has no ps: PostgreSQL's own check of its lock file decides there.
    return process.platform === "win32" && isAlive(pid);
  }
}

/** Reads postmaster.pid; undefined when there is none or it is being written. */
async function readPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!(pid > 0) || !(port > 0)) return undefined;
  return { pid, port, tcp: (lines[5] ?? "").trim() !== "" };
}

/** The PostgreSQL that a killed process left running on this folder, or undefined. */
export async function findRunning(clusterDir: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(clusterDir);
  if (!postmaster || !isAlive(postmaster.pid)) return undefined;
  return worksOn(postmaster.pid, clusterDir) ? postmaster : undefined;
}

/** All living PostgreSQL processes that work on a folder. Linux only: elsewhere it is unknown. */
function processesOn(clusterDir: string): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isAlive(pid) && worksOn(pid, clusterDir));
}

/**
 * Ends what a killed postmaster left behind: a backend in a long statement does not notice its death, and
 * PostgreSQL does not start beside it. At once (SIGQUIT), as the postmaster would after a crash. To be called
 * under the launcher's lock, with no postmaster running.
 */
export function endOrphans(clusterDir: string): void {
  for (const pid of processesOn(clusterDir)) {
    try {
      process.kill(pid, "SIGQUIT");
    } catch {
      // It has ended already.
    }
  }
}

/**
 * Removes a postmaster.pid that names a zombie or some other program (the number was given again,
 * as after a container restart); PostgreSQL would refuse to start for ever. It stays while any
 * process of PostgreSQL still works on the folder. Linux only: elsewhere it is unknown.
 * @returns whether it was removed.
 */
export async function removeStaleLock(clusterDir: string): Promise<boolean> {
  if (process.platform !== "linux") return false;
  const path = join(clusterDir, "postmaster.pid");
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return false;
  if (processesOn(clusterDir).length > 0) return false;
  await rm(path, { force: true });
  return true;
}

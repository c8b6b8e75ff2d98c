/** Work that gives way to whatever people wait for. */
import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

/** Of work that nobody waits for at a screen: the lowest there is. */
export const BACKGROUND = 19;
/** Of work that a person waits for: behind the programs themselves, before all in the background. */
export const BEHIND_PROGRAMS = 10;

/** A nice value within the upper limit of all; tests set 0, for on a full machine they would wait for what waits for them. */
export const niceWithin = (nice: number): number =>
  Math.min(nice, Number(process.env.NIHOL_MAX_NICE ?? BACKGROUND));

/** Linux lets a user change one group of processes in a tenth of a second. */
const RETRY_MS = 150;
const TRIES = 40;

/**
 * Lowers the priority of a process that was started with a session of its own, and of all that it starts. With
 * autogroups (Linux, `sched_autogroup_enabled`) sessions share the processor as equals whatever the nice values of their
 * processes are, so the session gets the nice value too. Where a system knows or allows neither, the work is done at normal
 * priority.
 * @param nice 0 to 19
 */
export function lowerPriority(pid: number, nice: number): void {
  const lower = niceWithin(nice);
  if (lower === 0) return;
  try {
    lowerThreads(pid, lower);
  } catch {
    // It has ended, or the system does not allow it.
  }
  void lowerGroup(pid, lower);
}

/**
 * Linux sets a nice value thread by thread, and a new thread has that of the one that starts it: on a busy machine a
 * program has threads before this comes to it, and they start more meanwhile.
 */
function lowerThreads(pid: number, nice: number): void {
  const lowered = new Set<number>();
  for (let before = -1; before < lowered.size; ) {
    before = lowered.size;
    for (const thread of threadsOf(pid))
      if (!lowered.has(thread)) {
        setPriority(thread, nice);
        lowered.add(thread);
      }
  }
}

/** The process alone where a system does not tell. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

async function lowerGroup(pid: number, nice: number): Promise<void> {
  for (let left = TRIES; left > 0; left--) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, String(nice), { flag: "r+" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      await wait(RETRY_MS, undefined, { ref: false });
    }
  }
}

/** How a process leaves the processor to others. */
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * Lowers the priority of this process, and of its session where the system shares the processor by session: Linux with
 * autogroups (sched(7)) weighs a niceness within one session only, and every child is the leader of a session of its
 * own (child-process.ts), so that its niceness alone would give way to nobody.
 * @param niceness 0 (none) to 19 (all others go first)
 */
export function giveWay(niceness: number): void {
  for (const lower of [
    () => setPriority(niceness),
    () => writeFileSync("/proc/self/autogroup", String(niceness)),
  ])
    try {
      lower();
    } catch {
      // Some systems do not allow it, others have no such file: the work is done at normal priority then.
    }
}

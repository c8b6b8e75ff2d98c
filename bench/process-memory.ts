import { readdirSync, readFileSync } from "node:fs";

/** Memory that a process and its descendants hold now (proportional set size), in MB. Linux only. */
function memoryOfTree(root: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const stat = read(`/proc/${name}/stat`);
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  let kilobytes = 0;
  for (const pid of parents.keys()) {
    // The database that we started is its own program, with memory that is set, not needed.
    if (!isBelow(pid, root, parents) || /postgres/.test(read(`/proc/${pid}/comm`))) continue;
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

function isBelow(pid: number, root: number, parents: Map<number, number>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
    if (at === root) return true;
  return false;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // It ended in between.
    return "";
  }
}

/** Looks four times a second until `stop`, which gives the peak in MB. */
export function watchMemory(root: number): { stop: () => number } {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, memoryOfTree(root));
  };
  const timer = setInterval(look, 250);
  return {
    stop() {
      look();
      clearInterval(timer);
      return Math.round(peak);
    },
  };
}

import { readdirSync, readFileSync } from "node:fs";

/** MiB. `own` cannot be taken back by the system; the rest of `all` are pages of files that it may drop. */
export interface Memory {
  all: number;
  own: number;
}

/** Memory that a process and its descendants hold now (proportional set size). Linux only. */
function memoryOfTree(root: number): Memory {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const stat = read(`/proc/${name}/stat`);
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const held = { all: 0, own: 0 };
  for (const pid of parents.keys()) {
    // The database that we started is left out: its memory is a setting, and not what the product needs.
    if (!isBelow(pid, root, parents) || /postgres/.test(read(`/proc/${pid}/comm`))) continue;
    const rollup = read(`/proc/${pid}/smaps_rollup`);
    const megabytes = (line: RegExp) => Number(line.exec(rollup)?.[1] ?? 0) / 1024;
    held.all += megabytes(/^Pss:\s+(\d+)/m);
    held.own += megabytes(/^Pss_Anon:\s+(\d+)/m);
  }
  return held;
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

/** Samples four times a second until `stop`, which gives the peaks. */
export function watchMemory(root: number): { stop: () => Memory } {
  const peak = { all: 0, own: 0 };
  const look = () => {
    const { all, own } = memoryOfTree(root);
    peak.all = Math.max(peak.all, all);
    peak.own = Math.max(peak.own, own);
  };
  const timer = setInterval(look, 250);
  return {
    stop() {
      look();
      clearInterval(timer);
      return { all: Math.round(peak.all), own: Math.round(peak.own) };
    },
  };
}

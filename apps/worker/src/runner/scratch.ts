/** Folders for temporary files, one a process; those of dead processes are cleared away. */
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isAlive, startTime } from "@nihol/db/launcher-process";

const PREFIX = "worker-";

/** The folder of this process, made new; `remove` it at the end. */
export async function openScratch(
  root: string,
): Promise<{ dir: string; remove: () => Promise<void> }> {
  await mkdir(root, { recursive: true });
  await clearDead(root);
  // A process number is given again after a while; with the time of its start it is not.
  const dir = join(root, `${PREFIX}${process.pid}-${startTime(process.pid) ?? 0}`);
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir);
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

async function clearDead(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const [, pid, started] = /^worker-(\d+)-(\d+)$/.exec(name) ?? [];
    if (pid === undefined) continue;
    const lives = isAlive(Number(pid)) && (started === "0" || startTime(Number(pid)) === started);
    if (!lives) await rm(join(root, name), { recursive: true, force: true });
  }
}

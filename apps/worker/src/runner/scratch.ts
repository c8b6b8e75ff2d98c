/** Folders for temporary files, one a process; those of dead processes are cleared away. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { clearLeftBehind, ownName } from "@nihol/store/files/left-behind";

/** The folder of this process, made new; `remove` it at the end. */
export async function openScratch(
  root: string,
): Promise<{ dir: string; remove: () => Promise<void> }> {
  await mkdir(root, { recursive: true });
  await clearLeftBehind(root);
  const dir = join(root, ownName("worker"));
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir);
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** What arrived on this machine and was never finished: its sender went away, or sent it to another server. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Days; a broken upload is kept for fourteen. */
const forgottenDays = 15;

/** Removes files that nothing was added to for so long. */
export async function removeOldLandings(dir: string, now = Date.now()): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    if (!entry.isFile() || entry.name === ".keep") continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < now - forgottenDays * 86_400_000) await rm(path, { force: true });
  }
}

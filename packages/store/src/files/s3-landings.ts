/** Files that arrived on this machine and were never finished: the sender went away, or sent them to another server. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { retentionKinds } from "@nihol/contract/values/retention/kinds";

const everyMs = 3_600_000;

/** Days that it lies here: one more than a broken upload is kept, whose row goes first. */
export const landingDays = (uploadDays: number = retentionKinds.upload.days) => uploadDays + 1;

/** Removes files that nothing was added to for so many days. */
async function removeOldLandings(dir: string, days: number): Promise<void> {
  const before = Date.now() - days * 86_400_000;
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    if (!entry.isFile() || entry.name === ".keep") continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}

/** Removes them now, and each hour as long as this process runs: only its own machine sees what lies there. */
export async function keepLandingsClean(dir: string, days: number): Promise<void> {
  await removeOldLandings(dir, days);
  // A disk that fails is tried again in an hour; others tell of it.
  setInterval(() => removeOldLandings(dir, days).catch(() => undefined), everyMs).unref();
}

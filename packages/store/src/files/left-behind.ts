/** Names for what a process is writing, which show later whether a dead process left it behind. */
import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isAlive, startTime } from "@nihol/db/launcher/process";

// Several machines may share a folder: a process id is valid on its own machine alone.
const host = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
// Process ids are reused; together with the start time they are unique.
const own = `${host}-${process.pid}-${startTime(process.pid) ?? 0}`;
const pattern = /^[a-z]+-([0-9a-f]{8})-(\d+)-(\d+)(?:\.|$)/;
/** Milliseconds without a change after which files of another machine, or of an older version, count as left behind. */
const foreignMs = 24 * 3_600_000;

/** `worker-4f2a91c0-812-99213`, for a file or folder of this process; a suffix begins with a dot. */
export const ownName = (kind: string) => `${kind}-${own}`;

function isOwnerDead(name: string): boolean | undefined {
  const [, on, pid, started] = pattern.exec(name) ?? [];
  if (on !== host) return undefined;
  if (!isAlive(Number(pid))) return true;
  return started !== "0" && startTime(Number(pid)) !== started;
}

/** Removes files and folders of dead processes from a folder. */
export async function clearLeftBehind(dir: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (isOwnerDead(name) ?? now - mtimeMs > foreignMs)
      await rm(path, { recursive: true, force: true });
  }
}

/** As whom the embedded PostgreSQL runs: it refuses root. */
import { chown, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** A system account, as `spawn` takes it. */
export interface Account {
  uid: number;
  gid: number;
}

const nobody: Account = { uid: 65534, gid: 65534 };

async function passwdUids(): Promise<Set<number>> {
  const lines = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n");
  return new Set(lines.map((line) => Number(line.split(":")[2])));
}

/**
 * The account to run PostgreSQL as: undefined (our own) for an ordinary user. For root it is the
 * owner of an existing cluster, so that `sudo` and the ordinary user can take turns, else nobody
 * (65534), which every Linux has; no account is made.
 */
export async function accountFor(clusterDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterDir).catch(() => undefined);
  if (!owner || owner.uid === 0 || owner.uid === nobody.uid) return nobody;
  // PostgreSQL looks its own uid up and refuses one without a name.
  return (await passwdUids()).has(owner.uid) ? { uid: owner.uid, gid: owner.gid } : nobody;
}

/** Gives a folder and all in it to an account. Links are not followed. */
export async function giveTo(account: Account | undefined, dir: string): Promise<void> {
  if (!account) return;
  const { uid } = await stat(dir);
  if (uid === account.uid) return;
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isSymbolicLink()) continue;
    await chown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  // The folder itself comes last: it is the mark that the work is done.
  await chown(dir, account.uid, account.gid);
}

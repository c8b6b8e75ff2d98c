/**
 * Moves the files of an installation to another store: copied and compared byte by byte while it runs, ended when nobody
 * uses it. What was copied stands in a journal, so the same call goes on.
 */
import { createHash } from "node:crypto";
import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { codeOf } from "@nihol/contract/values/thrown";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { type FileStore, isFileMissing, type StoredFile } from "./file-store.ts";
import { adoptFolder, isOwnFolder, leaveFolder, refuseToMove } from "./folder-claim.ts";

/** Pieces of sources and tiles of others: they are fetched again. */
const leftOut = ["base-layer", "fetch"];
const copiers = 4;

/** Result of a move, or of the part of it that could be done. */
export interface Moved {
  copied: { count: number; bytes: number };
  /** Copied by an earlier call or there since before the files went away, and not changed since. */
  there: number;
  /** There so, and deleted since. */
  removed: number;
  /** Uploads that have not arrived whole or are not checked yet; their senders begin anew. */
  unfinished: number;
  /** Files in the trash, which stay where they are. */
  trashed: number;
  /** False while programs use the database: the same call ends it once they are stopped. */
  isEnded: boolean;
}

/** The copy is not what was read. */
export class CopyDiffers extends Error {
  override name = "CopyDiffers";
}

async function listUnfinished(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom("upload")
    .where("status", "in", ["receiving", "checking"])
    .select("id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Counts connections of servers and workers. */
async function countUsers(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name in ('nihol server', 'nihol worker', 'nihol watch')`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Line of the journal: a file as it was when it was copied. */
type Line = Pick<StoredFile, "key" | "size"> & { at: number };

async function readJournal(path: string): Promise<Map<string, Line>> {
  const text = await readFile(path, "utf8").catch((error) => {
    if (codeOf(error) === "ENOENT") return "";
    throw error;
  });
  const lines = new Map<string, Line>();
  for (const line of text.split("\n")) {
    try {
      const [key, size, at] = JSON.parse(line);
      lines.set(key, { key, size, at });
    } catch {
      // The last line of a killed call is cut: its file is copied again.
    }
  }
  return lines;
}

async function sha256Of(body: Readable): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(body, hash);
  return hash.digest("hex");
}

/** Reads a file in both places. @throws FileMissing */
async function isSame(from: FileStore, to: FileStore, key: string): Promise<boolean> {
  const [read, written] = await Promise.all([
    from.get(key).then(sha256Of),
    to.get(key).then(sha256Of),
  ]);
  return read === written;
}

/** Says whether the other place has the very file already. */
async function isThere(from: FileStore, to: FileStore, { key, size }: StoredFile) {
  if ((await to.stat(key))?.size !== size) return false;
  return isSame(from, to, key).catch((error: unknown) => {
    if (isFileMissing(error)) return false;
    throw error;
  });
}

/** Copies one file and reads the copy. @returns false where it is gone meanwhile */
async function copyOne(from: FileStore, to: FileStore, file: StoredFile): Promise<boolean> {
  try {
    await to.put(file.key, await from.get(file.key), { modifiedAt: file.modifiedAt });
    if (await isSame(from, to, file.key)) return true;
  } catch (error) {
    if (isFileMissing(error)) return false;
    throw error;
  }
  throw new CopyDiffers(`the copy of ${file.key} in ${to.place} is not what is in ${from.place}`);
}

async function copyAll(
  { db, from, to, onFile }: MoveOrder,
  journalPath: string,
  moved: Moved,
): Promise<void> {
  // The files lay there once, and went away from there: what is the same is not written anew.
  const isReturn = await isOwnFolder(db, to);
  const known = await readJournal(journalPath);
  const unfinished = await listUnfinished(db);
  moved.unfinished = unfinished.size;
  const seen = new Set<string>();
  const queue: StoredFile[] = [];
  const isLeftOut = (key: string) => {
    const [folder = "", name = ""] = key.split("/");
    return (
      leftOut.includes(folder) || (folder === "upload" && unfinished.has(name.split(".")[0] ?? ""))
    );
  };
  for await (const file of from.list("")) {
    if (isLeftOut(file.key)) continue;
    seen.add(file.key);
    const line = known.get(file.key);
    if (line?.size === file.size && line.at === file.modifiedAt.getTime()) moved.there++;
    else queue.push(file);
  }
  await using journal = await open(journalPath, "a", 0o640);
  // Ends the line that a killed call has left cut.
  await journal.appendFile("\n");
  const waiting = queue.values();
  let hasFailed = false;
  async function copy() {
    for (const file of waiting) {
      if (hasFailed) return;
      const wasThere = isReturn && (await isThere(from, to, file));
      if (!wasThere && !(await copyOne(from, to, file))) continue;
      const line = [file.key, file.size, file.modifiedAt.getTime()];
      await journal.appendFile(`${JSON.stringify(line)}\n`);
      if (wasThere) moved.there++;
      else {
        moved.copied.count++;
        moved.copied.bytes += file.size;
      }
      onFile?.(moved, queue.length);
    }
  }
  // All have stopped before a failure is told, so nobody writes behind its caller.
  const copying = Array.from({ length: copiers }, () =>
    copy().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  await Promise.allSettled(copying);
  await Promise.all(copying);
  for (const key of known.keys()) if (!seen.has(key) && (await to.delete(key))) moved.removed++;
  if (isReturn) await removeDeleted(to, (key) => seen.has(key) || isLeftOut(key), moved);
  await journal.sync();
}

/** Moves to the trash of a place what was deleted while the files lay elsewhere. */
async function removeDeleted(to: FileStore, stays: (key: string) => boolean, moved: Moved) {
  const gone: string[] = [];
  for await (const { key } of to.list("")) if (!stays(key)) gone.push(key);
  for (const key of gone) if (await to.delete(key)) moved.removed++;
}

export interface MoveOrder {
  db: Db;
  from: FileStore;
  /** Opened without a note: rows know these files already. */
  to: FileStore;
  onFile?: (moved: Moved, of: number) => void;
}

/**
 * Copies what is not there yet. Where no server and no worker uses the database it ends the move: the other store
 * belongs to the database then, and the former one says where its files went. Nothing is deleted in the former one.
 * @throws FolderOfOthers where other files lie; CopyDiffers
 */
export async function moveFiles(order: MoveOrder): Promise<Moved> {
  const { db, from, to } = order;
  const hash = createHash("sha256").update(`${from.place} ${to.place}`).digest("hex");
  const journalPath = join(from.disk, `.moving-${hash.slice(0, 12)}.jsonl`);
  const isBegun = (await readJournal(journalPath)).size > 0;
  await refuseToMove(db, from, to, isBegun);
  const moved: Moved = {
    ...{ copied: { count: 0, bytes: 0 }, there: 0, removed: 0, unfinished: 0, trashed: 0 },
    isEnded: false,
  };
  // Before the copying: whoever starts meanwhile may write a file behind it.
  const isFree = (await countUsers(db)) === 0;
  await copyAll(order, journalPath, moved);
  for await (const _ of from.trash.list()) moved.trashed++;
  if (!isFree || (await countUsers(db)) > 0) return moved;
  await adoptFolder(db, to);
  await leaveFolder(from, to);
  await rm(journalPath, { force: true });
  return { ...moved, isEnded: true };
}

/** Claims a folder of files for an installation: an id lies in the folder and in the database, and must be the same. */

import { randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { sql } from "kysely";
import type { FileStore } from "./file-store.ts";
import { listNamed, ownedFolders } from "./reconcile-files.ts";

// Begins with a dot, so that no key can reach it and no list shows it.
const recordName = ".installation.json";
/** Note of a restore that is not finished: nobody uses the folder until it is. */
export const unfinishedName = ".restore.json";

/** Note of a move: where the files went. */
const movedName = ".moved.json";

/** Record in the folder of the installation and the database that it belongs to. */
interface FolderRecord {
  installation: string;
  /** Identity of the database and its PostgreSQL: a restored or copied one is another, with the same installation. */
  database: string;
  since: string;
}

/** The folder's files and the database are not each other's. The message says what was found and what to do. */
export class FolderOfOthers extends Error {
  override name = "FolderOfOthers";
}

const factKey = "installation_id";

async function findInstallation(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom("installation")
    .where("key", "=", factKey)
    .select("value")
    .executeTakeFirst();
  return row?.value as string | undefined;
}

async function keepInstallation(db: Db): Promise<string> {
  const fresh = randomUUID();
  await db
    .insertInto("installation")
    .values({ key: factKey, value: json(fresh) })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  return (await findInstallation(db)) ?? fresh;
}

/** The same after a restart and after a failover to a standby, another one after a dump was restored. */
export async function databaseIdentity(db: Db): Promise<string> {
  const oid = await sql<{ oid: string }>`
    select oid::text as oid from pg_database where datname = current_database()`.execute(db);
  // A hosted PostgreSQL may keep it from us; the number of the database alone is then better than nothing.
  const system = await sql<{ id: string }>`
    select system_identifier::text as id from pg_control_system()`
    .execute(db)
    .then(({ rows }) => rows[0]?.id)
    .catch(() => undefined);
  return `${system ?? "unknown"}/${oid.rows[0]?.oid}`;
}

/** @throws FolderOfOthers when what lies there is no record */
async function readRecord({ notes, place }: FileStore): Promise<FolderRecord | undefined> {
  const text = await notes.read(recordName);
  if (text === undefined) return undefined;
  try {
    const { installation, database, since } = JSON.parse(text);
    if (typeof installation === "string" && typeof database === "string")
      return { installation, database, since: String(since) };
  } catch {
    // Said below.
  }
  throw new FolderOfOthers(`${place}/${recordName} is damaged: restore it, or give the folder to this database with
  npm run nihol -- files adopt`);
}

const writeRecord = ({ notes }: FileStore, record: FolderRecord): Promise<void> =>
  notes.write(recordName, `${JSON.stringify(record, undefined, 2)}\n`);

/** Says whether any folder that belongs to rows holds a file. */
async function holdsFiles(files: FileStore): Promise<boolean> {
  for (const folder of ownedFolders) for await (const _ of files.list(folder)) return true;
  return false;
}

/** Share of a sample of the files that rows name which is there; undefined when rows name none. */
async function shareThere(db: Db, files: FileStore): Promise<number | undefined> {
  const keys = await listNamed(db, 200);
  if (keys.length === 0) return undefined;
  let there = 0;
  for (const key of keys) if (await files.stat(key)) there++;
  return there / keys.length;
}

/** @throws FolderOfOthers while a restore into the folder is not finished */
async function refuseUnfinished({ notes, place }: FileStore): Promise<void> {
  if ((await notes.read(unfinishedName)) !== undefined)
    throw new FolderOfOthers(
      `A restore into ${place} was not finished. Give the same command again, it goes on where it was:
  npm run nihol -- restore BACKUP`,
    );
}

/** @throws FolderOfOthers where the files went elsewhere */
async function refuseMoved({ notes, place }: FileStore): Promise<void> {
  const text = await notes.read(movedName);
  if (text === undefined) return;
  const to = /"to": ?"([^"]+)"/.exec(text)?.[1] ?? "another place";
  throw new FolderOfOthers(`The files of ${place} were moved to ${to}: set S3_BUCKET and S3_PREFIX, or leave them out, so that they are found there.
  To go back, move them back from there:
    npm run nihol -- files move --to ${place}`);
}

/** Place of a store without detours: a folder may be named by a link. */
const realPlace = ({ place }: FileStore) =>
  place.startsWith("s3://") ? place : realpath(place).catch(() => place);

/** @throws FolderOfOthers where both are one place, or one lies in the other: a move would copy its own copies */
async function refuseNested(from: FileStore, to: FileStore): Promise<void> {
  const [source, target] = [await realPlace(from), await realPlace(to)];
  if (source === target) throw new FolderOfOthers(`the files lie in ${to.place} already`);
  const below = (inner: string, outer: string) => inner.startsWith(outer.replace(/\/?$/, "/"));
  const [inner, outer] = below(target, source) ? [to, from] : [from, to];
  if (below(target, source) || below(source, target))
    throw new FolderOfOthers(
      `${inner.place} lies in ${outer.place}, and files are moved only between places beside each other: name another one. Nothing was copied.`,
    );
}

/**
 * Looks whether files may be moved from a store, which this database uses, to another one.
 * @param isBegun files of an earlier call lie there
 * @throws FolderOfOthers
 */
export async function refuseToMove(
  db: Db,
  from: FileStore,
  to: FileStore,
  isBegun: boolean,
): Promise<void> {
  await refuseNested(from, to);
  if (!(await isOwnFolder(db, from)))
    throw new FolderOfOthers(
      `${from.place} does not belong to this database: npm run nihol -- files check`,
    );
  await refuseMoved(from);
  await refuseUnfinished(to);
  const record = await readRecord(to);
  const isOthers = record && record.installation !== (await findInstallation(db));
  if (isOthers || (!record && !isBegun && (await holdsFiles(to))))
    throw new FolderOfOthers(
      `There are files of others in ${to.place}: name an empty place. Nothing was changed.`,
    );
}

/** Says in a store where its files went. */
export async function leaveFolder(from: FileStore, to: FileStore): Promise<void> {
  await from.notes.write(movedName, `${JSON.stringify({ to: to.place })}\n`);
}

/** Installation and identity of the database that has claimed its folder. @throws when it has none yet */
export async function claimedBy(db: Db): Promise<{ installation: string; database: string }> {
  const installation = await findInstallation(db);
  if (installation === undefined)
    throw new FolderOfOthers("this database is new: no server has used it yet");
  return { installation, database: await databaseIdentity(db) };
}

const waysOut = `
  If the settings are wrong: set DATABASE_URL or NIHOL_DATA to what belongs together.
  If a backup was restored, or the database or the folder was moved on purpose, give the folder to this database:
    npm run nihol -- files adopt
  Nothing was changed.`;

function refusalOf(
  root: string,
  record: FolderRecord | undefined,
  facts: { installation: string | undefined; share: number | undefined; holds: boolean },
): string | undefined {
  const { installation, share, holds } = facts;
  if (record) {
    if (installation === undefined)
      return `The files in ${root} belong to an installation (${record.installation}, since ${record.since}), and this database is new or of another one.`;
    if (record.installation !== installation)
      return `The files in ${root} belong to another installation (${record.installation}) than this database (${installation}).`;
    return `The files in ${root} belong to another copy of this database: this one was restored, copied or moved since ${record.since}.`;
  }
  if (share === undefined && !holds) return undefined;
  if (share === undefined)
    return `The folder ${root} holds files, and this database names none: it is new, empty or of another installation.`;
  if (installation !== undefined)
    return `This database names files, and the folder ${root} is not the one they lie in (it has no ${recordName}): another folder, or a disk that is not mounted.`;
  if (share < 0.5)
    return `Of the files that this database names, only ${Math.round(100 * share)} in 100 lie in the folder ${root}.`;
  return undefined;
}

/**
 * Makes sure that a folder of files and a database belong to each other before anything is written or deleted: a new
 * pair, and one of a version that had no ids, is bound together.
 * @throws FolderOfOthers
 */
export async function claimFolder(db: Db, files: FileStore): Promise<void> {
  await refuseUnfinished(files);
  await refuseMoved(files);
  const record = await readRecord(files);
  const installation = await findInstallation(db);
  const database = await databaseIdentity(db);
  const isOwn = record?.installation === installation && record?.database === database;
  if (!record || !isOwn) {
    const [share, holds] = [await shareThere(db, files), await holdsFiles(files)];
    const refusal = refusalOf(files.place, record, { installation, share, holds });
    if (refusal) throw new FolderOfOthers(refusal + waysOut);
    await bind(db, files, database);
  }
  await skipUsedNumbers(db, files);
}

async function bind(db: Db, files: FileStore, database: string) {
  const installation = await keepInstallation(db);
  await writeRecord(files, { installation, database, since: new Date().toISOString() });
}

/** Gives a folder to this database, whoever had it: after a restore or a move, on a person's word. */
export async function adoptFolder(
  db: Db,
  files: FileStore,
  { endsRestore = false } = {},
): Promise<void> {
  if (!endsRestore) await refuseUnfinished(files);
  await files.notes.remove(movedName);
  await bind(db, files, await databaseIdentity(db));
  await skipUsedNumbers(db, files);
}

/** Says whether the folder is still this database's: another may have adopted it since. */
export async function isOwnFolder(db: Db, files: FileStore): Promise<boolean> {
  const record = await readRecord(files).catch(() => undefined);
  return (
    record !== undefined &&
    record.installation === (await findInstallation(db)) &&
    record.database === (await databaseIdentity(db))
  );
}

/**
 * Moves the numbering of images past every image whose files lie in the folder: over newer files an older database
 * would give their numbers again, and show the tiles of one image for another.
 */
async function skipUsedNumbers(db: Db, files: FileStore): Promise<void> {
  const names = await files.names("image");
  const highest = Math.max(0, ...names.map(Number).filter(Number.isSafeInteger));
  if (highest === 0) return;
  await sql`select setval(pg_get_serial_sequence('whole_image', 'id'), ${highest})
    where ${highest} > (select coalesce(max(id), 0) from whole_image)
      and ${highest} > (select coalesce(pg_sequence_last_value(pg_get_serial_sequence('whole_image', 'id')::regclass), 0))`.execute(
    db,
  );
}

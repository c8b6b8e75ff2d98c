/** Moves to the trash what this database once knew and let go, and brings back what a row names again. */

import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { type FileStore, InvalidKey, type NoteFile } from "./file-store.ts";
import type { TrashedFile } from "./trash.ts";

/** Folders of the store whose files belong to rows. */
export const ownedFolders = [
  "attachment",
  "export",
  "photo",
  "upload",
  "image",
  "watch",
  "fetch",
] as const;
export type OwnedFolder = (typeof ownedFolders)[number];

/** Every column that names a file; a new one must be added here and get a trigger, which a test asks for. */
export const fileColumns = [
  ["attached_file", "file_key"],
  ["attached_file", "preview_key"],
  ["device", "photo_key"],
  ["export", "file_key"],
  ["garden", "photo_key"],
  ["imagery_process", "file_key"],
  ["next_image", "cog_key"],
  ["offered_capture", "preview_key"],
  ["planting_report", "photo_key"],
  ["upload", "file_key"],
  ["upload", "sent_key"],
  ["user_account", "photo_key"],
  ["whole_image", "cog_key"],
  ["whole_image", "original_key"],
] as const;

const named = sql.join(
  fileColumns.map(
    ([table, column]) => sql`select ${sql.ref(column)} as key from ${sql.table(table)}`,
  ),
  sql` union all `,
);

/** Selects rows of `sent (key)` that are in force: files by their name, whole folders by the number of their row. */
const isNamed = sql<boolean>`case
  when sent.key like 'image/%/'
    then exists (select from whole_image w where w.id::text = split_part(sent.key, '/', 2))
  when sent.key like 'image/%/display/%'
    then exists (select from whole_image w where w.id::text = split_part(sent.key, '/', 2))
  when sent.key like 'fetch/%'
    then exists (select from imagery_process p where p.id::text = split_part(sent.key, '/', 2))
  -- The notes of an upload go with its file.
  else exists (
    select from named where named.key = regexp_replace(sent.key, '^(upload/.*)[.]json$', '\\1'))
  end`;

/** Those of `keys` that rows name. */
export async function namedOf(db: Db, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    with named as (${named})
    select sent.key from unnest(${keys}::text[]) as sent (key) where ${isNamed}`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Counts the files that rows name, map tiles and notes aside. */
export async function countNamed(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with named as (${named}) select count(key)::int as count from named`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The keys that rows name, at most `count`, exports aside: those go after a day. */
export async function listNamed(db: Db, count: number | null): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with named as (${named})
    select key from named where key is not null and key not like 'export/%'
    order by md5(key) limit ${count}`.execute(db);
  return rows.map(({ key }) => key);
}

/** Keys that rows name and whose file is not there. */
export async function listMissing(db: Db, files: FileStore): Promise<string[]> {
  const missing: string[] = [];
  for (const key of await listNamed(db, null)) if (!(await files.stat(key))) missing.push(key);
  return missing;
}

/** Notes files in the database before they are stored, so that one that no row comes to name is known. */
export const noteIn =
  (db: Db): NoteFile =>
  async (key) => {
    await sql`insert into released_file (key) values (${key})
      on conflict (key) do update set released_at = now()`.execute(db);
  };

const batch = 1000;
/** At so many at once, and at so large a share of all files, a person is asked first. */
const asked = { files: 20, share: 0.05 };

/** Result of a pass. */
interface Reconciled {
  /** Keys that were moved to the trash, or deleted where they can be made anew. */
  moved: string[];
  /** Files that wait for a person's yes because they are too many; 0 when none do. */
  waiting: number;
}

interface ReconcileOptions {
  /** A person said yes to however many there are. */
  isConfirmed?: boolean;
  /** These folders alone. */
  folders?: readonly OwnedFolder[];
}

async function* keysOf(files: FileStore, key: string): AsyncGenerator<string> {
  if (key.endsWith("/")) {
    for await (const file of files.list(key)) yield file.key;
    return;
  }
  yield key;
  if (key.startsWith("upload/")) yield `${key}.json`;
}

/**
 * Moves files to the trash that this database released before a moment and that no row names. A file that the database
 * never knew stays, whatever the rows say.
 * @throws the first failure of the disk, once all others were moved
 */
export async function reconcileFiles(
  db: Db,
  files: FileStore,
  before: Date,
  { isConfirmed = false, folders }: ReconcileOptions = {},
): Promise<Reconciled> {
  await sql`with named as (${named}) delete from released_file as sent
    where released_at < ${before} and ${isNamed}`.execute(db);
  const released = await db
    .selectFrom("released_file")
    .where("released_at", "<", before)
    .$if(folders !== undefined, (query) =>
      query.where(sql<string>`split_part(key, '/', 1)`, "in", [...(folders ?? [])]),
    )
    .select("key")
    .orderBy("key")
    .execute();
  const tooMany = Math.max(asked.files, asked.share * (await countNamed(db)));
  if (!isConfirmed && released.length > tooMany) return { moved: [], waiting: released.length };
  const moved: string[] = [];
  const keys = released.map(({ key }) => key);
  let failed: unknown;
  while (keys.length > 0) {
    const some = keys.splice(0, batch);
    // A row may name one again since the list was made.
    const again = await namedOf(db, some);
    for (const key of some) {
      if (again.has(key)) continue;
      try {
        for await (const one of keysOf(files, key)) if (await files.delete(one)) moved.push(one);
      } catch (error) {
        // The others are not to wait for one that cannot be moved; a note of no file is dropped: an image's row has none at first.
        if (!(error instanceof InvalidKey)) {
          failed ??= error;
          continue;
        }
      }
      await db
        .deleteFrom("released_file")
        .where("key", "=", key)
        // Noted again meanwhile, it has its own hour.
        .where("released_at", "<", before)
        .execute();
    }
  }
  if (failed !== undefined) throw failed;
  return { moved, waiting: 0 };
}

/** Brings back from the trash what rows name and is not there: after a restored backup, or a kill. @returns the keys */
export async function returnNamed(db: Db, files: FileStore): Promise<string[]> {
  const returned: string[] = [];
  async function handleBatch(trashed: TrashedFile[]) {
    const keys = await namedOf(
      db,
      trashed.map(({ key }) => key),
    );
    // The newest first: of a key that was replaced several times it is the one that the row meant last.
    for (const file of trashed.reverse())
      if (keys.has(file.key) && (await files.trash.restore(file))) returned.push(file.key);
  }
  const all: TrashedFile[] = [];
  for await (const file of files.trash.list()) all.push(file);
  all.sort((a, b) => a.trashedAt.getTime() - b.trashedAt.getTime());
  while (all.length > 0) await handleBatch(all.splice(-batch));
  return returned;
}

/**
 * Lists files that no row names and that this database never knew, last written before a moment. They are left alone:
 * whoever looks after the installation moves them to the trash.
 */
export async function* listUnknown(db: Db, files: FileStore, before: Date): AsyncGenerator<string> {
  async function* unknownOf(keys: string[]) {
    const known = await namedOf(db, keys);
    const { rows } = await sql<{ key: string }>`
      select sent.key from unnest(${keys}::text[]) as sent (key)
      where exists (select from released_file r where r.key = regexp_replace(sent.key, '[.]json$', '')
        or (r.key like '%/' and starts_with(sent.key, r.key)))`.execute(db);
    for (const { key } of rows) known.add(key);
    for (const key of keys) if (!known.has(key)) yield key;
  }
  for (const folder of ownedFolders) {
    const waiting: string[] = [];
    for await (const { key, modifiedAt } of files.list(folder)) {
      if (modifiedAt < before) waiting.push(key);
      if (waiting.length === batch) yield* unknownOf(waiting.splice(0));
    }
    yield* unknownOf(waiting);
  }
}

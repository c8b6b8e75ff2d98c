/** Files that no row names: whoever stored one was killed before its row was written, or after it was deleted. */

import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import type { FileStore } from "./file-store.ts";

/** Folders of the store whose files belong to rows. */
export const ownedFolders = ["attachment", "export", "photo", "upload", "image"] as const;
export type OwnedFolder = (typeof ownedFolders)[number];

/** Every column that names a file; a new one must be added here, which a test asks for. */
export const fileColumns = [
  ["attached_file", "file_key"],
  ["attached_file", "preview_key"],
  ["export", "file_key"],
  ["garden", "photo_key"],
  ["imagery_process", "file_key"],
  ["offered_capture", "preview_key"],
  ["planting_report", "photo_key"],
  ["upload", "file_key"],
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

/** Those of `keys` that no row names. Map tiles go with their image, the notes of an upload with its file. */
async function unnamed(db: Kysely<Database>, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with named as (${named})
    select sent.key from unnest(${keys}::text[]) as sent (key)
    where case
      when sent.key like 'image/%/display/%'
        then not exists (select from whole_image w where w.id::text = split_part(sent.key, '/', 2))
      else not exists (
        select from named where named.key = regexp_replace(sent.key, '^(upload/.*)[.]json$', '\\1'))
      end`.execute(db);
  return rows.map(({ key }) => key);
}

const batch = 1000;

/**
 * Deletes files that no row names and that were last written before a moment: whoever writes one now stores it first
 * and its row after that. @returns the deleted keys
 */
export async function reconcileFiles(
  db: Kysely<Database>,
  files: FileStore,
  before: Date,
  folders: readonly OwnedFolder[] = ownedFolders,
): Promise<string[]> {
  const deleted: string[] = [];
  async function handleBatch(keys: string[]) {
    for (const key of await unnamed(db, keys)) if (await files.delete(key)) deleted.push(key);
  }
  for (const folder of folders) {
    const waiting: string[] = [];
    for await (const { key, modifiedAt } of files.list(folder)) {
      if (modifiedAt < before) waiting.push(key);
      if (waiting.length === batch) await handleBatch(waiting.splice(0));
    }
    await handleBatch(waiting);
  }
  return deleted;
}

/** Rows of files that belong to a violation or a document. */

import type { AttachedFile } from "@nihol/contract/attached-files";
import type { EvidenceFile, FileKind } from "@nihol/contract/values/files";
import { paths } from "@nihol/contract/values/paths";
import type { Db } from "@nihol/db/connection";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";

/** Record that the file belongs to. */
export interface FileOwner {
  table: "violation" | "document";
  id: number;
}

const columnOf = ({ table }: FileOwner) =>
  table === "violation" ? ("violation_id" as const) : ("document_id" as const);

const filesOf = (db: Db, owner: FileOwner) =>
  db.selectFrom("attached_file").where(columnOf(owner), "=", owner.id);

/** The author's name, as it stays with what they wrote. */
export const authorName = (actor: Pick<Actor, "id">): RawBuilder<string> =>
  sql<string>`(select trim(first_name || ' ' || last_name) from user_account where id = ${actor.id})`;

function toAttachedFile(
  owner: FileOwner,
  row: {
    id: number;
    name: string;
    kind: FileKind;
    size: number | string;
    sha256: string;
    author: string;
    created_at: Date;
    preview_key: string | null;
    evidence: AttachedFile["evidence"];
  },
): AttachedFile {
  const download = `${paths[owner.table]}/${owner.id}/file/${row.id}`;
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    size: Number(row.size),
    sha256: row.sha256,
    uploaded_by: row.author,
    created_at: row.created_at.toISOString(),
    download,
    preview: row.preview_key ? `${download}/preview` : null,
    evidence: row.evidence,
  };
}

/** Every file of an owner, oldest first. */
export async function listFiles(db: Db, owner: FileOwner): Promise<AttachedFile[]> {
  const rows = await filesOf(db, owner).selectAll().orderBy("id").execute();
  return rows.map((row) => toAttachedFile(owner, row));
}

export async function countFiles(db: Db, owner: FileOwner): Promise<number> {
  const { n } = await filesOf(db, owner)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Finds what sending a file needs; undefined when the owner has no such file. */
export async function findFile(db: Db, owner: FileOwner, id: number) {
  const row = await filesOf(db, owner).where("id", "=", id).selectAll().executeTakeFirst();
  return row && { ...toAttachedFile(owner, row), key: row.file_key, previewKey: row.preview_key };
}

/** The name under which the owner has the same bytes already. */
export async function findSameFile(
  db: Db,
  owner: FileOwner,
  sha256: string,
): Promise<string | undefined> {
  const row = await filesOf(db, owner)
    .where("sha256", "=", sha256)
    .select("name")
    .executeTakeFirst();
  return row?.name;
}

export interface NewFile {
  name: string;
  kind: FileKind;
  size: number;
  sha256: string;
  key: string;
  previewKey: string | null;
  evidence?: EvidenceFile;
}

export async function insertFile(
  db: Db,
  actor: Pick<Actor, "id">,
  owner: FileOwner,
  file: NewFile,
): Promise<AttachedFile> {
  const row = await db
    .insertInto("attached_file")
    .values({
      [columnOf(owner)]: owner.id,
      name: file.name,
      kind: file.kind,
      size: file.size,
      sha256: file.sha256,
      file_key: file.key,
      preview_key: file.previewKey,
      evidence: file.evidence ?? null,
      user_id: actor.id,
      author: authorName(actor),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAttachedFile(owner, row);
}

export async function deleteFileRow(db: Db, id: number) {
  await db.deleteFrom("attached_file").where("id", "=", id).execute();
}

/** The keys of everything stored for an owner: the files and their images. */
export async function listFileKeys(db: Db, owner: FileOwner): Promise<string[]> {
  const rows = await filesOf(db, owner).select(["file_key", "preview_key"]).execute();
  return rows.flatMap(({ file_key, preview_key }) => [file_key, preview_key ?? []].flat());
}

/** Rows of what has come of uploads whose pieces lie in a bucket: every server reads there how far an upload is. */
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { ArrivedPart, ArrivedTail } from "@nihol/store/files/arrivals";
import { sql } from "kysely";

export type SenderWords = Record<string, string | null>;

/** Notes that an upload was begun. NUL, as a file in UTF-16 that was sent along has it, is left out: jsonb takes none. */
export async function insertArrival(db: Db, id: string, metadata: SenderWords): Promise<void> {
  const words = Object.entries(metadata).map(([name, said]) => [
    name,
    said?.replaceAll("\0", "") ?? null,
  ]);
  await db
    .insertInto("upload_arrival")
    .values({ upload_id: id, metadata: json(Object.fromEntries(words)) })
    .execute();
}

/** How far an upload is, with the size that was announced; undefined where it is no longer on its way. */
export async function findArrival(db: Db, id: string) {
  const row = await db
    .selectFrom("upload_arrival as a")
    .innerJoin("upload as u", "u.id", "a.upload_id")
    .where("u.id", "=", id)
    .select(["a.metadata", "a.received", "a.multipart", "a.tail_name", "a.tail_sha256", "u.size"])
    .executeTakeFirst();
  if (!row) return undefined;
  const { tail_name: name, tail_sha256: sha256, metadata, multipart } = row;
  const tail: ArrivedTail | null = name !== null && sha256 !== null ? { name, sha256 } : null;
  return { metadata, multipart, tail, received: Number(row.received), size: Number(row.size) };
}

/** Parts of an upload by their numbers. */
export const listParts = (db: Db, id: string): Promise<ArrivedPart[]> =>
  db
    .selectFrom("upload_part")
    .where("upload_id", "=", id)
    .select(["number", "bytes", "sha256", "etag"])
    .orderBy("number")
    .execute();

/** Notes the bucket's name of an upload in parts. @returns false where another call has noted one */
export async function noteMultipart(db: Db, id: string, multipart: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("upload_arrival")
    .set({ multipart })
    .where("upload_id", "=", id)
    .where("multipart", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Bytes that the bucket had, and has now. */
interface Step {
  from: number;
  to: number;
}

/** Notes a part, with the tail that it took up. @returns false where another call went on meanwhile */
export async function notePart(
  db: Db,
  id: string,
  { from, to }: Step,
  { number, bytes, sha256, etag }: ArrivedPart,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with step as (
      update upload_arrival set received = ${to}, tail_name = null, tail_sha256 = null
      where upload_id = ${id} and received = ${from}
      returning upload_id)
    insert into upload_part (upload_id, number, bytes, sha256, etag)
    select upload_id, ${number}, ${bytes}, ${sha256}, ${etag} from step`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Notes another tail. @returns false where another call went on meanwhile */
export async function noteTail(
  db: Db,
  id: string,
  { from, to }: Step,
  { name, sha256 }: ArrivedTail,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("upload_arrival")
    .set({ received: to, tail_name: name, tail_sha256: sha256 })
    .where("upload_id", "=", id)
    .where("received", "=", from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Has an upload on its way begin anew, since the bucket has lost of it. @returns false where it went on or ended meanwhile
 * @param seen how far it was when the loss was seen
 */
export async function resetArrival(
  db: Db,
  id: string,
  { received, multipart }: { received: number; multipart: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    with lost as (
      update upload_arrival a
      set received = 0, multipart = null, tail_name = null, tail_sha256 = null
      from upload u
      where u.id = a.upload_id and u.status = 'receiving' and a.upload_id = ${id}
        and a.received = ${received} and a.multipart is not distinct from ${multipart}
      returning a.upload_id),
    parts as (delete from upload_part where upload_id in (select upload_id from lost))
    select upload_id from lost`.execute(db);
  return rows.length > 0;
}

/** Uploads that have come whole, and whose last call did not note it: its server was killed. */
export const listWhole = (db: Db) =>
  db
    .selectFrom("upload_arrival as a")
    .innerJoin("upload as u", (join) =>
      join.onRef("u.id", "=", "a.upload_id").onRef("u.size", "=", "a.received"),
    )
    .where("u.status", "=", "receiving")
    .select("u.id")
    .execute();

/** Uploads that were checked or given up, and of which the bucket still has what arrived. */
export const listEnded = (db: Db) =>
  db
    .selectFrom("upload_arrival as a")
    .leftJoin("upload as u", (join) =>
      join.onRef("u.id", "=", "a.upload_id").on("u.status", "in", ["receiving", "checking"]),
    )
    .where("u.id", "is", null)
    .select(["a.upload_id as id", "a.multipart"])
    .execute();

/** Forgets how far an upload was. */
export async function deleteArrival(db: Db, id: string): Promise<void> {
  await db.deleteFrom("upload_arrival").where("upload_id", "=", id).execute();
}

/** Those of some uploads of which the bucket has something by right. */
export async function listArriving(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("upload_arrival")
    .where("upload_id", "in", ids)
    .select("upload_id")
    .execute();
  return new Set(rows.map(({ upload_id }) => upload_id));
}

/** Those of some uploads that are on their way or being checked. */
export async function listOpen(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("upload")
    .where("id", "in", ids)
    .where("status", "in", ["receiving", "checking"])
    .select("id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

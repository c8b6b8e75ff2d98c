/** The rows of exports; each belongs to the person who asked for it. */

import type { PageQuery } from "@nihol/contract/paging";
import type { ExportFormat, ExportList } from "@nihol/contract/values/exports";
import type { Language } from "@nihol/contract/values/languages";
import { json } from "@nihol/db/json";
import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../http/actor.ts";
import { slice } from "../http/paging.ts";

type Db = Kysely<Database>;

export interface NewExport {
  user_id: number;
  list: ExportList;
  format: ExportFormat;
  query: Record<string, unknown>;
  language: Language;
  time_zone: string;
  reach: unknown;
  actor: Actor;
  file_name: string;
  row_count: number;
}

const exportRows = (db: Db, userId: number) =>
  db.selectFrom("export as e").where("e.user_id", "=", userId).selectAll("e");
export type ExportRowOf = Awaited<
  ReturnType<ReturnType<typeof exportRows>["executeTakeFirstOrThrow"]>
>;

export async function insertExport(db: Db, columns: NewExport): Promise<number> {
  const { id } = await db
    .insertInto("export")
    .values({
      ...columns,
      query: json(columns.query),
      reach: json(columns.reach),
      actor: json(columns.actor),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export const findExport = (db: Db, userId: number, id: number): Promise<ExportRowOf | undefined> =>
  exportRows(db, userId).where("e.id", "=", id).executeTakeFirst();

/** A person's exports, newest first. */
export async function listExportsOf(db: Db, userId: number, query: PageQuery) {
  const { limit, offset } = slice(query);
  const { count } = await exportRows(db, userId)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await exportRows(db, userId)
    .orderBy("e.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { count: Number(count), rows };
}

export async function countUnfinished(db: Db, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom("export")
    .where("user_id", "=", userId)
    .where("status", "in", ["pending", "in_progress"])
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** How far it is. Once it has ended nothing changes it any more. */
export async function updateProgress(db: Db, id: number, rows: { done: number; count?: number }) {
  await db
    .updateTable("export")
    .set({
      status: "in_progress",
      rows_done: rows.done,
      row_count: rows.count,
      beat_at: new Date(),
    })
    .where("id", "=", id)
    .where("status", "in", ["pending", "in_progress"])
    .execute();
}

/** Says that these are still being made. */
export async function updateBeats(db: Db, ids: number[]) {
  if (ids.length === 0) return;
  await db.updateTable("export").set({ beat_at: new Date() }).where("id", "in", ids).execute();
}

/** @returns whether the row names the file now; if not (deleted, made by another server), the file is nobody's */
export async function completeExport(
  db: Db,
  id: number,
  file: { key: string; size: number; rows: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("export")
    .set({
      status: "completed",
      file_key: file.key,
      size: file.size,
      rows_done: file.rows,
      row_count: file.rows,
      finished_at: new Date(),
    })
    .where("id", "=", id)
    .where("status", "in", ["pending", "in_progress"])
    .executeTakeFirstOrThrow();
  // Asked again after an outage: the first time may have been committed.
  return numUpdatedRows > 0n || isExportFile(db, file.key);
}

export async function failExport(db: Db, id: number, problem: string) {
  await db
    .updateTable("export")
    .set({ status: "failed", problem, finished_at: new Date() })
    .where("id", "=", id)
    .where("status", "in", ["pending", "in_progress"])
    .execute();
}

/** An export that says nothing for so long has lost its server. */
export const silentSeconds = 20;
/** Begun so often and never ended: something in it kills whoever makes it. */
export const attemptsMax = 3;

const isLeft = sql<boolean>`(status = 'pending' or (status = 'in_progress'
  and beat_at < now() - make_interval(secs => ${silentSeconds}::int)))`;

/** Takes the oldest export that nobody makes. */
export async function claimExport(db: Db): Promise<ExportRowOf | undefined> {
  const next = db
    .selectFrom("export")
    .where(isLeft)
    .where("attempts", "<", attemptsMax)
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .select("id");
  return db
    .updateTable("export")
    .set((eb) => ({
      status: "in_progress",
      attempts: eb("attempts", "+", 1),
      rows_done: 0,
      beat_at: sql<Date>`now()`,
    }))
    .where("id", "=", next)
    .returningAll()
    .executeTakeFirst();
}

/** Gives one back that cannot be gone on with here; `counted`: whether that was an attempt. */
export async function releaseExport(db: Db, id: number, counted: boolean) {
  await db
    .updateTable("export")
    .set((eb) => ({ status: "pending", attempts: eb("attempts", "-", counted ? 0 : 1) }))
    .where("id", "=", id)
    .where("status", "=", "in_progress")
    .execute();
}

/** Gives back all that are being made, where it is known that nobody is left to make them. */
export async function releaseAll(db: Db) {
  await db
    .updateTable("export")
    .set({ status: "pending" })
    .where("status", "=", "in_progress")
    .execute();
}

/** Ends those that were begun too often. @returns how many */
export async function failWorn(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("export")
    .set({ status: "failed", problem: "interrupted", finished_at: new Date() })
    .where(isLeft)
    .where("attempts", ">=", attemptsMax)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function deleteExport(db: Db, id: number) {
  await db.deleteFrom("export").where("id", "=", id).execute();
}

/** Ended before a moment, or with more than `max` newer ones of the same person. */
export async function listExpired(db: Db, before: Date, max: number) {
  const newest = db
    .selectFrom("export")
    .where("finished_at", "is not", null)
    .select(["id", "file_key", "finished_at"])
    .select(sql<number>`row_number() over (partition by user_id order by id desc)`.as("nth"));
  return db
    .selectFrom(newest.as("e"))
    .where((eb) => eb.or([eb("e.finished_at", "<", before), eb("e.nth", ">", max)]))
    .select(["e.id", "e.file_key"])
    .execute();
}

export async function isExportFile(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom("export")
    .where("file_key", "=", key)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

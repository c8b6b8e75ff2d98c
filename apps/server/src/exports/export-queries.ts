/** The rows of exports; each belongs to the person who asked for it. */

import type { PageQuery } from "@nihol/contract/paging";
import type { ExportFormat, ExportList } from "@nihol/contract/values/exports";
import type { Language } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { ExportRow } from "@nihol/store/exports/export-rows";
import type { Actor } from "../http/actor.ts";
import { slice } from "../http/paging.ts";

interface NewExport {
  user_id: number;
  list: ExportList;
  format: ExportFormat;
  query: Record<string, unknown>;
  language: Language;
  time_zone: string;
  /** Scope of the person when they ordered it: regions, districts and ministry that bound its rows. */
  reach: unknown;
  actor: Actor;
  file_name: string;
  row_count: number;
}

const exportRows = (db: Db, userId: number) =>
  db.selectFrom("export as e").where("e.user_id", "=", userId).selectAll("e");

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

export const findExport = (db: Db, userId: number, id: number): Promise<ExportRow | undefined> =>
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

/** Sums that reports hold, a line for each region or district; `territory_id` 0: in none of them. */

import type { Report } from "@nihol/contract/reports/reports";
import type { TreeFilter } from "@nihol/contract/statistics";
import type { ReportKind } from "@nihol/contract/values/reports/reports";
import type { Db } from "@nihol/db/connection";
import type { TextLanguage } from "@nihol/locales/text";
import { type Expression, type SqlBool, sql } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { visibleImagery } from "../../../policies/imagery.ts";
import { visibleTo } from "../../../policies/scope.ts";
import { allOf } from "../../../shared/rows/all-of.ts";
import { nameInLanguage } from "../../../shared/rows/names-sql.ts";
import { regionArea, regionVisible, territoryOf } from "../../../shared/territory/territory-sql.ts";

type Names = Record<string, string>;

/** The filter's region, asked of the rows of `alias`. */
const inRegion = (alias: string, { region }: TreeFilter): Expression<SqlBool>[] =>
  region ? [sql<SqlBool>`${sql.ref(`${alias}.region_id`)} = ${region}`] : [];

/** Dates of `column` within the filter's, both inclusive. */
const inPeriod = (column: string, { from, to }: TreeFilter): Expression<SqlBool>[] => [
  ...(from ? [sql<SqlBool>`${sql.ref(column)} >= ${from}::date`] : []),
  ...(to ? [sql<SqlBool>`${sql.ref(column)} <= ${to}::date`] : []),
];

export interface TerritoryRow {
  id: number;
  name: Names;
  region_id: number;
  region_name: Names;
  area_m2: number | null;
}

/** Regions within the actor's scope, by name. */
export async function listRegionRows(db: Db, actor: Actor, language: TextLanguage) {
  const { rows } = await sql<TerritoryRow>`
    select r.id, r.name, r.id as region_id, r.name as region_name, ${regionArea(actor)} as area_m2
    from (select *, null::int as none from region) r
    where ${regionVisible(actor)}
    order by ${nameInLanguage("r.name", language)}, r.id`.execute(db);
  return rows;
}

/** Districts within the actor's scope, of one region or of all, under their regions. */
export async function listDistrictRows(
  db: Db,
  actor: Actor,
  filter: TreeFilter,
  language: TextLanguage,
) {
  const where = allOf([
    visibleTo(actor, { region: "d.region_id", district: "d.id" }),
    ...inRegion("d", filter),
  ]);
  const { rows } = await sql<TerritoryRow>`
    select d.id, d.name, d.area_m2, r.id as region_id, r.name as region_name
    from district d join region r on r.id = d.region_id
    where ${where}
    order by ${nameInLanguage("r.name", language)}, r.id, ${nameInLanguage("d.name", language)}, d.id`.execute(
    db,
  );
  return rows;
}

export interface CaptureSums {
  territory_id: number;
  count: number;
  latest: string;
  /** Metres per pixel of the newest. */
  gsd_m: number;
}

/** Images as their list holds them under the same filter. */
export async function sumCaptures(db: Db, actor: Actor, kind: ReportKind, filter: TreeFilter) {
  const where = allOf([
    visibleImagery(actor),
    ...inRegion("w", filter),
    ...inPeriod("w.captured_on", filter),
  ]);
  const { rows } = await sql<CaptureSums>`
    select ${territoryOf("w", kind, filter)} as territory_id, count(*)::int as count,
      max(w.captured_on) as latest, (array_agg(w.gsd_m order by w.captured_on desc, w.id desc))[1] as gsd_m
    from whole_image w join imagery_process p on p.id = w.process_id
    where ${where} group by 1`.execute(db);
  return rows;
}

/** A region's names when it is within the actor's scope. */
export async function findRegion(db: Db, actor: Actor, id: number) {
  const { rows } = await sql<{ id: number; name: Names }>`
    select r.id, r.name from (select *, null::int as none from region) r
    where r.id = ${id} and ${regionVisible(actor)}`.execute(db);
  return rows[0];
}

/** The borders of the territories that have a row in the report. */
export async function listShapes(db: Db, { kind, rows }: Report) {
  const ids = rows.flatMap(({ id }) => id ?? []);
  const found = await db
    .selectFrom(kind)
    .where("id", "in", ids.length > 0 ? ids : [0])
    .select(["id", "boundary"])
    .orderBy("id")
    .execute();
  return found.flatMap(({ id, boundary }) => (boundary ? [{ id, boundary }] : []));
}

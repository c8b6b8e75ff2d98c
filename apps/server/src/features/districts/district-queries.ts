import type { ListQueryOf, OrderingOf } from "@nihol/contract/resource";
import type { District, districts } from "@nihol/contract/territory";
import type { Language, Names } from "@nihol/contract/values/languages";
import type { DistrictKind } from "@nihol/contract/values/territory";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { gardenPlace } from "@nihol/policies/sees";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { rowCan } from "../../policies/rights.ts";
import { visibleTo } from "../../policies/scope.ts";
import { districtsVisibleTo } from "../../policies/territory.ts";
import type { BoundaryColumns } from "../../shared/boundaries/boundary-columns.ts";
import { sharedTerritory } from "../../shared/boundaries/boundary-columns.ts";
import { listPage } from "../../shared/rows/list-page.ts";
import { nameContains, nameInLanguage } from "../../shared/rows/names-sql.ts";
import { findGardensOutside } from "../../shared/territory/gardens-outside.ts";
import { isUpdating } from "../../shared/territory/territory-updating.ts";
import { requireUnused } from "../../shared/territory/territory-users.ts";

function districtRows(db: Db, actor: Actor, withBoundary: boolean) {
  return db
    .selectFrom("district as d")
    .innerJoin("region as r", "r.id", "d.region_id")
    .where(districtsVisibleTo(actor))
    .select([
      "d.id",
      "d.code",
      "d.kind",
      "d.name",
      "d.bbox",
      "d.area_m2",
      "d.center",
      "r.id as region_id",
      "r.name as region_name",
    ])
    .select([
      (withBoundary ? sql<MultiPolygon | null>`d.boundary` : sql<null>`null`).as("boundary"),
      sql<number>`(select count(*) from garden g where g.district_id = d.id and ${visibleTo(actor, gardenPlace)})`.as(
        "garden_count",
      ),
      isUpdating("district", "d.id").as("updating"),
    ]);
}
type DistrictRow = Awaited<ReturnType<ReturnType<typeof districtRows>["executeTakeFirstOrThrow"]>>;

function toDistrict(row: DistrictRow, actor: Actor): District {
  return {
    ...sharedTerritory(row),
    kind: row.kind,
    region: { id: row.region_id, name: row.region_name },
    can: rowCan(actor, "district"),
  };
}

export async function listDistricts(
  db: Db,
  actor: Actor,
  query: ListQueryOf<typeof districts>,
  order: Order<OrderingOf<typeof districts>>,
  language: Language,
) {
  let rows = districtRows(db, actor, query.boundary === "1");
  if (query.search) rows = rows.where(nameContains("d.name", query.search));
  if (query.region) rows = rows.where("d.region_id", "=", query.region);
  const by =
    order.column === "name" ? nameInLanguage("d.name", language) : sql.ref(`d.${order.column}`);
  return listPage(rows, query, {
    by,
    direction: order.direction,
    id: "d.id",
    toRow: (row) => toDistrict(row, actor),
  });
}

export async function findDistrict(
  db: Db,
  actor: Actor,
  id: number,
): Promise<District | undefined> {
  const row = await districtRows(db, actor, true).where("d.id", "=", id).executeTakeFirst();
  return row && toDistrict(row, actor);
}

/** The same with the gardens that lie elsewhere. */
export async function findDistrictDetail(db: Db, actor: Actor, id: number) {
  const district = await findDistrict(db, actor, id);
  if (!district) return undefined;
  const gardens_outside = await findGardensOutside(db, actor, "district", district);
  return { ...district, gardens_outside };
}

interface DistrictColumns extends Partial<BoundaryColumns> {
  name?: Names;
  code?: string;
  kind?: DistrictKind;
  region_id?: number;
}

export async function insertDistrict(
  db: Db,
  columns: DistrictColumns & { name: Names; region_id: number },
): Promise<number> {
  const { name, ...rest } = columns;
  return (
    await db
      .insertInto("district")
      .values({ ...rest, name: json(name) })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
}

/** Changes a district; what lies in it goes with it into another region, or both reports would count it differently. */
export async function updateDistrict(db: Db, id: number, { name, ...columns }: DistrictColumns) {
  const { region_id } = columns;
  if (region_id !== undefined)
    for (const table of ["garden", "device", "violation"] as const)
      await db
        .updateTable(table)
        .set({ region_id })
        .where("district_id", "=", id)
        .where((is) => is.or([is("region_id", "is", null), is("region_id", "!=", region_id)]))
        .execute();
  await db
    .updateTable("district")
    .set({ ...columns, ...(name && { name: json(name) }), updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

/** Refuses while something lies in it. @throws {Problem} 409 `in_use` */
export async function deleteDistrict(db: Db, id: number) {
  await requireUnused(db, "district", id);
  await db.deleteFrom("district").where("id", "=", id).execute();
}

export async function regionExists(db: Db, id: number): Promise<boolean> {
  return (
    (await db.selectFrom("region").where("id", "=", id).select("id").executeTakeFirst()) !==
    undefined
  );
}

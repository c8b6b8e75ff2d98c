import type { ListQueryOf, OrderingOf } from "@nihol/contract/resource";
import type { Region, regions } from "@nihol/contract/territory";
import type { LeafOffSeason } from "@nihol/contract/values/imagery/leaf-off";
import type { Language, Names } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { gardenPlace } from "@nihol/policies/sees";
import { noteNewSeason } from "@nihol/store/trees/leaf-off";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { rowCan } from "../../policies/rights.ts";
import { visibleTo } from "../../policies/scope.ts";
import { regionsVisibleTo } from "../../policies/territory.ts";
import type { BoundaryColumns } from "../../shared/boundaries/boundary-columns.ts";
import { sharedTerritory } from "../../shared/boundaries/boundary-columns.ts";
import { listPage } from "../../shared/rows/list-page.ts";
import { nameContains, nameInLanguage } from "../../shared/rows/names-sql.ts";
import { findGardensOutside } from "../../shared/territory/gardens-outside.ts";
import { isUpdating } from "../../shared/territory/territory-updating.ts";
import { requireUnused } from "../../shared/territory/territory-users.ts";

function regionRows(db: Db, actor: Actor, withBoundary: boolean) {
  return db
    .selectFrom("region as r")
    .where(regionsVisibleTo(actor))
    .select(["r.id", "r.code", "r.name", "r.bbox", "r.area_m2", "r.center", "r.leaf_off"])
    .select([
      (withBoundary ? sql<MultiPolygon | null>`r.boundary` : sql<null>`null`).as("boundary"),
      sql<number>`(select count(*) from district d where d.region_id = r.id and ${visibleTo(actor, { region: "d.region_id", district: "d.id" })})`.as(
        "district_count",
      ),
      sql<number>`(select count(*) from garden g where g.region_id = r.id and ${visibleTo(actor, gardenPlace)})`.as(
        "garden_count",
      ),
      isUpdating("region", "r.id").as("updating"),
    ]);
}
type RegionRow = Awaited<ReturnType<ReturnType<typeof regionRows>["executeTakeFirstOrThrow"]>>;

function toRegion(row: RegionRow, actor: Actor): Region {
  return {
    ...sharedTerritory(row),
    district_count: Number(row.district_count),
    leaf_off: row.leaf_off,
    can: rowCan(actor, "region"),
  };
}

export async function listRegions(
  db: Db,
  actor: Actor,
  query: ListQueryOf<typeof regions>,
  order: Order<OrderingOf<typeof regions>>,
  language: Language,
) {
  let rows = regionRows(db, actor, query.boundary === "1");
  if (query.search) rows = rows.where(nameContains("r.name", query.search));
  const by =
    order.column === "name" ? nameInLanguage("r.name", language) : sql.ref(`r.${order.column}`);
  return listPage(rows, query, {
    by,
    direction: order.direction,
    id: "r.id",
    toRow: (row) => toRegion(row, actor),
  });
}

export async function findRegion(db: Db, actor: Actor, id: number): Promise<Region | undefined> {
  const row = await regionRows(db, actor, true).where("r.id", "=", id).executeTakeFirst();
  return row && toRegion(row, actor);
}

/** The same with the gardens that lie elsewhere. */
export async function findRegionDetail(db: Db, actor: Actor, id: number) {
  const region = await findRegion(db, actor, id);
  if (!region) return undefined;
  const gardens_outside = await findGardensOutside(db, actor, "region", region);
  return { ...region, gardens_outside };
}

interface RegionColumns extends Partial<BoundaryColumns> {
  name?: Names;
  code?: string;
  leaf_off?: LeafOffSeason;
}
const written = ({ name, ...rest }: RegionColumns) => ({
  ...rest,
  ...(name && { name: json(name) }),
});

export async function insertRegion(
  db: Db,
  columns: RegionColumns & { name: Names },
): Promise<number> {
  const { name, ...rest } = columns;
  return (
    await db
      .insertInto("region")
      .values({ ...rest, name: json(name) })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
}

export async function updateRegion(db: Db, id: number, columns: RegionColumns) {
  if (columns.leaf_off !== undefined) await noteNewSeason(db, id, columns.leaf_off);
  await db
    .updateTable("region")
    .set({ ...written(columns), updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

/** Refuses while something lies in it. @throws {Problem} 409 `in_use` */
export async function deleteRegion(db: Db, id: number) {
  await requireUnused(db, "region", id);
  await db.deleteFrom("region").where("id", "=", id).execute();
}

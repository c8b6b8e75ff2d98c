/** Names gardens that lie elsewhere than in the region or district that their form names. */

import type { MultiPolygon } from "@nihol/contract/values/geometry";
import type { Names } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { bboxOf, type PointTest, preparePolygon } from "@nihol/geo/polygon";
import { gardenPlace } from "@nihol/policies/sees";
import { type Expression, type NotNull, type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { may } from "../../policies/rights.ts";
import { visibleTo } from "../../policies/scope.ts";

type Table = "region" | "district";

/** Number of them that are named. */
const NAMED = 5;

interface GardenOutside {
  id: number;
  name: Names;
}

/** Their number and the first of them, as calls answer it. */
export const namedGardens = (gardens: readonly GardenOutside[]) => ({
  count: gardens.length,
  first: gardens.slice(0, NAMED),
});

/** Those that the actor may see of one place, as it lies now. */
export async function findGardensOutside(
  db: Db,
  actor: Actor,
  table: Table,
  { id, boundary }: { id: number; boundary: MultiPolygon | null },
) {
  if (!boundary || !may(actor, "garden", "view")) return namedGardens([]);
  const seen = visibleTo(actor, gardenPlace);
  return namedGardens(await listGardensOutside(db, table, new Map([[id, boundary]]), seen));
}

/**
 * Gardens that these borders leave outside the place that they are kept in, or take although they are kept in a place without a
 * border, by their middles; in the order of their numbers.
 * @param borders of places that are there, stored or about to be
 */
export async function listGardensOutside(
  db: Db,
  table: Table,
  borders: ReadonlyMap<number, MultiPolygon>,
  seen: Expression<SqlBool> = sql<SqlBool>`true`,
): Promise<GardenOutside[]> {
  if (borders.size === 0) return [];
  const column = sql.ref<number>(`g.${table}_id`);
  const boxes = [...borders.values()].map(bboxOf);
  const within = boxes.map(
    ([west, south, east, north]) =>
      sql`(g.center[1] between ${west} and ${east} and g.center[2] between ${south} and ${north})`,
  );
  const gardens = await db
    .selectFrom("garden as g")
    .where(seen)
    .where("g.center", "is not", null)
    .where(sql<boolean>`${column} is not null`)
    .where(
      sql<boolean>`(${column} = any(${[...borders.keys()]}::int[]) or ${sql.join(within, sql` or `)})`,
    )
    .select(["g.id", "g.name", "g.center", column.as("place")])
    .$narrowType<{ center: NotNull }>()
    .orderBy("g.id")
    .execute();
  const others = new Set(gardens.map(({ place }) => place).filter((id) => !borders.has(id)));
  const tests = new Map([...borders].map(([id, border]) => [id, preparePolygon(border)]));
  const own = new Map([...tests, ...(await testsOf(db, table, [...others]))]);
  return gardens.flatMap(({ id, name, place, center: [lon, lat] }) => {
    const isInside = own.get(place)?.(lon, lat);
    const isTaken = () => [...tests.values()].some((contains) => contains(lon, lat));
    const isLeft = isInside === false && (borders.has(place) || isTaken());
    return isLeft || (isInside === undefined && isTaken()) ? [{ id, name }] : [];
  });
}

/** Stored borders of places, ready for many positions. */
async function testsOf(db: Db, table: Table, ids: number[]): Promise<Map<number, PointTest>> {
  const stored = await storedBorders(db, table, ids);
  return new Map([...stored].map(([id, border]) => [id, preparePolygon(border)]));
}

/** Stored borders of those of the places that have one. */
export async function storedBorders(
  db: Db,
  table: Table,
  ids: number[],
): Promise<Map<number, MultiPolygon>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(table)
    .where("id", "in", ids)
    .where("boundary", "is not", null)
    .select(["id", "boundary"])
    .$narrowType<{ boundary: NotNull }>()
    .execute();
  return new Map(rows.map(({ id, boundary }) => [id, boundary]));
}

/** Finds the district and region that a shape lies in, by the borders that are known. */
import type { Db } from "@nihol/db/connection";
import type { Areal, Bbox } from "@nihol/geo/geometry";
import { sharedFraction } from "@nihol/geo/overlap";
import { type NotNull, sql } from "kysely";

export interface Territory {
  region_id: number | null;
  district_id: number | null;
}

// Where borders cover less than this of a shape, they do not know where it lies.
const knownShare = 0.5;

async function nearby(db: Db, table: "district" | "region", [west, south, east, north]: Bbox) {
  return db
    .selectFrom(table)
    .where("boundary", "is not", null)
    .where(sql<number>`bbox[1]`, "<=", east)
    .where(sql<number>`bbox[3]`, ">=", west)
    .where(sql<number>`bbox[2]`, "<=", north)
    .where(sql<number>`bbox[4]`, ">=", south)
    .select(["id", "boundary"])
    .$narrowType<{ boundary: NotNull }>()
    .orderBy("id")
    .execute();
}

/** The one with the largest share of the shape, when borders cover at least half of it. */
async function largestShare(db: Db, table: "district" | "region", shape: Areal, bbox: Bbox) {
  let covered = 0;
  let best: { id: number; share: number } | undefined;
  for (const { id, boundary } of await nearby(db, table, bbox)) {
    const share = sharedFraction(shape, boundary);
    covered += share;
    if (share > (best?.share ?? 0)) best = { id, share };
  }
  return best && covered >= knownShare ? best.id : null;
}

async function regionOf(db: Db, districtId: number) {
  const row = await db
    .selectFrom("district")
    .where("id", "=", districtId)
    .select("region_id")
    .executeTakeFirst();
  return row?.region_id ?? null;
}

/**
 * The territory of a shape: the district of its largest share; where district borders are not known,
 * what was sent (a district implies its region); else the region of its largest share.
 */
export async function findTerritory(
  db: Db,
  shape: { boundary: Areal; bbox: Bbox } | null,
  sent: Territory,
): Promise<Territory> {
  const found = shape && (await largestShare(db, "district", shape.boundary, shape.bbox));
  const district_id = found ?? sent.district_id;
  if (district_id !== null) return { district_id, region_id: await regionOf(db, district_id) };
  if (sent.region_id !== null || !shape) return { district_id: null, region_id: sent.region_id };
  return {
    district_id: null,
    region_id: await largestShare(db, "region", shape.boundary, shape.bbox),
  };
}

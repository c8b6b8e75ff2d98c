/** Planting places of the rows that were found on an image. */

import type { PlantingPlaces } from "@nihol/contract/imagery/whole-images";
import { limits } from "@nihol/contract/values/limits";
import { placeStateOf } from "@nihol/contract/values/planting/place-range";
import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { type SqlBool, sql } from "kysely";
import { allOf } from "../../shared/rows/all-of.ts";

/** Chances in an answer: to thousandths. */
const toThousandths = (chance: number) => Math.round(chance * 1000) / 1000;

type PlaceRow = { longitude: number; latitude: number; chance: number; pit: boolean | null };

/** The places in a box, in degrees; none, and `too_many`, where there are more than a map shows. */
export async function listPlaces(
  db: Db,
  imageId: number,
  bbox: Bbox | undefined,
): Promise<Pick<PlantingPlaces, "places" | "too_many">> {
  const where = allOf([
    sql<SqlBool>`r.whole_image_id = ${imageId}`,
    ...(bbox
      ? [
          sql<SqlBool>`p.longitude between ${bbox[0]} and ${bbox[2]} and p.latitude between ${bbox[1]} and ${bbox[3]}`,
        ]
      : []),
  ]);
  const { rows } = await sql<PlaceRow>`
    select p.longitude, p.latitude, p.chance, p.pit
    from planting_rows r
      cross join lateral unnest(r.lons, r.lats, r.chances, r.pits) as p (longitude, latitude, chance, pit)
    where ${where} order by r.block, r.id limit ${limits.placesOnMap + 1}`.execute(db);
  const too_many = rows.length > limits.placesOnMap;
  const places = (too_many ? [] : rows).map(({ pit, ...place }) => ({
    ...place,
    chance: toThousandths(place.chance),
    state: placeStateOf(place.chance, pit),
  }));
  return { places, too_many };
}

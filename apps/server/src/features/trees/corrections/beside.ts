/** A tree that a person sets where another one stands is most often the same tree, given twice. */

import { besideM, crownLimits, type TreeState } from "@nihol/contract/values/trees";
import type { Db } from "@nihol/db/connection";
import { metersFrom, movedBy } from "@nihol/geo/flat-meters";
import type { Ring } from "@nihol/geo/geometry";
import { pointInMultiPolygon } from "@nihol/geo/polygon";
import { Problem } from "../../../http/problem.ts";
import { pixelsOf } from "./corrected-state.ts";
import { listTreesAround } from "./correction-queries.ts";

/**
 * Refuses a tree whose middle lies in the crown of another tree of its image, or nearer than `besideM` to its middle.
 * @param own the tree itself, where it is moved
 * @throws {Problem} 409 `tree_beside` with the distance in centimetres
 */
export async function requireApart(
  trx: Db,
  image: number,
  { lon, lat, box }: TreeState,
  own?: number,
): Promise<void> {
  const place = [lon, lat] as const;
  const radius = crownLimits.radiusM.max;
  const [west, south] = movedBy(place, -radius, -radius);
  const [east, north] = movedBy(place, radius, radius);
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const toMeters = metersFrom(place);
  const others = await listTreesAround(trx, image, [west, south, east, north]);
  const distances = others.flatMap((tree) => {
    if (tree.id === own) return [];
    const meters = Math.hypot(...toMeters([tree.lon, tree.lat]));
    return meters < besideM || isInCrown(x, y, tree.crown) ? [meters] : [];
  });
  if (distances.length > 0)
    throw new Problem(409, "tree_beside", { cm: Math.round(100 * Math.min(...distances)) });
}

/** @param crown open ring in pixels, as rows keep it */
function isInCrown(x: number, y: number, crown: readonly number[]): boolean {
  const ring: Ring = pixelsOf(crown);
  const [first] = ring;
  if (!first) return false;
  return pointInMultiPolygon(x, y, { type: "MultiPolygon", coordinates: [[[...ring, first]]] });
}

/** Tiles of the web's grid (EPSG:3857) over a rectangle. */
import type { Bbox } from "@nihol/geo/geometry";
import { tileOf } from "@nihol/geo/tiles/tile-math";

/** Rectangle that the source data cover: west, south, east, north in degrees. */
export const dataBounds: Bbox = [38, 33, 80, 47];

/** Every tile of a zoom that touches the rectangle. */
export function* tilesOver([west, south, east, north]: Bbox, z: number) {
  const [first, last] = [tileOf(west, north, z), tileOf(east, south, z)];
  for (let x = first.x; x <= last.x; x++) for (let y = first.y; y <= last.y; y++) yield { z, x, y };
}

/** Tiles of the web's grid (EPSG:3857) over a rectangle. */

export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** What the source data cover, in degrees. */
export const dataBounds: Bounds = [38, 33, 80, 47];

const columnOf = (lon: number, z: number) => ((lon + 180) / 360) * 2 ** z;
function rowOf(lat: number, z: number): number {
  const sine = Math.sin((lat * Math.PI) / 180);
  return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z;
}

/** Every tile of a zoom that touches the rectangle. */
export function* tilesOver([west, south, east, north]: Bounds, z: number) {
  for (let x = Math.floor(columnOf(west, z)); x <= columnOf(east, z); x++)
    for (let y = Math.floor(rowOf(north, z)); y <= rowOf(south, z); y++) yield { z, x, y };
}

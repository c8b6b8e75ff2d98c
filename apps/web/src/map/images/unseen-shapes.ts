/** Ground that no image has ever shown, as paths in the pixels of a tile: what is hatched, and what is cut out of it. */
import { mercatorX, mercatorY, tileBbox } from "@nihol/geo/tiles/tile-math";
import { type Bounds, boundsTouch } from "../data/map-view-state.ts";
import type { Tile } from "./mosaic-parts.ts";

type Shape = { coordinates: readonly (readonly (readonly (readonly number[])[])[])[] };

/** A shape with its bounds, which are worked out once. */
type BoundShape = { shape: Shape; bounds: Bounds };

export type Unseen = {
  gardens: readonly BoundShape[];
  territories: readonly BoundShape[];
  /** Ground that images show. */
  seen: readonly BoundShape[];
  /** The box for which `seen` is known: beyond it nothing can be said. */
  known: Bounds;
  dark: boolean;
};

/** x0, y0, x1, y1, … in pixels, closed. */
export type PixelRing = readonly number[];

export type UnseenTile = Record<"gardens" | "territories" | "seen", PixelRing[][]>;

export function boundsOf({ coordinates }: Shape): Bounds {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lon = 0, lat = 0] of coordinates.flat(2)) {
    west = Math.min(west, lon);
    south = Math.min(south, lat);
    east = Math.max(east, lon);
    north = Math.max(north, lat);
  }
  return [west, south, east, north];
}

/** The shapes that touch a tile of `size` pixels; null where it is not wholly within the box that is known. */
export function unseenTile(unseen: Unseen, tile: Tile, size: number): UnseenTile | null {
  const ground = tileBbox(tile.z, tile.x, tile.y);
  if (!isWithin(ground, unseen.known)) return null;
  const worldPx = size * 2 ** tile.z;
  const ringOf = (ring: readonly (readonly number[])[]): PixelRing =>
    ring.flatMap(([lon = 0, lat = 0]) => [
      mercatorX(lon) * worldPx - tile.x * size,
      mercatorY(lat) * worldPx - tile.y * size,
    ]);
  const within = (shapes: readonly BoundShape[]) =>
    shapes
      .filter(({ bounds }) => boundsTouch(bounds, ground))
      .map(({ shape }) => shape.coordinates.flatMap((rings) => rings.map(ringOf)));
  const { gardens, territories, seen } = unseen;
  return { gardens: within(gardens), territories: within(territories), seen: within(seen) };
}

function isWithin(inner: Bounds, outer: Bounds): boolean {
  const [west, south, east, north] = inner;
  return west >= outer[0] && south >= outer[1] && east <= outer[2] && north <= outer[3];
}

/** Runs the detector again at a lower threshold, at places where only the other image shows a tree. */

import { type ImageMetadata, shownGsd } from "@nihol/contract/values/imagery/raster-metadata";
import { type Georeference, lonLatToPixel } from "@nihol/vision/coordinates/projection";
import type { TreeFinder } from "./tree-finder.ts";

/** A place in degrees, and the radius of the crown that the other image shows there, metres. */
interface RegionOfInterest {
  lon: number;
  lat: number;
  radius: number;
}

interface Spot {
  n: number;
  x: number;
  y: number;
  tolerance: number;
}

/** Share of the usual threshold below which a score is ignored. */
const WEAK = 0.27;
const CELL_METERS = 150;
/** Tolerance for a tree's centre, as a share of its radius, and so many metres more. */
const OFF_SHARE = 0.8;
const OFF_METERS = 0.5;

function byCell(spots: Spot[], side: number): Spot[][] {
  return [
    ...Map.groupBy(spots, ({ x, y }) => `${Math.floor(x / side)},${Math.floor(y / side)}`).values(),
  ];
}

/** The bounding rectangle of these spots, in whole pixels of the image. */
function rectAround(spots: Spot[], { width, height }: ImageMetadata) {
  const left = Math.max(0, Math.floor(Math.min(...spots.map(({ x, tolerance }) => x - tolerance))));
  const top = Math.max(0, Math.floor(Math.min(...spots.map(({ y, tolerance }) => y - tolerance))));
  const right = Math.min(
    width,
    Math.ceil(Math.max(...spots.map(({ x, tolerance }) => x + tolerance))) + 1,
  );
  const bottom = Math.min(
    height,
    Math.ceil(Math.max(...spots.map(({ y, tolerance }) => y + tolerance))) + 1,
  );
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The best score at each place, as a share of the model's own threshold; 0 where nothing is detected.
 * Detects in grid cells of the image that hold such places, so it costs at most one more detection of it.
 * @throws the signal's reason
 */
export async function recheckPlaces(
  finder: TreeFinder,
  raster: { path: string; facts: ImageMetadata },
  places: readonly RegionOfInterest[],
  signal: AbortSignal,
  onProgress: (share: number) => void = () => {},
): Promise<number[]> {
  const { facts } = raster;
  const threshold = finder.model.thresholdAt(shownGsd(facts));
  const found = new Array<number>(places.length).fill(0);
  const spots = places.map(({ lon, lat, radius }, n): Spot => {
    const [x, y] = lonLatToPixel(facts as Georeference, lon, lat);
    return { n, x, y, tolerance: (OFF_SHARE * radius + OFF_METERS) / facts.gsdMeters };
  });
  const cells = byCell(spots, CELL_METERS / facts.gsdMeters);
  for (const [done, cell] of cells.entries()) {
    const rect = rectAround(cell, facts);
    if (rect.width > 0 && rect.height > 0) {
      const task = { ...raster, rect, threshold: threshold * WEAK };
      const { trees } = await finder.find(task, signal);
      for (const { n, x, y, tolerance } of cell)
        for (const tree of trees)
          if (Math.hypot(tree.x - x, tree.y - y) <= tolerance)
            found[n] = Math.max(found[n] ?? 0, tree.score / threshold);
    }
    onProgress((done + 1) / cells.length);
  }
  return found;
}

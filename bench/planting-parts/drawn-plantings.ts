import { detectPixels } from "@nihol/vision/detect/detect-image";
import type { Detector } from "@nihol/vision/detect/detector";
import { tallyPoints } from "@nihol/vision/learn/match-labels";
import { type Pixels, pixelSource } from "@nihol/vision/pixels/pixels";
import { findPlantings, type Planting } from "@nihol/vision/plantings/find-plantings";
import {
  type DrawnPlanting,
  drawPlanting,
  type GroundKind,
  groundKinds,
  photographPlanting,
  type TruePlace,
} from "@nihol/vision/scene/planting-scene";

/** Directions and lengths of shadows: of a high, a middling and a low sun. */
const LIGHTS = [
  { dx: -0.75, dy: -0.66, shadowLength: 0.5 },
  { dx: 0.28, dy: -0.96, shadowLength: 0.9 },
  { dx: 0.94, dy: 0.34, shadowLength: 1.5 },
];
const CROWNS = [0.6, 1, 1.5, 2.5];
const RESOLUTIONS = [0.05, 0.1, 0.2, 0.3];
const GAPS = 0.1;
const SIDE = 40;

/** Of one crown size on one ground at one resolution; counts of all lights together. */
export type Cell = {
  ground: GroundKind;
  crown: number;
  gsd: number;
  /** Of a crown, across: what the resolution can show. */
  pixels: number;
  trees: number;
  found: number;
  right: number;
  gaps: number;
  gapsFound: number;
  held: number;
  lights: number;
  /** By the network alone, whether they stand in rows or not. */
  networkFound: number;
  networkRight: number;
};

type At = { x: number; y: number };

/** Counts those of `found` that have one of `truth` of their own within `radius` metres, nearest first. */
function matches(found: readonly At[], truth: readonly At[], radius: number): number {
  const pointsOf = (list: readonly At[]) => list.map(({ x, y }) => [x, y] as const);
  return tallyPoints(pointsOf(found), pointsOf(truth), radius).matched;
}

function score(cell: Cell, places: TruePlace[], plantings: Planting[], radius: number): void {
  const seen = plantings.flatMap((planting) =>
    planting.places.map((place) => ({ ...place, x: place.x * cell.gsd, y: place.y * cell.gsd })),
  );
  const found = seen.filter(({ isOccupied }) => isOccupied);
  const empty = seen.filter(({ isOccupied }) => !isOccupied);
  const [trees, gaps] = [places.filter((p) => p.stands), places.filter((p) => !p.stands)];
  const total = (of: "low" | "high") => plantings.reduce((sum, one) => sum + one[of], 0);
  // Trees beyond the places that were recognised are no part of the range.
  const within = matches(seen, trees, radius);
  cell.trees += trees.length;
  cell.found += found.length;
  cell.right += matches(found, trees, radius);
  cell.gaps += gaps.length;
  cell.gapsFound += matches(empty, gaps, radius);
  cell.lights += 1;
  if (seen.length > 0 && within >= total("low") && within <= total("high")) cell.held += 1;
}

async function scoreNetwork(
  cell: Cell,
  detector: Detector,
  pixels: Pixels,
  places: TruePlace[],
  radius: number,
): Promise<void> {
  const trees = await detectPixels(detector, pixels, cell.gsd);
  const found = trees.map(({ x, y }) => ({ x: x * cell.gsd, y: y * cell.gsd }));
  const standing = places.filter(({ stands }) => stands);
  cell.networkFound += found.length;
  cell.networkRight += matches(found, standing, radius);
}

async function measure(
  drawn: DrawnPlanting,
  cell: Cell,
  seed: number,
  detector: Detector,
): Promise<void> {
  const pixels = photographPlanting(drawn, cell.gsd, 3, seed);
  const whole = { x: 0, y: 0, width: pixels.width, height: pixels.height };
  const plantings = await findPlantings(pixelSource(pixels), cell.gsd, whole);
  const radius = Math.max(0.5, cell.crown / 2);
  score(cell, drawn.places, plantings, radius);
  await scoreNetwork(cell, detector, pixels, drawn.places, radius);
}

/**
 * Drawn plantings of every crown size on every ground, in every light and at every resolution, by their pattern and by
 * the network; `only` names one crown size and one resolution, metres.
 */
export async function measureDrawn(
  detector: Detector,
  grounds: readonly GroundKind[] = groundKinds,
  only: { crown?: number | undefined; gsd?: number | undefined } = {},
): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const [g, ground] of grounds.entries())
    for (const [c, crown] of CROWNS.entries()) {
      if (only.crown !== undefined && only.crown !== crown) continue;
      const resolutions = RESOLUTIONS.filter((gsd) => only.gsd === undefined || only.gsd === gsd);
      const own = resolutions.map((gsd): Cell => {
        const none = { trees: 0, found: 0, right: 0, gaps: 0, gapsFound: 0, held: 0, lights: 0 };
        const network = { networkFound: 0, networkRight: 0 };
        return { ground, crown, gsd, pixels: crown / gsd, ...none, ...network };
      });
      for (const [l, sun] of LIGHTS.entries()) {
        const seed = 1000 * g + 100 * c + 10 * l + 1;
        const apart = crown <= 1 ? { rows: 3, spacing: 2 } : { rows: 4, spacing: 3 };
        const plan = { ...apart, seed, ground, crownMeters: crown, gaps: GAPS, sun, side: SIDE };
        const drawn = drawPlanting(plan);
        for (const cell of own) await measure(drawn, cell, seed, detector);
      }
      cells.push(...own);
    }
  return cells;
}

const share = (part: number, of: number): number =>
  of > 0 ? Math.round((1000 * part) / of) / 1000 : 0;

/** Recall, precision, share of the gaps found, how often the range of the count held, and recall and precision of the network. */
export function sharesOf(cells: readonly Cell[]) {
  const sum = (of: Exclude<keyof Cell, "ground">) =>
    cells.reduce((total, cell) => total + cell[of], 0);
  return {
    recall: share(sum("right"), sum("trees")),
    precision: share(sum("right"), sum("found")),
    gaps: share(sum("gapsFound"), sum("gaps")),
    rangeHeld: share(sum("held"), sum("lights")),
    networkRecall: share(sum("networkRight"), sum("trees")),
    networkPrecision: share(sum("networkRight"), sum("networkFound")),
  };
}

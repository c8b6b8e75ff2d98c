import { tallyPoints } from "@nihol/vision/learn/match-labels";
import { type Point, pixelSource } from "@nihol/vision/pixels/pixels";
import type { Planting } from "@nihol/vision/plantings/find-plantings";
import { saplingsOfBlock } from "@nihol/vision/plantings/find-saplings";
import { photographPlanting } from "@nihol/vision/scene/planting-scene";
import {
  drawSaplings,
  type SaplingGround,
  type SaplingPlace,
} from "@nihol/vision/scene/sapling-scene";

const PLANTS = [0.25, 0.4, 0.6];
const STEPS = [
  { spacing: 1.5, rows: 3.5 },
  { spacing: 2, rows: 2.5 },
  { spacing: 1.2, rows: 4 },
];
const RESOLUTIONS = [0.0125, 0.025, 0.05];
const SIDE = 16;
const RADIUS_METERS = 0.3;

export type SaplingTally = { there: number; found: number; right: number };
const nothing = (): SaplingTally => ({ there: 0, found: 0, right: 0 });

/** Adds how many of the found ones are there. Metres. */
export function addTally(
  into: SaplingTally,
  found: readonly { x: number; y: number }[],
  there: readonly { x: number; y: number }[],
): void {
  const points = (list: readonly { x: number; y: number }[]): Point[] =>
    list.map(({ x, y }) => [x, y]);
  into.there += there.length;
  into.found += found.length;
  into.right += tallyPoints(points(found), points(there), RADIUS_METERS).matched;
}

/** Plants and empty pits of plantings, in metres. */
export function seenIn(plantings: readonly Planting[], gsd: number) {
  const places = plantings.flatMap((planting) =>
    planting.places.map((place) => ({ ...place, x: place.x * gsd, y: place.y * gsd })),
  );
  return {
    saplings: places.filter(({ isOccupied }) => isOccupied),
    pits: places.filter(({ isPit }) => isPit),
  };
}

const share = (part: number, of: number): number =>
  Math.round((100 * part) / Math.max(1, of)) / 100;
export const sharesOfTally = ({ there, found, right }: SaplingTally) => ({
  recall: share(right, there),
  precision: found > 0 ? share(right, found) : 1,
  f1: share(2 * right, there + found),
  there,
});

/** Recall and precision by ground and resolution, with the spacing as ordered, and false rows where nobody planted. */
export async function measureDrawnSaplings(
  grounds: readonly SaplingGround[],
  resolutions: readonly number[] = RESOLUTIONS,
) {
  const rows: Record<string, unknown>[] = [];
  for (const ground of grounds)
    for (const gsd of resolutions) {
      const [saplings, pits] = [nothing(), nothing()];
      let falseRows = 0;
      for (const [n, plantMeters] of PLANTS.entries())
        for (const isPlanted of [true, false]) {
          const step = STEPS[n] ?? { spacing: 2, rows: 3 };
          const seed = 40 + n;
          const scene = { ...step, seed, ground, plantMeters, pits: 0.15, gaps: 0.08 };
          const { canvas, places } = drawSaplings({ ...scene, isPlanted, side: SIDE });
          const pixels = photographPlanting({ canvas }, gsd, 3, seed);
          const block = { x: 0, y: 0, width: pixels.width, height: pixels.height };
          const options = { spacingMeters: step.spacing };
          const found = await saplingsOfBlock(pixelSource(pixels), gsd, block, options);
          if (!isPlanted) falseRows += found.length;
          const seen = seenIn(found, gsd);
          const shows = (kind: SaplingPlace["shows"]) =>
            places.filter((place) => place.shows === kind);
          addTally(saplings, seen.saplings, shows("sapling"));
          addTally(pits, seen.pits, shows("pit"));
        }
      const own = { saplings: sharesOfTally(saplings), pits: sharesOfTally(pits), falseRows };
      console.log(ground, gsd, JSON.stringify(own));
      rows.push({ ground, gsd, ...own });
    }
  return rows;
}

/** Draws the grid cells of an image that people count: sample plots at random, so that they are representative. */
import type { PlotNumbers } from "@nihol/counting/next-plots";
import type { CellGrid, GriddedImage } from "@nihol/counting/plot-grid";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { preparePolygon } from "@nihol/geo/polygon";
import { type Georeference, pixelToLonLat } from "@nihol/vision/coordinates/projection";

export interface SampledImage extends GriddedImage {
  coverage: MultiPolygon;
}

/** Numbers of the whole cells whose centre lies in the image's coverage. */
export function gridCellsOf(
  image: SampledImage,
  georeference: Georeference,
  { side, columns }: CellGrid,
): number[] {
  const covers = preparePolygon(image.coverage);
  const cells: number[] = [];
  for (let row = 0; (row + 1) * side <= image.height; row++)
    for (let column = 0; (column + 1) * side <= image.width; column++) {
      const at = pixelToLonLat(georeference, (column + 0.5) * side, (row + 0.5) * side);
      if (covers(...at)) cells.push(row * columns + column);
    }
  return cells;
}

/** Places a side by which the ground of a cut or half covered cell is measured. */
const PLACES = 5;

/** Ground in the coverage that is in none of `cells`, in cells: strips at the border, and cells whose centre lies beyond. */
export function outsideCells(
  image: SampledImage,
  georeference: Georeference,
  { side, columns }: CellGrid,
  cells: readonly number[],
): number {
  const covers = preparePolygon(image.coverage);
  const inGrid = new Set(cells);
  const steps = Array.from({ length: PLACES }, (_, i) => (i + 0.5) / PLACES);
  let outside = 0;
  for (let row = 0; row * side < image.height; row++)
    for (let column = 0; column < columns; column++) {
      if (inGrid.has(row * columns + column)) continue;
      const width = Math.min(side, image.width - column * side);
      const height = Math.min(side, image.height - row * side);
      const seen = steps.flatMap((x) =>
        steps.filter((y) =>
          covers(
            ...pixelToLonLat(georeference, column * side + x * width, row * side + y * height),
          ),
        ),
      );
      outside += ((width * height) / side ** 2) * (seen.length / PLACES ** 2);
    }
  return outside;
}

function takeSome(cells: number[], count: number, random: () => number): number[] {
  const left = [...cells];
  const taken: number[] = [];
  while (taken.length < count && left.length > 0)
    taken.push(...left.splice(Math.floor(random() * left.length), 1));
  return taken;
}

export interface SamplePlot {
  cell: number;
  is_occupied: boolean;
}

/** Draws `next` cells that are not drawn yet, at random and without replacement in each stratum. */
export function drawSamplePlots(
  strata: { occupied: number[]; empty: number[] },
  drawn: SamplePlot[],
  next: PlotNumbers,
  random: () => number,
): SamplePlot[] {
  const taken = new Set(drawn.map(({ cell }) => cell));
  const draw = (of: keyof PlotNumbers) =>
    takeSome(
      strata[of].filter((cell) => !taken.has(cell)),
      next[of],
      random,
    ).map((cell): SamplePlot => ({ cell, is_occupied: of === "occupied" }));
  return [...draw("occupied"), ...draw("empty")];
}

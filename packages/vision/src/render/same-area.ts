/** Tells whether two files show one and the same capture of an area, however each was resampled, projected or packed. */
import type { Bbox } from "@nihol/contract/values/geometry";
import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { lonLatToPixel } from "../coordinates/projection.ts";
import { openRaster, type Raster, readPixels } from "../raster/raster.ts";

/** Cells of a side of the area: each holds many pixels, so that a shift of one changes little. */
const cells = 48;
/** Of the cells, both files must show so many. */
const sharedMin = 0.5;
/** Correlation of the brightness of cells, and of what is left of it without its surroundings. */
const alikeMin = 0.95;
const detailMin = 0.8;
/** Between the mean colours of 8 bits: packing and resampling move them by less. */
const colourMax = 12;
/** Pixels of an area that are read at once. */
const pixelsMax = 16e6;

interface Cells {
  /** Red, green, blue of each cell, the mean of its pixels; NaN where there is none. */
  colours: Float64Array;
  bits: number;
}

async function cellsOf(
  raster: Raster,
  facts: RasterMetadata,
  area: Bbox,
): Promise<Cells | undefined> {
  const [west, south, east, north] = area;
  const corners = [west, east].flatMap((lon) =>
    [south, north].map((lat) => lonLatToPixel(facts, lon, lat)),
  );
  const within = (value: number, max: number) => Math.max(0, Math.min(max, value));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const x0 = within(Math.floor(Math.min(...xs)), facts.width);
  const y0 = within(Math.floor(Math.min(...ys)), facts.height);
  const width = within(Math.ceil(Math.max(...xs)), facts.width) - x0;
  const height = within(Math.ceil(Math.max(...ys)), facts.height) - y0;
  if (width < cells / 4 || height < cells / 4 || width * height > pixelsMax) return undefined;
  const { data, valid, bands } = await readPixels(raster, x0, y0, width, height);
  const colours = new Float64Array(cells * cells * 3).fill(Number.NaN);
  const [halfX, halfY] = [width, height].map((side) => Math.max(0.5, side / cells / 2)) as [
    number,
    number,
  ];
  for (let row = 0; row < cells; row++)
    for (let column = 0; column < cells; column++) {
      const lon = west + ((column + 0.5) / cells) * (east - west);
      const lat = north - ((row + 0.5) / cells) * (north - south);
      const [x, y] = lonLatToPixel(facts, lon, lat);
      const sums = [0, 0, 0];
      let count = 0;
      const [fromY, toY] = [
        Math.max(0, Math.floor(y - y0 - halfY)),
        Math.min(height, Math.ceil(y - y0 + halfY)),
      ];
      const [fromX, toX] = [
        Math.max(0, Math.floor(x - x0 - halfX)),
        Math.min(width, Math.ceil(x - x0 + halfX)),
      ];
      for (let j = fromY; j < toY; j++)
        for (let i = fromX; i < toX; i++) {
          const at = j * width + i;
          if (valid[at] === 0) continue;
          count++;
          for (let band = 0; band < 3; band++)
            sums[band] = (sums[band] ?? 0) + (data[at * bands + band] ?? 0);
        }
      if (count > 0)
        sums.forEach((sum, band) => {
          colours[(row * cells + column) * 3 + band] = sum / count;
        });
    }
  return { colours, bits: facts.bits };
}

const brightness = ({ colours }: Cells) =>
  Float64Array.from({ length: cells * cells }, (_, at) => {
    const of = (band: number) => colours[at * 3 + band] ?? Number.NaN;
    return of(0) + of(1) + of(2);
  });

/** Each cell less the mean of the cells around it. */
function details(values: Float64Array): Float64Array {
  const result = new Float64Array(values.length).fill(Number.NaN);
  for (let row = 1; row < cells - 1; row++)
    for (let column = 1; column < cells - 1; column++) {
      const at = row * cells + column;
      let around = 0;
      for (const by of [-cells - 1, -cells, -cells + 1, -1, 1, cells - 1, cells, cells + 1])
        around += values[at + by] as number;
      result[at] = (values[at] as number) - around / 8;
    }
  return result;
}

/** Pearson's; undefined where too few cells are shared or one of the files is plain there. */
function correlation(a: Float64Array, b: Float64Array): number | undefined {
  const shared = [...a.keys()].filter((at) => !Number.isNaN(a[at]) && !Number.isNaN(b[at]));
  if (shared.length < sharedMin * cells * cells) return undefined;
  const mean = (of: Float64Array) =>
    shared.reduce((sum, at) => sum + (of[at] as number), 0) / shared.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const at of shared) {
    const [da, db] = [(a[at] as number) - meanA, (b[at] as number) - meanB];
    ab += da * db;
    aa += da * da;
    bb += db * db;
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : undefined;
}

function coloursApart(a: Cells, b: Cells): number {
  const apart = [0, 1, 2].map((band) => {
    const differences = Array.from({ length: cells * cells }, (_, at) => at * 3 + band)
      .map((at) => (a.colours[at] ?? Number.NaN) - (b.colours[at] ?? Number.NaN))
      .filter((value) => !Number.isNaN(value));
    return Math.abs(differences.reduce((sum, value) => sum + value, 0) / differences.length);
  });
  return Math.max(...apart);
}

export interface AreaFile {
  path: string;
  facts: RasterMetadata;
}

/**
 * Says it only where it is plain: an area that is all alike, or of which one of them shows little, is never the same.
 * @param area both are read there
 */
export async function showSameCapture(
  one: AreaFile,
  other: AreaFile,
  area: Bbox,
): Promise<boolean> {
  const [a, b] = await Promise.all(
    [one, other].map(async ({ path, facts }) =>
      cellsOf(await openRaster(path, facts), facts, area),
    ),
  );
  if (!a || !b) return false;
  const [brightA, brightB] = [brightness(a), brightness(b)];
  const alike = correlation(brightA, brightB) ?? 0;
  const detail = correlation(details(brightA), details(brightB)) ?? 0;
  const hasOneScale = a.bits === 8 && b.bits === 8;
  return (
    alike >= alikeMin && detail >= detailMin && (!hasOneScale || coloursApart(a, b) <= colourMax)
  );
}

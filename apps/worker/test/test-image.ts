/** GeoTIFFs for the tests: small drawn gardens put side by side, as one georeferenced image. */
import { writeFileSync } from "node:fs";
import type { Affine } from "@nihol/vision/coordinates/affine";
import type { Pixels } from "@nihol/vision/pixels/pixels";
import { encodeGeoTiff } from "@nihol/vision/scene/geotiff";
import { drawPlanting, photographPlanting } from "@nihol/vision/scene/planting-scene";
import { drawScene } from "@nihol/vision/scene/scene";

/** Pixels of a garden's side. */
const SIDE = 256;
const COLOURS = 3;
const PLANTING_GSD = 0.1;

interface ImageOptions {
  /** Gardens beside each other, and below. */
  columns: number;
  rows: number;
  /** Number of the first garden: images that begin with different ones show different places. */
  from?: number;
  /** 0.25 by default. */
  gsdMeters?: number;
  /** Each pixel that many times along both sides, as map services repeat them. */
  repeat?: number;
}

/** Number of gardens that are drawn before the row begins again. */
const GARDENS = 12;

function drawGarden(seed: number, gsdMeters: number): Pixels {
  return drawScene({ seed, lon: 69, lat: 38.5, date: 0, size: SIDE, gsdMeters }).pixels;
}

/** Copies a garden's red, green and blue to where it lies in the image. */
function lay(garden: Pixels, image: Pixels, column: number, row: number): void {
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const from = (y * SIDE + x) * garden.bands;
      const to = ((row * SIDE + y) * image.width + column * SIDE + x) * COLOURS;
      for (let band = 0; band < COLOURS; band++)
        image.data[to + band] = garden.data[from + band] ?? 0;
    }
}

/** Writes such an image, near Dushanbe, in 8 bits. The same options give the same pixels. */
export function makeImage(
  path: string,
  { columns, rows, from = 0, gsdMeters = 0.25, repeat = 1 }: ImageOptions,
): void {
  const [width, height] = [columns * SIDE, rows * SIDE];
  const data = new Uint8Array(width * height * COLOURS);
  const image: Pixels = { data, width, height, bands: COLOURS };
  const gardens = Array.from({ length: Math.min(GARDENS, columns * rows) }, (_, i) =>
    drawGarden(1 + ((from + i) % GARDENS), gsdMeters),
  );
  for (let i = 0; i < columns * rows; i++)
    lay(gardens[i % gardens.length] as Pixels, image, i % columns, Math.floor(i / columns));
  const gsd = gsdMeters / repeat;
  const affine: Affine = [500_000, gsd, 0, 4_260_000, 0, -gsd];
  writeFileSync(
    path,
    encodeGeoTiff(repeated(image, repeat), affine, 32_642, "2026:05:01 10:00:00"),
  );
}

function repeated({ data, width, height, bands }: Pixels, times: number): Pixels {
  const [w, h] = [width * times, height * times];
  const out = new Uint8Array(w * h * bands);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const from = (Math.floor(y / times) * width + Math.floor(x / times)) * bands;
      out.set(data.subarray(from, from + bands), (y * w + x) * bands);
    }
  return { data: out, width: w, height: h, bands };
}

/** Writes an image of young trees in rows, 2 × 3 m apart, where `makeImage` begins. */
export function makePlantingImage(path: string): void {
  const sun = { dx: -0.75, dy: -0.66, shadowLength: 0.6 };
  const plan = { ground: "soil", crownMeters: 1, rows: 3, spacing: 2, sun, side: 40 } as const;
  const drawn = drawPlanting({ ...plan, seed: 5, gaps: 0.1 });
  const pixels = photographPlanting(drawn, PLANTING_GSD, 3, 5);
  const affine: Affine = [500_000, PLANTING_GSD, 0, 4_260_000, 0, -PLANTING_GSD];
  writeFileSync(path, encodeGeoTiff(pixels, affine, 32_642, "2026:05:01 10:00:00"));
}

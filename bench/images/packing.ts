/**
 * `npm run bench -- packing`: effect of JPEG compression on the count. City tiles of 0.6 m with near infrared are counted as
 * they were taken, compressed here at several qualities, and as a publisher compressed some of them; F1 by the tiles' own
 * labels. Colours at half the resolution are counted as the product mends them, and as they are. The tiles lie in `../shared/data/real/geotiff/pairs-naip` and `../shared/data/trees`; without them a drawn garden. Finer images of both folders are counted at 1 to 4 times their metres a pixel. `--tiles N`: at most so many, and of each finer set; `--thresholds A,B`: at these in place of the card's.
 * The last line is JSON. Smallest: `--tiles 1 --thresholds 0.17`.
 */
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { detectBlock } from "@nihol/vision/detect/detect-image";
import type { Detection } from "@nihol/vision/detect/detector";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import {
  addTally,
  emptyTally,
  scores,
  TREE_APART_METERS,
  TREE_OVERLAP,
  tallyBoxes,
  tallyPoints,
} from "@nihol/vision/learn/match-labels";
import { sourceSettings } from "@nihol/vision/models/model-card";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { type Box, type Pixels, pixelSource } from "@nihol/vision/pixels/pixels";
import { drawScene } from "@nihol/vision/scene/scene";
import sharp from "sharp";
import { TREES_FOLDER } from "../detection-parts/detection-data.ts";
import {
  type DomainImage,
  listDomainImages,
  readDomainImage,
} from "../detection-parts/domain-images.ts";

const PLAIN = join(TREES_FOLDER, "../real/geotiff/pairs-naip/shared");
const PACKED = join(TREES_FOLDER, "urbanca");
const GSD_METERS = 0.6;
const QUALITIES = [90, 75];
const MENDED = { halfColours: true } as const;
const WAYS = [
  ["by band", "by band", {}],
  ["as colours, as they are", "as colours", {}],
  ["as colours, mended", "as colours", MENDED],
] as const;
/** Times as many metres a pixel at which finer images are counted. */
const COARSER = [1, 2, 3, 4];

type Tile = { name: string; plain: Pixels; points: [number, number][]; published?: Pixels };

async function readTile(path: string): Promise<Pixels> {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels: bands } = info;
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.length), width, height, bands };
}

async function pointsOf(name: string): Promise<[number, number][]> {
  const file = join(PLAIN, `${name}.csv`);
  if (!existsSync(file)) return [];
  const rows = (await readFile(file, "utf8")).trim().split("\n").slice(1);
  return rows.map((row): [number, number] => {
    const [x = 0, y = 0] = row.split(",").map(Number);
    return [x, y];
  });
}

async function realTiles(most: number): Promise<Tile[]> {
  const files = existsSync(PLAIN) ? readdirSync(PLAIN).filter((file) => file.endsWith(".tif")) : [];
  const both = files.sort(
    (a, b) => Number(existsSync(join(PACKED, b))) - Number(existsSync(join(PACKED, a))),
  );
  return Promise.all(
    both.slice(0, most).map(async (file): Promise<Tile> => {
      const name = file.replace(".tif", "");
      const plain = await readTile(join(PLAIN, file));
      const packed = join(PACKED, file);
      const published = existsSync(packed) ? await readTile(packed) : undefined;
      return { name, plain, points: await pointsOf(name), ...(published && { published }) };
    }),
  );
}

function drawnTile(): Tile {
  const ground = { lon: 69, lat: 38.5, size: 256, gsdMeters: GSD_METERS };
  const { pixels, trees } = drawScene({ seed: 20, date: 0, ...ground });
  return { name: "drawn", plain: pixels, points: trees.map(({ x, y }) => [x, y]) };
}

/** Bands that are compressed together: four never are, they would be taken for cyan, magenta, yellow and black. */
const TOGETHER = { "by band": 1, "as colours": 3 };
type Way = { quality: number; together: keyof typeof TOGETHER };

/**
 * Compresses an image as JPEG and decodes it: each band by itself, as GDAL does with four, or the first three as colours, which are
 * kept at half the resolution, as most cameras and map services do.
 */
async function compressJpeg({ data, width, height, bands }: Pixels, way: Way): Promise<Pixels> {
  const out = new Uint8Array(data.length);
  for (let from = 0; from < bands; ) {
    const channels = from + TOGETHER[way.together] <= 3 ? TOGETHER[way.together] : 1;
    const part = new Uint8Array(width * height * channels);
    for (let i = 0; i < part.length; i++)
      part[i] = data[Math.floor(i / channels) * bands + from + (i % channels)] ?? 0;
    const raw = { width, height, channels: channels === 3 ? 3 : 1 } as const;
    const read = sharp(await sharp(part, { raw }).jpeg({ quality: way.quality }).toBuffer());
    const again = await (channels === 1 ? read.toColourspace("b-w") : read).raw().toBuffer();
    for (let i = 0; i < part.length; i++)
      out[Math.floor(i / channels) * bands + from + (i % channels)] = again[i] ?? 0;
    from += channels;
  }
  return { data: out, width, height, bands };
}

const { values } = parseArgs({
  options: {
    card: { type: "string", default: SHIPPED_CARD },
    tiles: { type: "string" },
    thresholds: { type: "string" },
  },
});
const detector = await openOnnxDetector(values.card);
const own = sourceSettings(detector.card, GSD_METERS).threshold;
const thresholds = values.thresholds?.split(",").map(Number) ?? [own];

type Form = { pixels: Pixels; halfColours?: true };

function find(
  { pixels, halfColours }: Form,
  gsdMeters: number,
  threshold: number,
): Promise<Detection[]> {
  const { width, height } = pixels;
  const source = { ...pixelSource(pixels), ...(halfColours ? { halfColours } : {}) };
  return detectBlock(source, gsdMeters, { x: 0, y: 0, width, height }, detector, { threshold });
}

/** Trees found in the tiles in one form, and F1 by their labels. */
async function count(
  tiles: readonly Tile[],
  threshold: number,
  form: (tile: Tile) => Form | Promise<Form>,
) {
  const tally = emptyTally();
  for (const tile of tiles) {
    const found = (await find(await form(tile), GSD_METERS, threshold)).map(
      ({ x, y }) => [x, y] as const,
    );
    addTally(tally, tallyPoints(found, tile.points, TREE_APART_METERS / GSD_METERS));
  }
  const { found, truth, f1 } = scores(tally);
  return { found, truth, f1 };
}

const real = await realTiles(values.tiles === undefined ? Infinity : Number(values.tiles));
const tiles = real.length > 0 ? real : [drawnTile()];
const inBothForms = tiles.flatMap((tile) =>
  tile.published ? [{ ...tile, packed: tile.published }] : [],
);
const packedOf = new Map(inBothForms.map((tile) => [tile.name, tile.packed]));
const ratio = (a: number, b: number) => Math.round((1000 * a) / Math.max(1, b)) / 1000;
const result: Record<string, object> = {};
for (const threshold of thresholds) {
  const plain = await count(tiles, threshold, (tile) => ({ pixels: tile.plain }));
  const rows: Record<string, object> = { "as taken": { tiles: tiles.length, ...plain } };
  for (const [name, together, mended] of WAYS)
    for (const quality of QUALITIES) {
      const row = await count(tiles, threshold, async ({ plain: own }) => ({
        pixels: await compressJpeg(own, { quality, together }),
        ...mended,
      }));
      rows[`JPEG ${quality}, ${name}`] = { ...row, takenToPacked: ratio(plain.found, row.found) };
    }
  if (inBothForms.length > 0) {
    const taken = await count(inBothForms, threshold, (tile) => ({ pixels: tile.plain }));
    const row = await count(inBothForms, threshold, (tile) => ({
      pixels: packedOf.get(tile.name) ?? tile.plain,
    }));
    rows["in both forms, as taken"] = { tiles: inBothForms.length, ...taken };
    rows["in both forms, packed"] = { ...row, takenToPacked: ratio(taken.found, row.found) };
  }
  console.log(`threshold ${threshold}`);
  for (const [name, row] of Object.entries(rows))
    console.log(`  ${name.padEnd(24)} ${JSON.stringify(row)}`);
  result[threshold] = rows;
}

async function shrink({ data, width, height, bands }: Pixels, times: number): Promise<Pixels> {
  const raw = { width, height, channels: bands === 1 ? 1 : bands === 3 ? 3 : 4 } as const;
  const [w, h] = [Math.floor(width / times), Math.floor(height / times)];
  const small = sharp(data, { raw }).resize(w, h, { kernel: "cubic", fit: "fill" });
  return { data: new Uint8Array(await small.raw().toBuffer()), width: w, height: h, bands };
}

/** Finer images of one source at so many times their metres a pixel: trees found and F1 by their boxes, in whole and half colours. */
async function countFiner(images: readonly DomainImage[], times: number) {
  const tallies = { plain: emptyTally(), "as they are": emptyTally(), mended: emptyTally() };
  for (const image of images) {
    const pixels = await shrink(await readDomainImage(image), times);
    const packed = await compressJpeg(pixels, { quality: 90, together: "as colours" });
    const gsdMeters = image.gsdMeters * times;
    const { threshold } = sourceSettings(detector.card, gsdMeters);
    const boxes = (image.boxes ?? []).map(
      ([x0, y0, x1, y1]): Box => [x0 / times, y0 / times, x1 / times, y1 / times],
    );
    const forms = {
      plain: { pixels },
      "as they are": { pixels: packed },
      mended: { pixels: packed, ...MENDED },
    };
    for (const name of ["plain", "as they are", "mended"] as const) {
      const found = await find(forms[name], gsdMeters, threshold);
      addTally(
        tallies[name],
        tallyBoxes(
          found.map(({ box }) => box),
          boxes,
          TREE_OVERLAP,
        ),
      );
    }
  }
  const shown = Object.entries(tallies).map(([name, tally]) => {
    const { found, f1 } = scores(tally);
    return [name, { found, f1 }];
  });
  return { images: images.length, truth: tallies.plain.truth, ...Object.fromEntries(shown) };
}

const most = values.tiles === undefined ? Infinity : Number(values.tiles);
const labelled = (await listDomainImages(most)).filter(
  ({ boxes, isPartial }) => boxes?.length && !isPartial,
);
const finer: Record<string, object> = {};
for (const [domain, images] of Map.groupBy(labelled, (image) => image.domain))
  for (const times of COARSER) {
    const name = `${domain}, ${((images[0]?.gsdMeters ?? 0) * times).toFixed(2)} m`;
    finer[name] = await countFiner(images, times);
    console.log(`  ${name.padEnd(18)} ${JSON.stringify(finer[name])}`);
  }
await detector.close();
console.log(
  JSON.stringify({ model: `${detector.card.name} ${detector.card.version}`, ...result, finer }),
);

/**
 * A window of a tiled GeoTIFF that lies elsewhere, copied tile by tile as it is packed: only what the window touches is
 * read, nothing is unpacked, and every band and bit of the original stays.
 */
import type { Bbox } from "@nihol/geo/geometry";
import {
  type ByteSource,
  readTiff,
  type Tiff,
  type TiffDirectory,
  tagNumber,
  tagNumbers,
  tagText,
} from "@nihol/geo/tiff/tiff";
import { lonLatToPixel } from "../coordinates/projection.ts";
import { geoKeysOf } from "../ingest/geo-keys.ts";
import { ASCII, DOUBLE, LONG, SHORT, type Tag, UNDEFINED } from "./tiff-directory.ts";
import { openTiledTiff } from "./tiled-tiff.ts";

/** Says why a window could not be taken; the params stand in the text. */
export class WindowRefused extends Error {
  override name = "WindowRefused";
  readonly code: "window_not_tiled" | "window_outside" | "window_too_large" | "window_too_heavy";
  readonly params: Record<string, number>;
  constructor(code: WindowRefused["code"], params: Record<string, number> = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

const TILE = { width: 322, length: 323, offsets: 324, counts: 325 };
/** Tags of numbers that say how tiles are packed and what their samples mean. */
const shorts = [258, 259, 262, 277, 284, 317, 338, 339, 530];
/** Tiles of a window: files of very small tiles would be read for hours. */
const tilesMax = 100_000;
const NODATA = 42113;
const JPEG_TABLES = 347;
/** Bits of samples that are the same in either byte order. */
const oneByte = 8;

interface Grid {
  tileWidth: number;
  tileLength: number;
  /** Tiles across the whole image. */
  across: number;
  /** The first and last tile of the window, both included. */
  from: { x: number; y: number };
  to: { x: number; y: number };
  /** Pixels of the window, cut at the image's own edge. */
  width: number;
  height: number;
}

/** The pixels that a box in degrees covers: its corners and the middles of its sides, which bow in a projection. */
function pixelsOf(
  [west, south, east, north]: Bbox,
  place: { affine: Parameters<typeof lonLatToPixel>[0]["affine"]; proj4: string },
) {
  const [lon, lat] = [(west + east) / 2, (south + north) / 2];
  const points = [west, lon, east].flatMap((x) =>
    [south, lat, north].map((y) => lonLatToPixel(place, x, y)),
  );
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

async function gridOf(
  tiff: Tiff,
  directory: TiffDirectory,
  box: ReturnType<typeof pixelsOf>,
  pixelsMax: number,
): Promise<Grid> {
  const width = await tagNumber(tiff, directory, 256, 0);
  const height = await tagNumber(tiff, directory, 257, 0);
  const tileWidth = await tagNumber(tiff, directory, TILE.width, 0);
  const tileLength = await tagNumber(tiff, directory, TILE.length, 0);
  const bits = await tagNumber(tiff, directory, 258, 1);
  const isPlanar = (await tagNumber(tiff, directory, 284, 1)) !== 1;
  if (!tileWidth || !tileLength || isPlanar || (!tiff.littleEndian && bits !== oneByte))
    throw new WindowRefused("window_not_tiled");
  const clamp = (value: number, max: number) => Math.max(0, Math.min(max, value));
  if (!(box.x1 > 0 && box.y1 > 0 && box.x0 < width && box.y0 < height))
    throw new WindowRefused("window_outside");
  const from = {
    x: Math.floor(clamp(box.x0, width - 1) / tileWidth),
    y: Math.floor(clamp(box.y0, height - 1) / tileLength),
  };
  const to = {
    x: Math.floor(clamp(box.x1, width - 1) / tileWidth),
    y: Math.floor(clamp(box.y1, height - 1) / tileLength),
  };
  const grid = {
    tileWidth,
    tileLength,
    across: Math.ceil(width / tileWidth),
    from,
    to,
    width: Math.min(width, (to.x + 1) * tileWidth) - from.x * tileWidth,
    height: Math.min(height, (to.y + 1) * tileLength) - from.y * tileLength,
  };
  if ((to.x - from.x + 1) * (to.y - from.y + 1) > tilesMax)
    throw new WindowRefused("window_not_tiled");
  if (grid.width * grid.height > pixelsMax)
    throw new WindowRefused("window_too_large", {
      megapixels: Math.round((grid.width * grid.height) / 1e6),
      max: Math.round(pixelsMax / 1e6),
    });
  return grid;
}

async function copiedTags(tiff: Tiff, directory: TiffDirectory): Promise<Tag[]> {
  const tags: Tag[] = [];
  for (const id of shorts) {
    const values = await tagNumbers(tiff, directory, id, 0, 64);
    if (values.length > 0) tags.push({ id, type: SHORT, values });
  }
  const nodata = await tagText(tiff, directory, NODATA);
  if (nodata !== undefined) tags.push({ id: NODATA, type: ASCII, values: nodata });
  const tables = directory.tags.get(JPEG_TABLES);
  if (tables && tables.count <= 65_536)
    tags.push({
      id: JPEG_TABLES,
      type: UNDEFINED,
      values: Buffer.from(await tiff.source.read(tables.offset, tables.count)),
    });
  return tags;
}

/** The same place on Earth for the window: the tie point moved, the keys as they are. */
async function placeTags(
  tiff: Tiff,
  directory: TiffDirectory,
  x: number,
  y: number,
  affine: readonly number[],
): Promise<Tag[]> {
  const [x0 = 0, a = 0, b = 0, y0 = 0, c = 0, d = 0] = affine;
  const keys = await tagNumbers(tiff, directory, 34735);
  // The affine counts from the corners of pixels, whatever the original did.
  const asArea = keys.map((value, i) =>
    i >= 4 && i % 4 === 3 && keys[i - 3] === 1025 ? 1 : value,
  );
  const doubles = await tagNumbers(tiff, directory, 34736);
  const text = await tagText(tiff, directory, 34737);
  const [west, north] = [x0 + a * x + b * y, y0 + c * x + d * y];
  const isUpright = b === 0 && c === 0;
  return [
    ...(isUpright
      ? [
          { id: 33550, type: DOUBLE, values: [a, -d, 0] },
          { id: 33922, type: DOUBLE, values: [0, 0, 0, west, north, 0] },
        ]
      : [
          {
            id: 34264,
            type: DOUBLE,
            values: [a, b, 0, west, c, d, 0, north, 0, 0, 0, 0, 0, 0, 0, 1],
          },
        ]),
    { id: 34735, type: SHORT, values: asArea },
    ...(doubles.length > 0 ? [{ id: 34736, type: DOUBLE, values: doubles }] : []),
    ...(text === undefined ? [] : [{ id: 34737, type: ASCII, values: text }]),
  ];
}

interface CopyOptions {
  pixelsMax: number;
  bytesMax: number;
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Window as it was copied. */
export interface CopiedWindow {
  width: number;
  height: number;
  /** Bytes of its pixels, packed as they came. */
  bytes: number;
  /** From pixels to its own projection: x = a + b·column + c·row, y = d + e·column + f·row. */
  affine: [number, number, number, number, number, number];
}

/**
 * Copies what a box in degrees touches.
 * @param source the file, read by ranges
 * @param pixelsMax more are refused, as more bytes are
 * @throws {WindowRefused}; TiffBroken; ImageRefused for a system of coordinates that needs a database; what the source throws
 */
export async function copyTiffWindow(
  source: ByteSource,
  bbox: Bbox,
  target: string,
  { pixelsMax, bytesMax, onProgress, signal }: CopyOptions,
): Promise<CopiedWindow> {
  const tiff = await readTiff(source);
  const [directory] = tiff.directories;
  const place = directory && (await geoKeysOf(tiff, directory));
  if (!directory || !place) throw new WindowRefused("window_not_tiled");
  const grid = await gridOf(tiff, directory, pixelsOf(bbox, place), pixelsMax);
  const { from, to, across, tileWidth, tileLength } = grid;
  const [columns, rows] = [to.x - from.x + 1, to.y - from.y + 1];
  const file = await openTiledTiff(target, columns * rows);
  let bytes = 0;
  try {
    for (let row = 0; row < rows; row++) {
      const first = (from.y + row) * across + from.x;
      const offsets = await tagNumbers(tiff, directory, TILE.offsets, first, columns);
      const counts = await tagNumbers(tiff, directory, TILE.counts, first, columns);
      for (let column = 0; column < columns; column++) {
        signal?.throwIfAborted();
        const count = counts[column] ?? 0;
        bytes += count;
        if (bytes > bytesMax)
          throw new WindowRefused("window_too_heavy", {
            gigabytes: Math.round(bytesMax / 1024 ** 3),
          });
        if (count > 0)
          await file.write(
            row * columns + column,
            Buffer.from(await source.read(offsets[column] ?? 0, count)),
          );
      }
      onProgress?.((row + 1) / rows);
    }
    await file.finish([
      { id: 256, type: LONG, values: [grid.width] },
      { id: 257, type: LONG, values: [grid.height] },
      { id: TILE.width, type: LONG, values: [tileWidth] },
      { id: TILE.length, type: LONG, values: [tileLength] },
      ...(await copiedTags(tiff, directory)),
      ...(await placeTags(tiff, directory, from.x * tileWidth, from.y * tileLength, place.affine)),
    ]);
  } catch (error) {
    await file.abandon().catch(() => undefined);
    throw error;
  }
  const [a, b, c, d, e, f] = place.affine;
  const [column, row] = [from.x * tileWidth, from.y * tileLength];
  return {
    width: grid.width,
    height: grid.height,
    bytes,
    affine: [a + b * column + c * row, b, c, d + e * column + f * row, e, f],
  };
}

/**
 * A small view of a GeoTIFF without reading it: the smallest overview that is large enough, or every n-th row of the
 * pixels where few blocks have to be unpacked. What would take more than the bounds below has no view.
 */
import { type DeclaredLayout, unpackedBlockBytes } from "./blocks.ts";
import { readLayout } from "./layout.ts";
import {
  type ByteSource,
  readTiff,
  type Tiff,
  type TiffDirectory,
  tagNumber,
  tagNumbers,
  tagText,
} from "./tiff.ts";
import { isUnpackable, unpackBlock } from "./unpack.ts";

/** Four bytes a pixel: red, green, blue, opacity. */
export type Thumbnail = { width: number; height: number; rgba: Uint8ClampedArray<ArrayBuffer> };

/** Pixels of a JPEG or WebP, as the browser decodes it; null where it cannot. */
export type DecodeImage = (
  bytes: Uint8Array,
  type: "image/jpeg" | "image/webp",
) => Promise<{ width: number; data: Uint8ClampedArray } | null>;

const SIDE = 256;
/** Of one block once it is unpacked, and of all of them together. */
const BLOCK_BYTES = 32 << 20;
const ALL_BYTES = 128 << 20;
const BLOCKS = 1_500;

const TAG = {
  newSubfileType: 254,
  photometric: 262,
  stripOffsets: 273,
  stripByteCounts: 279,
  predictor: 317,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  tables: 347,
  nodata: 42113,
};
const JPEG = 7;
const WEBP = 50_001;
/** BlackIsZero, RGB, and YCbCr, which only JPEG's own decoder turns into colours. */
const [GRAY, RGB, YCBCR] = [1, 2, 6];

type Level = {
  tiff: Tiff;
  directory: TiffDirectory;
  layout: DeclaredLayout;
  predictor: number;
  photometric: number;
  tables: Uint8Array | undefined;
};

/** Null where it would take too long, or the browser cannot unpack it. Throws `TiffBroken`. */
export async function readThumbnail(
  source: ByteSource,
  decode: DecodeImage,
): Promise<Thumbnail | null> {
  const tiff = await readTiff(source);
  const level = await chooseLevel(tiff);
  if (!level) return null;
  const { layout } = level;
  const step = Math.max(1, Math.max(layout.width, layout.height) / SIDE);
  const width = Math.max(1, Math.round(layout.width / step));
  const height = Math.max(1, Math.round(layout.height / step));
  const rows = steps(height, layout.height);
  const columns = steps(width, layout.width);
  if (!isCheap(layout, rows, columns)) return null;
  const nodata = Number(await tagText(tiff, level.directory, TAG.nodata));
  const bands = await readBands(level, rows, columns, decode);
  return bands && { width, height, rgba: coloursOf(bands, layout.bits, nodata) };
}

/** The pixel in the middle of each of `count` equal parts of `length`. */
const steps = (count: number, length: number) =>
  Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * length) / count));

async function chooseLevel(tiff: Tiff): Promise<Level | undefined> {
  const [first] = tiff.directories;
  if (!first) return undefined;
  const levels: Level[] = [];
  for (const directory of tiff.directories) {
    const isReduced = (await tagNumber(tiff, directory, TAG.newSubfileType, 0)) === 1;
    if (directory !== first && !isReduced) continue;
    const level = await levelOf(tiff, directory);
    if (isReadable(level)) levels.push(level);
  }
  const side = ({ layout }: Level) => Math.max(layout.width, layout.height);
  const bySide = levels.sort((a, b) => side(a) - side(b));
  return bySide.find((level) => side(level) >= SIDE) ?? bySide.at(-1);
}

async function levelOf(tiff: Tiff, directory: TiffDirectory): Promise<Level> {
  const tables = directory.tags.get(TAG.tables);
  return {
    tiff,
    directory,
    layout: await readLayout(tiff, directory),
    predictor: await tagNumber(tiff, directory, TAG.predictor, 1),
    photometric: await tagNumber(tiff, directory, TAG.photometric, GRAY),
    tables:
      tables && tables.count <= 65_536 && tables.offset + tables.count <= tiff.source.size
        ? await tiff.source.read(tables.offset, tables.count)
        : undefined,
  };
}

function isReadable({ layout, predictor, photometric }: Level): boolean {
  const { compression, samples, bits, planar } = layout;
  if (samples < 3 || (bits !== 8 && bits !== 16) || layout.width < 1 || layout.height < 1)
    return false;
  if (compression === JPEG || compression === WEBP)
    return bits === 8 && !planar && samples === 3 && [RGB, YCBCR].includes(photometric);
  return isUnpackable(compression) && predictor <= 2 && [GRAY, RGB].includes(photometric);
}

function isCheap(layout: DeclaredLayout, rows: number[], columns: number[]): boolean {
  const down = new Set(rows.map((row) => Math.floor(row / layout.blockHeight))).size;
  const across = new Set(columns.map((column) => Math.floor(column / layout.blockWidth))).size;
  const blocks = down * across * (layout.planar ? 3 : 1);
  const bytes = unpackedBlockBytes(layout);
  return bytes <= BLOCK_BYTES && blocks <= BLOCKS && blocks * bytes <= ALL_BYTES;
}

/** Red, green, blue and, where there is a fourth band that says so, opacity, at the wanted pixels. */
type Bands = { values: [Uint16Array, Uint16Array, Uint16Array]; alpha: Uint16Array | null };

async function readBands(
  level: Level,
  rows: number[],
  columns: number[],
  decode: DecodeImage,
): Promise<Bands | null> {
  const { layout, tiff, directory } = level;
  const extra = await tagNumbers(tiff, directory, TAG.extraSamples);
  const hasAlpha = layout.samples === 4 && !layout.planar && (extra[0] === 1 || extra[0] === 2);
  const plane = () => new Uint16Array(rows.length * columns.length);
  const bands: Bands = {
    values: [plane(), plane(), plane()],
    alpha: hasAlpha ? plane() : null,
  };
  const all = bands.alpha ? [...bands.values, bands.alpha] : bands.values;
  for (const [from, rowsOfBlock] of groups(rows, layout.blockHeight))
    for (const [left, columnsOfBlock] of groups(columns, layout.blockWidth))
      for (const [index, band] of all.entries()) {
        // Interleaved bands come with the block of the first.
        if (index > 0 && !layout.planar) break;
        const block = await readBlock(level, { row: from, column: left, band: index }, decode);
        if (!block) return null;
        const targets = layout.planar ? [band] : all;
        for (const [i, row] of rowsOfBlock)
          for (const [j, column] of columnsOfBlock)
            targets.forEach((target, sample) => {
              target[i * columns.length + j] = block.at(
                row % layout.blockHeight,
                column % layout.blockWidth,
                sample,
              );
            });
      }
  return bands;
}

/** Wanted rows (or columns) by the block that holds them. */
function groups(wanted: number[], size: number): Map<number, [index: number, at: number][]> {
  const found = new Map<number, [number, number][]>();
  wanted.forEach((at, index) => {
    const block = Math.floor(at / size);
    found.set(block, [...(found.get(block) ?? []), [index, at]]);
  });
  return found;
}

type Block = { at: (row: number, column: number, sample: number) => number };
type BlockPlace = { row: number; column: number; band: number };
const empty: Block = { at: () => 0 };

async function readBlock(
  level: Level,
  place: BlockPlace,
  decode: DecodeImage,
): Promise<Block | null> {
  const { tiff, directory, layout } = level;
  const across = Math.ceil(layout.width / layout.blockWidth);
  const down = Math.ceil(layout.height / layout.blockHeight);
  const index =
    place.row * across + place.column + (layout.planar ? place.band * across * down : 0);
  const [offsets, counts] = layout.tiled
    ? [TAG.tileOffsets, TAG.tileByteCounts]
    : [TAG.stripOffsets, TAG.stripByteCounts];
  const [offset = 0] = await tagNumbers(tiff, directory, offsets, index, 1);
  const [count = 0] = await tagNumbers(tiff, directory, counts, index, 1);
  if (offset === 0 || count === 0) return empty;
  if (offset + count > tiff.source.size || count > BLOCK_BYTES) return null;
  const packed = await tiff.source.read(offset, count);
  if (layout.compression === JPEG || layout.compression === WEBP)
    return decoded(level, packed, decode);
  const bytes = await unpackBlock(packed, layout.compression, unpackedBlockBytes(layout));
  return samplesOf(level, bytes);
}

async function decoded(
  { layout, tables, photometric }: Level,
  packed: Uint8Array,
  decode: DecodeImage,
): Promise<Block | null> {
  const isWebp = layout.compression === WEBP;
  const bytes = isWebp ? packed : wholeJpeg(packed, tables, photometric === RGB);
  const image = await decode(bytes, isWebp ? "image/webp" : "image/jpeg");
  if (!image) return null;
  return {
    at: (row, column, sample) => image.data[(row * image.width + column) * 4 + sample] ?? 0,
  };
}

/** APP14 segment "Adobe" with transform 0: the three components are red, green and blue already. */
const ADOBE_RGB = [0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0];

/** A block's stream with the tables that all blocks share (TIFF Technical Note 2). */
function wholeJpeg(packed: Uint8Array, tables: Uint8Array | undefined, isRgb: boolean): Uint8Array {
  // Each stream begins with FF D8 and ends with FF D9; between them stand its segments.
  const shared = tables ? tables.subarray(2, tables.length - 2) : new Uint8Array(0);
  const marker = isRgb ? ADOBE_RGB : [];
  const whole = new Uint8Array(2 + marker.length + shared.length + packed.length - 2);
  whole.set([0xff, 0xd8, ...marker]);
  whole.set(shared, 2 + marker.length);
  whole.set(packed.subarray(2), 2 + marker.length + shared.length);
  return whole;
}

function samplesOf({ layout, predictor, tiff }: Level, bytes: Uint8Array): Block {
  const samples = layout.planar ? 1 : layout.samples;
  const width = layout.blockWidth * samples;
  const values = valuesOf(bytes, layout.bits, tiff.littleEndian);
  if (predictor === 2) sumRows(values, width, samples);
  return { at: (row, column, sample) => values[row * width + column * samples + sample] ?? 0 };
}

function valuesOf(bytes: Uint8Array, bits: number, littleEndian: boolean) {
  if (bits === 8) return bytes.slice();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint16Array.from({ length: bytes.length >> 1 }, (_, i) =>
    view.getUint16(i * 2, littleEndian),
  );
}

/** Undoes horizontal differencing; the arrays wrap around as the differences do. */
function sumRows(values: Uint8Array | Uint16Array, width: number, samples: number): void {
  for (let start = 0; start + width <= values.length; start += width)
    for (let i = start + samples; i < start + width; i++)
      values[i] = (values[i] ?? 0) + (values[i - samples] ?? 0);
}

/** Eight bits as they are; more are stretched between the 2nd and the 98th percentile of all three. */
function coloursOf({ values, alpha }: Bands, bits: number, nodata: number) {
  const [red] = values;
  const [low, high] = bits === 8 ? [0, 255] : rangeOf(values, nodata);
  const rgba = new Uint8ClampedArray(red.length * 4);
  for (let i = 0; i < red.length; i++) {
    const isNothing = values.every((band) => band[i] === nodata);
    values.forEach((band, sample) => {
      rgba[i * 4 + sample] = (((band[i] ?? 0) - low) * 255) / Math.max(1, high - low);
    });
    rgba[i * 4 + 3] = isNothing || alpha?.[i] === 0 ? 0 : 255;
  }
  return rgba;
}

function rangeOf(values: Bands["values"], nodata: number): [number, number] {
  const some = values.flatMap((band) => [...band].filter((value) => value !== nodata));
  const sorted = Uint16Array.from(some).sort();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return [at(0.02), at(0.98)];
}

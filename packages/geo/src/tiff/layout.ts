import { type DeclaredLayout, type LayoutLimits, refuseLargeBlocks } from "./blocks.ts";
import { ImageRefused } from "./refusal.ts";
import {
  type ByteSource,
  readTiff,
  type Tiff,
  TiffBroken,
  type TiffDirectory,
  tagNumber,
  tagNumbers,
} from "./tiff.ts";

/** `sparse`: the writer left out blocks that hold no data or 0 alone. */
export type TiffLayout = DeclaredLayout & { sparse: boolean };

const TAG = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripCounts: 279,
  planar: 284,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileCounts: 325,
};

/** GDAL reads these; anything else is named in the refusal. 6 (old JPEG) is read, but never by all programs alike. */
const KNOWN_COMPRESSIONS = new Set([1, 2, 3, 4, 5, 7, 8, 32773, 32946, 34887, 34925, 50000, 50001]);

/**
 * Bytes of pixels to a byte of the file, beyond which the declared size is a lie. DEFLATE reaches 1,030 : 1 on an empty
 * image; twenty times that is left for codecs that code emptiness better (LZMA, ZSTD). Chosen.
 */
const MAX_RATIO = 20_000;
/** Bytes that an image with most of its blocks missing may take unpacked: all of them are written out when it is read. */
const MAX_SPARSE_BYTES = 10e9;
/** More are data cubes, whose red, green and blue are unknown. */
const MAX_BANDS = 64;
/** Bytes unpacked up to which an image may be as empty as it likes. */
const SMALL_IMAGE_BYTES = 64 << 20;
/** Blocks whose offsets and sizes are read at once. */
const CHUNK = 65_536;

/**
 * Reads the first directory and checks it against the file: sizes that fit the limits, blocks that lie inside the file,
 * bytes enough for the pixels declared. Nothing is decoded. Throws `ImageRefused`.
 */
export async function checkLayout(source: ByteSource, limits: LayoutLimits): Promise<TiffLayout> {
  try {
    const tiff = await readTiff(source);
    const [first] = tiff.directories;
    if (!first) throw new TiffBroken("no directory");
    const layout = await readLayout(tiff, first);
    const sparse = await checkSizes(tiff, first, layout, limits);
    for (const directory of tiff.directories)
      refuseLargeBlocks(await readLayout(tiff, directory), limits);
    return { ...layout, sparse };
  } catch (error) {
    if (error instanceof TiffBroken) throw new ImageRefused("damaged", { reason: error.message });
    throw error;
  }
}

/** Size, samples and blocks as one directory of a TIFF declares them. */
export async function readLayout(tiff: Tiff, directory: TiffDirectory): Promise<DeclaredLayout> {
  const number = (id: number, otherwise: number) => tagNumber(tiff, directory, id, otherwise);
  const [width, height] = [await number(TAG.width, 0), await number(TAG.height, 0)];
  const tiled = directory.tags.has(TAG.tileOffsets);
  return {
    width,
    height,
    samples: await number(TAG.samples, 1),
    bits: await number(TAG.bits, 1),
    compression: await number(TAG.compression, 1),
    tiled,
    planar: (await number(TAG.planar, 1)) === 2,
    palette: (await number(TAG.photometric, 1)) === 3,
    blockWidth: tiled ? await number(TAG.tileWidth, 0) : width,
    blockHeight: tiled
      ? await number(TAG.tileHeight, 0)
      : Math.min(height, await number(TAG.rowsPerStrip, height)),
  };
}

/** Checks the declared sizes against the limits and the file; true where blocks are missing. */
async function checkSizes(
  tiff: Tiff,
  directory: TiffDirectory,
  layout: DeclaredLayout,
  limits: LayoutLimits,
): Promise<boolean> {
  const { width, height, samples, bits, compression, blockWidth, blockHeight } = layout;
  if (width < 1 || height < 1) throw new ImageRefused("zero_area", { width, height });
  if (!KNOWN_COMPRESSIONS.has(compression))
    throw new ImageRefused("unsupported_compression", { compression });
  if (samples > MAX_BANDS)
    throw new ImageRefused("too_many_bands", { bands: samples, max: MAX_BANDS });
  if (samples < 1 || bits < 1 || bits > 128)
    throw new TiffBroken(`${samples} samples of ${bits} bits`);
  if (blockWidth < 1 || blockHeight < 1) throw new TiffBroken("blocks without area");
  const rawBytes = (width * height * samples * bits) / 8;
  // True where `share` of the pixels cannot be in so small a file.
  const lies = (share: number) =>
    rawBytes > SMALL_IMAGE_BYTES && (share * rawBytes) / tiff.source.size > MAX_RATIO;
  const refusal = new ImageRefused("lies_about_size", { width, height, bytes: tiff.source.size });
  if (rawBytes > MAX_SPARSE_BYTES && lies(1)) throw refusal;
  if (width > limits.maxSide || height > limits.maxSide || width * height > limits.maxPixels) {
    throw new ImageRefused("too_large", {
      width,
      height,
      maxPixels: limits.maxPixels,
      maxSide: limits.maxSide,
    });
  }
  const missing = await missingBlocks(tiff, directory, layout, rawBytes).catch((error) => {
    // Of a file that is far too small for its size, blocks that are not there say nothing else.
    const isEmpty = error instanceof ImageRefused && error.code === "empty_image";
    throw lies(1) && !isEmpty ? refusal : error;
  });
  if (lies(1 - missing)) throw refusal;
  return missing > 0;
}

/** The share of blocks that are left out, 0 to 1. Throws for blocks that lie outside the file, and where all are missing. */
async function missingBlocks(
  tiff: Tiff,
  directory: TiffDirectory,
  layout: DeclaredLayout,
  rawBytes: number,
): Promise<number> {
  const across = Math.ceil(layout.width / layout.blockWidth);
  const expected =
    across * Math.ceil(layout.height / layout.blockHeight) * (layout.planar ? layout.samples : 1);
  const [offsetsTag, countsTag] = layout.tiled
    ? [TAG.tileOffsets, TAG.tileCounts]
    : [TAG.stripOffsets, TAG.stripCounts];
  const listed = directory.tags.get(offsetsTag)?.count ?? 0;
  if (listed < expected) throw new TiffBroken(`${listed} blocks listed, ${expected} needed`);
  // Writers of the 1980s left the byte counts out; libtiff estimates them.
  if (!directory.tags.has(countsTag)) return 0;
  let [held, empty] = [0, 0];
  for (let from = 0; from < expected; from += CHUNK) {
    const length = Math.min(CHUNK, expected - from);
    const offsets = await tagNumbers(tiff, directory, offsetsTag, from, length);
    const counts = await tagNumbers(tiff, directory, countsTag, from, length);
    offsets.forEach((offset, i) => {
      const count = counts[i] ?? 0;
      if (offset + count > tiff.source.size)
        throw new ImageRefused("damaged", { reason: "truncated" });
      held += count;
      if (count === 0 || offset === 0) empty++;
    });
  }
  if (empty === expected) throw new ImageRefused("empty_image");
  if (layout.compression === 1 && empty === 0 && held < Math.floor(rawBytes))
    throw new ImageRefused("damaged", { reason: "truncated" });
  return empty / expected;
}

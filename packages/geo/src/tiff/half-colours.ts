/**
 * Tells whether a file keeps its colours at a coarser grid than its light: JPEG in YCbCr with chroma subsampling (4:2:0, 4:2:2),
 * as most cameras and map services write it, and WebP with loss. ITU-T T.81 (JPEG), B.2.2; TIFF 6.0, section 21; RFC 9649 (WebP), 2.
 */
import { type ByteSource, readTiff, TiffBroken, tagNumber, tagNumbers } from "./tiff.ts";

const TAG = { compression: 259, photometric: 262, strips: 273, tiles: 324, subsampling: 530 };
const [OLD_JPEG, JPEG, WEBP, YCBCR] = [6, 7, 50001, 6];
/** Grid of the colours where a TIFF does not say it (TIFF 6.0, page 92). */
const USUAL = 2;
/** Headers of a JPEG with photographs and profiles in them; what is longer is left unsaid. */
const MAX_SEGMENTS = 512;
const [START_OF_SCAN, END] = [0xda, 0xd9];
/** Numbers among those of a frame's header that are none: Huffman tables, an extension, arithmetic coding. */
const NO_FRAME = new Set([0xc4, 0xc8, 0xcc]);

/** Chunks of a WebP before its pixels: what it has beside them, profiles, transparency. */
const MAX_CHUNKS = 16;

/** Tells it of a TIFF, a JPEG or a WebP; false of whatever is neither, or cannot be read. Throws nothing for what is in the file. */
export async function hasHalfColours(source: ByteSource): Promise<boolean> {
  const head = await source.read(0, Math.min(2, source.size));
  if (head[0] === 0xff && head[1] === 0xd8) return isHalfInJpeg(source);
  if (head[0] === 0x52 && head[1] === 0x49) return isHalfInWebp(source, 0);
  try {
    return await isHalfInTiff(source);
  } catch (error) {
    if (error instanceof TiffBroken) return false;
    throw error;
  }
}

async function isHalfInTiff(source: ByteSource): Promise<boolean> {
  const tiff = await readTiff(source);
  const [first] = tiff.directories;
  if (!first) return false;
  const compression = await tagNumber(tiff, first, TAG.compression, 1);
  if (compression === WEBP) {
    const tiles = await tagNumbers(tiff, first, TAG.tiles);
    const [at] = tiles.length > 0 ? tiles : await tagNumbers(tiff, first, TAG.strips);
    return at !== undefined && isHalfInWebp(source, at);
  }
  const photometric = await tagNumber(tiff, first, TAG.photometric, 1);
  if (![OLD_JPEG, JPEG].includes(compression) || photometric !== YCBCR) return false;
  const [across = USUAL, down = USUAL] = await tagNumbers(tiff, first, TAG.subsampling);
  return across * down > 1;
}

/** Looks for the pixels' chunk of a WebP that begins at `from`: those with loss have half colours, those without have not. */
async function isHalfInWebp(source: ByteSource, from: number): Promise<boolean> {
  const text = async (at: number) => String.fromCharCode(...(await source.read(at, 4)));
  if (from + 12 > source.size || (await text(from + 8)) !== "WEBP") return false;
  let at = from + 12;
  for (let n = 0; n < MAX_CHUNKS && at + 8 <= source.size; n++) {
    const kind = await text(at);
    if (kind === "VP8 ") return true;
    if (kind === "VP8L") return false;
    const [a = 0, b = 0, c = 0, d = 0] = await source.read(at + 4, 4);
    const length = a + b * 2 ** 8 + c * 2 ** 16 + d * 2 ** 24;
    at += 8 + length + (length % 2);
  }
  return false;
}

/** Reads the header of the first frame: how often each of its three components is sampled. */
async function isHalfInJpeg(source: ByteSource): Promise<boolean> {
  let at = 2;
  for (let n = 0; n < MAX_SEGMENTS && at + 4 <= source.size; n++) {
    const [begin, kind = 0, high = 0, low = 0] = await source.read(at, 4);
    if (begin !== 0xff || kind === START_OF_SCAN || kind === END) return false;
    const isFrame = kind >= 0xc0 && kind <= 0xcf && !NO_FRAME.has(kind);
    if (isFrame) return isHalfInFrame(await source.read(at + 4, 15));
    // Bytes of 255 may fill the room before a marker.
    at += kind === 0xff ? 1 : 2 + high * 256 + low;
  }
  return false;
}

/** @param frame precision, height, width, number of components, then for each its name, its sampling and its table */
function isHalfInFrame(frame: Uint8Array): boolean {
  const sampling = (n: number) => {
    const both = frame[7 + 3 * n] ?? 0;
    return (both >> 4) * (both & 15);
  };
  return frame[5] === 3 && sampling(0) > Math.min(sampling(1), sampling(2));
}

/** Puts map tiles together into one GeoTIFF in Web Mercator; each becomes a tile of the file. */
import { readFile } from "node:fs/promises";
import { deflateSync } from "node:zlib";
import { sharp } from "../native/image-library.ts";
import { DOUBLE, LONG, SHORT, type Tag } from "./tiff-directory.ts";
import { openTiledTiff } from "./tiled-tiff.ts";

export interface MosaicOrder {
  /** Files in rows from the north-west; null where the server has nothing. */
  pieces: readonly (string | null)[];
  columns: number;
  rows: number;
  /** Web Mercator metres: the north-west corner, and the side of a piece. */
  westM: number;
  northM: number;
  pieceM: number;
  target: string;
}

/** Pixels of a side: what map servers hand out. */
const sides = [256, 512, 1024];

/** A piece is no image, or of another size than the first. */
export class PieceBroken extends Error {
  override name = "PieceBroken";
  /** Number of the piece, counted in rows from the north-west. */
  readonly params: { piece: number };
  constructor(piece: number, cause?: unknown) {
    super(`piece ${piece} cannot be read`, { cause });
    this.params = { piece };
  }
}

async function decoded(file: string, piece: number) {
  try {
    // In memory: libvips keeps no file of ours open, and the limit holds before anything is unpacked.
    const image = sharp(await readFile(file), { limitInputPixels: 1024 * 1024, failOn: "error" });
    const { data, info } = await image
      .toColourspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.width !== info.height || !sides.includes(info.width) || info.channels !== 4)
      throw new Error(`${info.width} × ${info.height}`);
    return { data, side: info.width };
  } catch (error) {
    throw new PieceBroken(piece, error);
  }
}

const isEmpty = (data: Buffer) => {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return false;
  return true;
};

/**
 * Writes red, green, blue and transparency, 8 bits each, deflated. Pieces that are missing or wholly transparent are
 * left out of the file.
 * @returns how many pieces hold an image; with 0 nothing is written
 * @throws {PieceBroken}
 */
export async function writeMosaic(
  order: MosaicOrder,
  onProgress: (share: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<number> {
  const { pieces, columns, rows, westM, northM, pieceM, target } = order;
  const tiff = await openTiledTiff(target, columns * rows);
  let side = 0;
  let held = 0;
  try {
    for (const [n, file] of pieces.entries()) {
      signal?.throwIfAborted();
      if (file === null) continue;
      const piece = await decoded(file, n);
      side ||= piece.side;
      if (piece.side !== side) throw new PieceBroken(n);
      if (isEmpty(piece.data)) continue;
      held++;
      await tiff.write(n, deflateSync(piece.data, { level: 3 }));
      if (n % 16 === 0) onProgress(n / pieces.length);
    }
  } catch (error) {
    await tiff.abandon();
    throw error;
  }
  if (held === 0) {
    await tiff.abandon();
    return 0;
  }
  const pixelM = pieceM / side;
  await tiff.finish([
    ...layout(columns * side, rows * side, side),
    { id: 33550, type: DOUBLE, values: [pixelM, pixelM, 0] },
    { id: 33922, type: DOUBLE, values: [0, 0, 0, westM, northM, 0] },
    // Projected, pixel is area, EPSG:3857 (OGC 19-008r4).
    {
      id: 34735,
      type: SHORT,
      values: [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 3857],
    },
  ]);
  return held;
}

const layout = (width: number, height: number, side: number): Tag[] => [
  { id: 256, type: LONG, values: [width] },
  { id: 257, type: LONG, values: [height] },
  { id: 258, type: SHORT, values: [8, 8, 8, 8] },
  { id: 259, type: SHORT, values: [8] },
  { id: 262, type: SHORT, values: [2] },
  { id: 277, type: SHORT, values: [4] },
  { id: 284, type: SHORT, values: [1] },
  { id: 322, type: SHORT, values: [side] },
  { id: 323, type: SHORT, values: [side] },
  // Unassociated alpha.
  { id: 338, type: SHORT, values: [2] },
];

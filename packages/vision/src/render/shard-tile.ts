import { type FileHandle, open } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { type Source, Tiff, type TiffImage, TiffTag } from "@cogeotiff/core";

/** A block of 32 × 32 tiles at zoom `z`; `bx`, `by` are its column and row counted in blocks. */
export type Shard = { z: number; bx: number; by: number };

export const SHARD_TILES = 32;

/** A shard that is open for reading; `close` lets go of the file. */
export type OpenShard = {
  tile(z: number, x: number, y: number): Promise<Buffer | undefined>;
  close(): Promise<void>;
};

/**
 * The shard that holds tile z/x/y, of an image whose finest tiles are of zoom `zoom`; undefined for zooms that shards do
 * not hold. A shard holds its own zoom and five coarser ones, down to a single tile.
 */
export function shardOfTile(zoom: number, z: number, x: number, y: number): Shard | undefined {
  const up = zoom - z;
  if (up < 0 || up > Math.log2(SHARD_TILES)) return undefined;
  const tiles = SHARD_TILES >> up;
  return { z: zoom, bx: Math.floor(x / tiles), by: Math.floor(y / tiles) };
}

/** Opens a shard in a file; reads its directories and where its tiles lie, no tile. */
export async function openShardFile(path: string, shard: Shard): Promise<OpenShard> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const opened = await openShard(fileSource(file, path, size), shard);
    return { tile: opened.tile, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Opens a shard behind any source of bytes (a file, an object store). */
export async function openShard(source: Source, shard: Shard): Promise<OpenShard> {
  const tiff = await Tiff.create(source);
  if (tiff.images.length <= Math.log2(SHARD_TILES))
    throw new Error("The shard does not hold its six zooms.");
  // Some 20 kB, once: or each tile would take two more reads, of its own place and size.
  await Promise.all(tiff.images.map(loadIndex));
  return { tile: (z, x, y) => readShardTile(tiff, shard, z, x, y), close: async () => {} };
}

const loadIndex = (image: TiffImage) =>
  Promise.all([image.fetch(TiffTag.TileOffsets), image.fetch(TiffTag.TileByteCounts)]);

/** The tile's WebP bytes exactly as stored; undefined when it is empty or not in this shard. No pixel is decoded. */
async function readShardTile(
  tiff: Tiff,
  shard: Shard,
  z: number,
  x: number,
  y: number,
): Promise<Buffer | undefined> {
  const up = shard.z - z;
  const image = tiff.images[up];
  const tiles = SHARD_TILES >> up;
  const [column, row] = [x - shard.bx * tiles, y - shard.by * tiles];
  if (!image || up < 0 || column < 0 || row < 0 || column >= tiles || row >= tiles)
    return undefined;
  const tile = await image.getTile(column, row);
  return tile ? Buffer.from(tile.bytes) : undefined;
}

/** A file of `size` bytes, which stays as it is: it was moved to its place when it was whole. */
function fileSource(file: FileHandle, path: string, size: number): Source {
  return {
    url: pathToFileURL(path),
    async fetch(offset, length = 16_384) {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const bytes = new Uint8Array(wanted);
      await file.read(bytes, 0, wanted, offset);
      return bytes.buffer;
    },
  };
}

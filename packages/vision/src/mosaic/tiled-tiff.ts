/** Writes a tiled TIFF of one directory (TIFF 6.0 section 15), tile by tile, so that no image has to fit into memory. */
import { type FileHandle, open } from "node:fs/promises";
import { LONG, type Tag, tiffDirectory, tiffHeader } from "./tiff-directory.ts";

/** The largest offset that a classic TIFF can name. */
const bytesMax = 2 ** 32 - 2 ** 20;

/** The file would be larger than a classic TIFF can be. */
export class TiffTooLarge extends Error {
  override name = "TiffTooLarge";
  readonly reason = { code: "source_image_bytes", params: { gigabytes: 4 } };
}

interface TiledTiff {
  /** The packed bytes of a tile, counted in rows from the north-west; a tile that is not written is empty. */
  write: (tile: number, bytes: Buffer) => Promise<void>;
  /** Writes the directory, with offsets and sizes of the tiles, and closes the file. */
  finish: (tags: readonly Tag[]) => Promise<void>;
  /** Closes it unfinished. */
  abandon: () => Promise<void>;
}

/** Begins a file of so many tiles. @throws TiffTooLarge when it outgrows 4 GB */
export async function openTiledTiff(path: string, tiles: number): Promise<TiledTiff> {
  const file: FileHandle = await open(path, "w");
  const offsets = new Array<number>(tiles).fill(0);
  const sizes = new Array<number>(tiles).fill(0);
  let end = 8;
  return {
    async write(tile, bytes) {
      if (end + bytes.length > bytesMax) throw new TiffTooLarge(path);
      offsets[tile] = end;
      sizes[tile] = bytes.length;
      const at = end;
      end += bytes.length + (bytes.length % 2);
      await file.write(bytes, 0, bytes.length, at);
    },
    async finish(tags) {
      const all = [
        ...tags,
        { id: 324, type: LONG, values: offsets },
        { id: 325, type: LONG, values: sizes },
      ];
      const directory = tiffDirectory(all, end);
      await file.write(directory, 0, directory.length, end);
      const header = tiffHeader(end);
      await file.write(header, 0, header.length, 0);
      await file.sync();
      await file.close();
    },
    abandon: () => file.close(),
  };
}

import { ImageRefused } from "./refusal.ts";

/** Sizes that an image and its blocks may have. */
export type LayoutLimits = {
  maxPixels: number;
  maxSide: number;
  /** Unpacked bytes of one strip or tile: it is decoded as a whole, however few of its pixels are wanted. */
  maxBlockBytes: number;
};

/** Limits of what the server takes; the panel checks the same before a file is sent. */
export const LAYOUT_LIMITS: LayoutLimits = {
  maxPixels: 2e10,
  maxSide: 400_000,
  maxBlockBytes: 64 << 20,
};

/** As one directory declares it. */
export type DeclaredLayout = {
  width: number;
  height: number;
  samples: number;
  bits: number;
  compression: number;
  tiled: boolean;
  planar: boolean;
  palette: boolean;
  blockWidth: number;
  blockHeight: number;
};

/** Bytes of one strip or tile once it is unpacked; rows begin at whole bytes (TIFF 6.0, sections 3 and 15). */
export function unpackedBlockBytes(layout: DeclaredLayout): number {
  const samples = layout.planar ? 1 : layout.samples;
  return Math.ceil((layout.blockWidth * samples * layout.bits) / 8) * layout.blockHeight;
}

/**
 * Refuses strips and tiles that must be decoded whole and are larger than the limit: a kilobyte of DEFLATE can hold a
 * megabyte. libtiff reads a single uncompressed strip row by row, so that one may be as large as the file.
 * Throws `ImageRefused`.
 */
export function refuseLargeBlocks(layout: DeclaredLayout, { maxBlockBytes }: LayoutLimits): void {
  const { compression, tiled, planar, blockHeight, height } = layout;
  const isReadByRows = compression === 1 && !tiled && !planar && blockHeight === height;
  const bytes = unpackedBlockBytes(layout);
  if (isReadByRows || bytes <= maxBlockBytes) return;
  const megabytes = (value: number) => Math.ceil(value / 1024 ** 2);
  throw new ImageRefused("block_too_large", {
    size: megabytes(bytes),
    max: megabytes(maxBlockBytes),
    command: "gdal_translate -co TILED=YES -co COMPRESS=DEFLATE old.tif new.tif",
  });
}

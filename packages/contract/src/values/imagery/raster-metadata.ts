import type { Bbox } from "../geometry.ts";

export type BandMetadata = {
  index: number;
  type: string;
  interpretation: string | null;
  description: string | null;
  nodata: number | null;
};

/** Basis on which it was recognised what the bands are; `person`: somebody was asked and chose. */
export const bandBases = ["interpretation", "description", "file_name", "order", "person"] as const;

/** Changes to a file at ingest so that it could be read. */
export const mendings = [
  "archive",
  "tiles",
  "jpeg2000",
  "plain_image",
  "place_beside",
  "control_points",
  "palette",
  "reflectance",
  "whole_numbers",
  "small_blocks",
] as const;
export type Mending = (typeof mendings)[number];

/**
 * Metres a pixel from which colours kept at half the resolution of light hide small crowns; on finer images nothing was lost by
 * it (`npm run bench -- packing`).
 */
const HALF_COLOURS_FROM_M = 0.12;

/** Tells whether colours at half resolution hide trees at so many metres a pixel. */
export function hidesTrees(halfColours: boolean | undefined, gsdMeters: number): boolean {
  return halfColours === true && gsdMeters >= HALF_COLOURS_FROM_M;
}

/** 1-based band numbers; `basis` says how they were recognised. */
export type BandRoles = {
  red: number;
  green: number;
  blue: number;
  nir: number | null;
  alpha: number | null;
  basis: (typeof bandBases)[number];
};

export type CaptureDate = {
  date: string;
  precision: "day" | "year";
  basis: "file_name" | "tiff_tag";
};

/** Metadata of a raster file on its size, bands, place and date: plain values that survive JSON. */
export type RasterMetadata = {
  width: number;
  height: number;
  bands: BandMetadata[];
  roles: BandRoles;
  /** The ways in which the bands may be read, where nothing decides between them: a person is asked. Else absent. */
  readings?: BandRoles[];
  /** Changes to the uploaded file so that it could be read, in this order; absent where there were none. */
  mended?: Mending[];
  dtype: "uint8" | "uint16" | "int16";
  /** Bits a sample is kept in: 8 or 16. */
  bits: 8 | 16;
  /** Bits a sample takes in the file: 12 in some 16-bit files. */
  storedBits: number;
  nodata: number | null;
  /** Part of the file that says which pixels hold no image. */
  mask: "none" | "nodata" | "alpha" | "mask_band";
  /** In GDAL's order; see vision's coordinates/affine.ts. */
  affine: readonly [number, number, number, number, number, number];
  proj4: string;
  wkt: string | null;
  epsg: number | null;
  /** Ground metres of one pixel side at the centre, on the ellipsoid (geometric mean of both sides). */
  gsdMeters: number;
  gsdXMeters: number;
  gsdYMeters: number;
  /** Largest distance between our map arithmetic and GDAL's at the corners. */
  positionErrorMeters: number;
  /** Outline in degrees: one closed ring with 17 points a side. */
  footprint: { type: "Polygon"; coordinates: [number, number][][] };
  bbox: Bbox;
  compression: string;
  tiled: boolean;
  blockWidth: number;
  blockHeight: number;
  interleave: "pixel" | "band";
  /** Blocks are left out of the file; absent where none is. */
  sparse?: true;
  /** Colours are stored at half the resolution of the light (JPEG with chroma subsampling); absent where they are not. */
  halfColours?: true;
  overviews: { width: number; height: number }[];
  captureDate: CaptureDate | null;
  bytes: number;
  readBy: "gdal" | "sharp";
};

/** Per band, the values that become 0 and 255. Stored with the image, so that every tile and fragment looks the same. */
export type Stretch = { low: number[]; high: number[] };

/**
 * Content of `whole_image.facts`: the COG's metadata, and how its 16 bits become 8, measured once so
 * that every fragment and tile is seen alike (null for 8-bit images).
 */
export type ImageMetadata = RasterMetadata & {
  stretch: Stretch | null;
  /** Metres a pixel of the coarser image that this one was blown up from; absent where nothing says that it was. */
  shownGsdMeters?: number;
};

/** The resolution that an image has, whatever its pixels measure. */
export const shownGsd = ({
  gsdMeters,
  shownGsdMeters,
}: Pick<ImageMetadata, "gsdMeters" | "shownGsdMeters">): number => shownGsdMeters ?? gsdMeters;

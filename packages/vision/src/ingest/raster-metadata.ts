import type { Affine } from "../coordinates/affine.ts";

export type BandFacts = {
  index: number;
  type: string;
  interpretation: string | null;
  description: string | null;
  nodata: number | null;
};

/** 1-based band numbers; `basis` says how they were recognised. */
export type BandRoles = {
  red: number;
  green: number;
  blue: number;
  nir: number | null;
  alpha: number | null;
  basis: "interpretation" | "description" | "file_name" | "order";
};

export type CaptureDate = {
  date: string;
  precision: "day" | "year";
  basis: "file_name" | "tiff_tag";
};

export type LonLatBox = [west: number, south: number, east: number, north: number];

/** What the door learned about an image: plain values that survive JSON. */
export type ImageFacts = {
  width: number;
  height: number;
  bands: BandFacts[];
  roles: BandRoles;
  dtype: "uint8" | "uint16" | "int16";
  /** Bits a sample is kept in: 8 or 16. */
  bits: 8 | 16;
  /** Bits a sample takes in the file: 12 in some 16-bit files. */
  storedBits: number;
  nodata: number | null;
  /** Where it is told which pixels are not picture. */
  mask: "none" | "nodata" | "alpha" | "mask_band";
  affine: Affine;
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
  bbox: LonLatBox;
  compression: string;
  tiled: boolean;
  blockWidth: number;
  blockHeight: number;
  interleave: "pixel" | "band";
  /** Blocks are left out of the file; absent where none is. */
  sparse?: true;
  overviews: { width: number; height: number }[];
  captureDate: CaptureDate | null;
  bytes: number;
  readBy: "gdal" | "sharp";
};

/** A picture without a place on the ground. */
export type PlainImageFacts = {
  width: number;
  height: number;
  format: string;
  bits: 8 | 16;
  bytes: number;
};

export type DoorLimits = {
  maxPixels: number;
  maxSide: number;
  /** Unpacked bytes of one strip or tile: it is decoded as a whole, however few of its pixels are wanted. */
  maxBlockBytes: number;
  timeoutMs: number;
  memoryMb: number;
};

export const DOOR_LIMITS: DoorLimits = {
  maxPixels: 2e10,
  maxSide: 400_000,
  maxBlockBytes: 64 << 20,
  timeoutMs: 30_000,
  memoryMb: 1_536,
};

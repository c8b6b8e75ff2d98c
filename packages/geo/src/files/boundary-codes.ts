import type { MultiPolygon } from "../geometry.ts";

/** Reasons to refuse a whole file. */
const FILE_CODES = [
  "file_empty",
  "file_too_large",
  "unpacked_too_large",
  "not_a_boundary_file",
  "encoding_unreadable",
  "xml_malformed",
  "xml_doctype_refused",
  "xml_too_deep",
  "xml_too_many_elements",
  "json_malformed",
  "crs_not_wgs84",
  "kmz_damaged",
  "kmz_encrypted",
  "kmz_unsafe_path",
  "kmz_name_twice",
  "kmz_without_kml",
  "no_features",
  "too_many_features",
  "too_many_positions",
] as const;

/** Reasons to leave one feature out. */
const FEATURE_CODES = [
  "no_geometry",
  "not_a_polygon",
  "track_ignored",
  "overlay_ignored",
  "network_link_not_followed",
  "coordinates_unreadable",
  "coordinates_out_of_range",
  "empty",
  "too_few_points",
  "no_area",
  "self_intersection",
  "hole_outside",
  "hole_in_hole",
  "too_many_vertices",
  "too_complex",
] as const;

/** Every code that reading a boundary file can give: each has a text in the four languages. */
export const BOUNDARY_FILE_CODES = [...FILE_CODES, ...FEATURE_CODES] as const;

export type FileCode = (typeof FILE_CODES)[number];
export type FeatureCode = (typeof FEATURE_CODES)[number];

/** Bounds on what is read; the texts of the limits name them. */
export const BOUNDARY_LIMITS = {
  fileBytes: 20 * 1024 * 1024,
  unpackedBytes: 100 * 1024 * 1024,
  /** As in libkml. */
  xmlDepth: 100,
  xmlElements: 1_000_000,
  features: 10_000,
  /** All features together; one feature may have `MAX_VERTICES` of clean-polygon. */
  positions: 500_000,
  zipEntries: 10_000,
  nameLength: 200,
  descriptionLength: 5_000,
  properties: 100,
} as const;

/** Values for the gaps in a text: `line` and `column` from 1, `what` the thing met, numbers in degrees. */
export type CodeParams = Record<string, string | number>;

export class BoundaryFileError extends Error {
  readonly code: FileCode;
  readonly params: { line?: number; column?: number; what?: string };

  constructor(code: FileCode, params: { line?: number; column?: number; what?: string } = {}) {
    super(`${code} ${JSON.stringify(params)}`);
    this.name = "BoundaryFileError";
    this.code = code;
    this.params = params;
  }
}

export interface BoundaryFeature {
  /** Plain text from the file, not HTML: escape it where it is shown. */
  name: string;
  description?: string;
  /** The attributes of the feature as texts: codes for matching with regions and districts. */
  properties: Record<string, string>;
  multiPolygon: MultiPolygon;
  areaM2: number;
  /** Codes of what was mended (`PolygonFix`), and `other_geometries_ignored`. */
  fixes: string[];
}

export interface RejectedFeature {
  name: string;
  /** Place among all features of the file, from 0. */
  index: number;
  line?: number;
  code: FeatureCode;
  detail: CodeParams;
  /** Of a shape of several parts the one at fault, from 1. */
  part?: number;
  /** The part alone is left out: the feature with its other parts is among the features. */
  isKept?: boolean;
}

export interface BoundaryFile {
  features: BoundaryFeature[];
  rejected: RejectedFeature[];
}

/** Description of the base map that the panel needs before it draws; answered at `/basemap/archive.json`. */

/** Schema by which the layers of an archive are named, and what they hold; `raster`: it holds images. */
export type BaseMapSchema = "nihol" | "openmaptiles" | "protomaps" | "shortbread" | "raster";

/** Reasons why an archive of the country's own is left aside; the panel has words for each. */
export type BaseMapProblem = "unreadable" | "tile_kind" | "unknown_schema";

export interface BaseMapFacts {
  schema: BaseMapSchema;
  /** True for an archive of the country's own. */
  own: boolean;
  /** west, south, east, north in degrees */
  bounds?: [west: number, south: number, east: number, north: number];
  /** Credit to the owners of the data: words, no HTML. */
  attribution?: string;
  /** An archive of the country's own lies there, and cannot be used. */
  problem?: BaseMapProblem;
  /** Layers of an archive of the country's own. */
  layers?: string[];
}

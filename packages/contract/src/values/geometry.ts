/** Shapes as GeoJSON (RFC 7946) has them: degrees, longitude first, WGS 84; the same as those of packages/geo. */

/** `[lon, lat]`; what people send may carry a third value (altitude). */
export type Position = [number, number, ...number[]];

export interface Polygon {
  type: "Polygon";
  /** The outer ring first, then the holes. */
  coordinates: Position[][];
}

export interface MultiPolygon {
  type: "MultiPolygon";
  coordinates: Position[][][];
}

/** `[west, south, east, north]`. */
export type Bbox = [west: number, south: number, east: number, north: number];

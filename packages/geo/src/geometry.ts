/** GeoJSON (RFC 7946) as this product uses it: WGS 84, degrees, longitude first. */

/** `[lon, lat]` in degrees. Files may carry a third value (altitude); cleaning drops it. */
export type Position = [number, number, ...number[]];

/** A closed ring: the last position repeats the first. */
export type Ring = Position[];

export interface Polygon {
  type: "Polygon";
  /** The outer ring first, then the holes. */
  coordinates: Ring[];
}

export interface MultiPolygon {
  type: "MultiPolygon";
  coordinates: Ring[][];
}

export type Areal = Polygon | MultiPolygon;

/** `[west, south, east, north]` in degrees. */
export type Bbox = [west: number, south: number, east: number, north: number];

/** The polygons of either kind, as lists of rings. */
export function partsOf(geometry: Areal): Ring[][] {
  return geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
}

/** A box as the polygon around it. */
export function bboxPolygon([west, south, east, north]: Bbox): Polygon {
  const ring: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Polygon", coordinates: [ring] };
}

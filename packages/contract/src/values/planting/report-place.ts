/** Where trees were planted, as it was recorded on the spot: GeoJSON (RFC 7946), WGS 84, longitude first. */

type LonLat = [lon: number, lat: number];

/** A place where somebody stood, a line that they walked, or an area that they drew: one ring, closed, without holes. */
export type ReportPlace =
  | { type: "Point"; coordinates: LonLat }
  | { type: "LineString"; coordinates: LonLat[] }
  | { type: "Polygon"; coordinates: LonLat[][] };

export const reportPlaceLimits = {
  /** Corners of a line or a ring: an hour's walk with one each two metres. */
  positionsMax: 2_000,
  /** From corner to corner of its bounds, metres: nobody plants more than that in a day. */
  extentMaxM: 20_000,
  /** From the garden's bounds, metres: beyond it coordinates are wrong, not trees in another place. */
  farM: 100_000,
} as const;

/** Every position of a place. */
export const positionsOf = (place: ReportPlace): LonLat[] => {
  if (place.type === "Point") return [place.coordinates];
  return place.type === "LineString" ? place.coordinates : place.coordinates.flat();
};

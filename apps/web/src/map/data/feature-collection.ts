import type { Feature, FeatureCollection, Geometry } from "geojson";

type Properties = Record<string, string | number | boolean | null>;

/** GeoJSON for a map source; what has no geometry is left out. */
export function featureCollection<T>(
  rows: readonly T[],
  geometry: (row: T) => Geometry | null | undefined,
  properties: (row: T) => Properties,
): FeatureCollection {
  const features: Feature[] = [];
  for (const row of rows) {
    const shape = geometry(row);
    if (shape) features.push({ type: "Feature", properties: properties(row), geometry: shape });
  }
  return { type: "FeatureCollection", features };
}

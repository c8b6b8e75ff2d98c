import type { MapGeoJSONFeature, Map as MapLibreMap, PointLike } from "maplibre-gl";

/** What can be pressed, the uppermost first; their layers are named `hit-<kind>`. */
export const hitKinds = [
  "task",
  "device",
  "tree",
  "crown",
  "place",
  "cell",
  "shape",
  "garden",
  "district",
  "region",
] as const;
export type HitKind = (typeof hitKinds)[number];

export type MapHit = {
  kind: HitKind;
  /** The record's id; 0 for a cell of many trees. */
  id: number;
  longitude: number;
  latitude: number;
  properties: Record<string, unknown>;
};

export const hitLayers = hitKinds.map((kind) => `hit-${kind}`);

/** Half a fingertip in CSS pixels: small trees should not need a steady hand. */
const tolerance = 5;

/** Seen from farther away than this a press means the region below, not its trees. */
const cellZoom = 9;

/** The uppermost thing at a point of the canvas; null on bare ground. */
export function hitAt(map: MapLibreMap, point: { x: number; y: number }): MapHit | null {
  const isFar = map.getZoom() < cellZoom;
  const layers = hitLayers.filter((id) => map.getLayer(id) && !(isFar && id === "hit-cell"));
  const box: [PointLike, PointLike] = [
    [point.x - tolerance, point.y - tolerance],
    [point.x + tolerance, point.y + tolerance],
  ];
  const exact = map.queryRenderedFeatures([point.x, point.y], { layers });
  const found = exact.length > 0 ? exact : map.queryRenderedFeatures(box, { layers });
  const feature = found.reduce<MapGeoJSONFeature | null>(
    (best, one) => (best && rank(best) <= rank(one) ? best : one),
    null,
  );
  if (!feature) return null;
  const { lng, lat } = map.unproject([point.x, point.y]);
  const kind = hitKinds[rank(feature)] ?? "region";
  const id = Number(feature.properties.id ?? feature.id ?? 0);
  return { kind, id, longitude: lng, latitude: lat, properties: feature.properties };
}

function rank(feature: MapGeoJSONFeature): number {
  return hitLayers.indexOf(feature.layer.id);
}

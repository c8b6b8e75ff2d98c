import type { GeoJSONSource, MapGeoJSONFeature, Map as MapLibreMap, PointLike } from "maplibre-gl";

/** Kind of record or place that can be pressed, by the layer in which it is drawn, the uppermost first. */
const kindOfLayer = {
  "hit-task-cluster": "cluster",
  "hit-case-cluster": "cluster",
  "hit-device-cluster": "cluster",
  "hit-garden-cluster": "cluster",
  "hit-task": "task",
  "hit-case": "case",
  "hit-device": "device",
  "hit-tree": "tree",
  "hit-crown": "crown",
  "hit-place": "place",
  "hit-cell": "cell",
  "hit-shape": "shape",
  "hit-garden-dot": "garden",
  "hit-garden": "garden",
  "hit-district": "district",
  "hit-region": "region",
} as const;
type HitKind = (typeof kindOfLayer)[keyof typeof kindOfLayer];

export type MapHit = {
  kind: HitKind;
  /** The record's id; 0 for a cell of many trees. */
  id: number;
  longitude: number;
  latitude: number;
  properties: Record<string, unknown>;
  /** The map's source in which it was found. */
  source: string;
};

export const hitLayers = Object.keys(kindOfLayer);
const hitKinds = Object.values(kindOfLayer);

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
  const { properties, source } = feature;
  return { kind, id, longitude: lng, latitude: lat, properties, source };
}

/** Goes as near as it takes for a cluster to fall apart. */
export async function enterCluster(map: MapLibreMap, { source, ...hit }: MapHit): Promise<void> {
  const clusters = map.getSource<GeoJSONSource>(source);
  const zoom = await clusters?.getClusterExpansionZoom(Number(hit.properties.cluster_id));
  if (zoom !== undefined) map.easeTo({ center: [hit.longitude, hit.latitude], zoom });
}

function rank(feature: MapGeoJSONFeature): number {
  return hitLayers.indexOf(feature.layer.id);
}

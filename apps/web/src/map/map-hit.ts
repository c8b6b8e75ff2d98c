import type { GeoJSONSource, MapGeoJSONFeature, Map as MapLibreMap, PointLike } from "maplibre-gl";
import { pointLayers } from "./layers/registry.ts";
import type { PointHit } from "./points/point-layer.tsx";

type HitKind =
  | PointHit
  | "cluster"
  | "tree"
  | "crown"
  | "place"
  | "cell"
  | "shape"
  | "district"
  | "region";

/** Point layers, the uppermost first. */
const points = pointLayers.map(({ hit }) => hit).reverse();

/** Kind of record or place that can be pressed, by the layer in which it is drawn, the uppermost first. */
const kindOfLayer = new Map<string, HitKind>([
  ...points.map((hit): [string, HitKind] => [`hit-${hit}-cluster`, "cluster"]),
  // Of a garden the outline is pressed, among what lies on it.
  ...points.flatMap((hit): [string, HitKind][] => (hit === "garden" ? [] : [[`hit-${hit}`, hit]])),
  ["hit-device-past", "device"],
  ["hit-tree", "tree"],
  ["hit-crown", "crown"],
  ["hit-place", "place"],
  ["hit-cell", "cell"],
  ["hit-shape", "shape"],
  ["hit-garden-dot", "garden"],
  ["hit-garden", "garden"],
  ["hit-district", "district"],
  ["hit-region", "region"],
]);

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

export const hitLayers = [...kindOfLayer.keys()];

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
  const kind = kindOfLayer.get(feature.layer.id) ?? "region";
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

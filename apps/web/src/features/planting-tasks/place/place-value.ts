/** Where the trees of a report's row stand, as its form holds it. */
import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import type { ReportPlace } from "@nihol/contract/values/planting/report-place";

export type PlaceValue = {
  position: PlantTreeReport["position"];
  place: ReportPlace | null;
};
export const placeKinds = ["Point", "LineString", "Polygon"] as const;
export type PlaceKind = (typeof placeKinds)[number];

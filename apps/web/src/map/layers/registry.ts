/** Layers of records that stand as points, in the order in which they are drawn. A new one is its folder and a line here. */
import type { MapPointLayer, PointKind, PointsAsk, ReadyPoints } from "../points/point-layer.tsx";
import { cases } from "./cases/cases.tsx";
import { devices } from "./devices/devices.tsx";
import { gardens } from "./gardens/gardens.tsx";
import { tasks } from "./tasks/tasks.tsx";

export const pointLayers: readonly MapPointLayer[] = [gardens, devices, cases, tasks];

/** Records of every layer that is wanted, as soon as they are there. */
export function usePointLayers(askOf: (kind: PointKind) => PointsAsk): ReadyPoints[] {
  // biome-ignore lint/correctness/useHookAtTopLevel: the list never changes
  return pointLayers.flatMap((layer) => layer.usePoints(askOf(layer.kind)) ?? []);
}

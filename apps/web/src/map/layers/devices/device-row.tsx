import type { DevicePoints } from "@nihol/contract/sensors/devices";
import { Layer } from "@vis.gl/react-maplibre";
import { colors } from "../../data/map-style.ts";
import type { PastSteps } from "./past-data.ts";

/** Device of the map; while the past is shown, with what it was in each step where it sent something. */
export type DeviceRow = DevicePoints["points"][number] & { past?: PastSteps | undefined };

/** A ring around devices that are chosen. */
export function ChosenRing({ id, source }: { id: string; source: string }) {
  return (
    <Layer
      id={id}
      source={source}
      type="circle"
      filter={["get", "chosen"]}
      paint={{
        "circle-radius": 16,
        "circle-color": colors.halo,
        "circle-opacity": 0.85,
        "circle-stroke-color": "#2f7d4f",
        "circle-stroke-width": 3,
      }}
    />
  );
}

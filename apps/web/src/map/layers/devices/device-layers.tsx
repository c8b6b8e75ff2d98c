import { deviceTypes } from "@nihol/contract/values/devices";
import { Layer, Source } from "@vis.gl/react-maplibre";
import type { ExpressionSpecification } from "maplibre-gl";
import { useMemo } from "react";
import { featureCollection } from "../../data/feature-collection.ts";
import { ClusterLayer, clustered, isSingle, plateLabel } from "../../points/cluster-layer.tsx";
import { SignNameLayer } from "../../points/name-layer.tsx";
import type { LayerProps } from "../../points/point-layer.tsx";
import { deviceIconName } from "./device-icons.ts";
import { ChosenRing, type DeviceRow } from "./device-row.tsx";
import { PastLayers } from "./past-layers.tsx";

type Props = LayerProps<DeviceRow>;

const none: readonly number[] = [];

/** The symbols of the types that stand in a cluster, whose properties are those of `clusterProperties`. */
const iconsOf = (sum: number) =>
  deviceTypes.filter((_, n) => sum & (2 ** n)).map((type) => deviceIconName(type, "good"));
const label: ExpressionSpecification = [
  "match",
  ["+", ["get", "air"], ["get", "soil"], ["get", "water"]],
  ...[1, 2, 3, 4, 5, 6].flatMap(
    (sum) => [sum, plateLabel(iconsOf(sum))] as [number, ExpressionSpecification],
  ),
  plateLabel(iconsOf(7)),
] as unknown as ExpressionSpecification;

/** Monitoring devices: as they are now, or were in a step of the past that is shown. */
export function DeviceLayers({ step, ...props }: Props) {
  if (step === undefined) return <DevicesNow {...props} />;
  return <PastLayers {...props} step={step} parameter={props.choice.past?.by} />;
}

/** Air a circle, soil a square, water a drop; full while they send. */
function DevicesNow({ rows, choice, clusterOffset }: Omit<Props, "step">) {
  const { chosen = none } = choice;
  const data = useMemo(
    () =>
      featureCollection(
        rows,
        (one) => ({ type: "Point", coordinates: [one.longitude, one.latitude] }),
        (one) => ({
          id: one.id,
          name: one.name,
          air: one.type === "air" ? 1 : 0,
          soil: one.type === "soil" ? 2 : 0,
          water: one.type === "water" ? 4 : 0,
          icon: deviceIconName(one.type, one.condition),
          chosen: chosen.includes(one.id),
        }),
      ),
    [rows, chosen],
  );
  return (
    <Source
      id="devices"
      type="geojson"
      data={data}
      {...clustered}
      clusterProperties={{
        chosen: ["any", ["get", "chosen"]],
        air: ["max", ["get", "air"]],
        soil: ["max", ["get", "soil"]],
        water: ["max", ["get", "water"]],
      }}
    >
      <ChosenRing id="device-chosen" source="devices" />
      <Layer
        id="hit-device"
        type="symbol"
        filter={isSingle}
        layout={{
          "icon-image": ["get", "icon"],
          "icon-allow-overlap": true,
          // From afar they would hide the country that they stand in.
          "icon-size": ["interpolate", ["linear"], ["zoom"], 2, 0.4, 6, 1],
        }}
      />
      <SignNameLayer id="device-name" source="devices" text={["get", "name"]} />
      <ClusterLayer kind="device" offset={clusterOffset} source="devices" label={label} />
    </Source>
  );
}

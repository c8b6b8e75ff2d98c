import type { Parameter } from "@nihol/contract/values/sensors/sensor-guidance";
import { Layer, Source } from "@vis.gl/react-maplibre";
import type { ExpressionSpecification } from "maplibre-gl";
import { useMemo } from "react";
import { useParameters } from "../../../lib/sensors/parameters.ts";
import { featureCollection } from "../../data/feature-collection.ts";
import { SignNameLayer } from "../../points/name-layer.tsx";
import type { LayerProps } from "../../points/point-layer.tsx";
import { ChosenRing, type DeviceRow } from "./device-row.tsx";
import { byWeight } from "./past-icons.ts";

type Props = Pick<LayerProps<DeviceRow>, "rows" | "choice"> & {
  step: number;
  parameter: Parameter | undefined;
};

/** Devices as they were in one step. Each stands by itself: a plate of several has no one colour. */
export function PastLayers({ rows, choice: { chosen = none }, step, parameter }: Props) {
  const parameters = useParameters();
  const data = useMemo(() => {
    const textOf = (value: number) =>
      parameter === undefined
        ? ""
        : `${parameters.number(parameter, value)} ${parameters.unitAfter(parameter)}`.trim();
    return featureCollection(
      rows,
      (one) => ({ type: "Point", coordinates: [one.longitude, one.latitude] }),
      ({ id, name, type, past }) => ({
        ...{ id, name, type, chosen: chosen.includes(id), states: past?.letters ?? "" },
        ...Object.fromEntries(
          (past?.values ?? []).flatMap((value, n) =>
            value === null ? [] : [[textKey(n), `${name} ${textOf(value)}`]],
          ),
        ),
      }),
    );
  }, [rows, chosen, parameter, parameters]);
  return (
    <Source id="devices-past" type="geojson" data={data}>
      <ChosenRing id="device-past-chosen" source="devices-past" />
      <Layer
        id="hit-device-past"
        type="symbol"
        layout={{
          "icon-image": ["concat", "past-", ["get", "type"], "-", letterAt(step)],
          "icon-allow-overlap": true,
          "symbol-sort-key": ["index-of", letterAt(step), byWeight],
          "icon-size": ["interpolate", ["linear"], ["zoom"], 2, 0.4, 6, 0.8, 9, 1],
        }}
      />
      <SignNameLayer
        id="device-past-name"
        source="devices-past"
        text={["coalesce", ["get", textKey(step)], ["get", "name"]]}
      />
    </Source>
  );
}

const none: readonly number[] = [];
const textKey = (step: number) => `text${step}`;

/** The letter of a step; that of no reading for a device that sent nothing. */
const letterAt = (step: number): ExpressionSpecification => [
  "case",
  [">", ["length", ["get", "states"]], step],
  ["slice", ["get", "states"], step, step + 1],
  "-",
];

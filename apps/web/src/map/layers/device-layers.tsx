import type { Device } from "@nihol/contract/sensors/devices";
import { deviceStates, deviceTypes } from "@nihol/contract/values/devices";
import { Layer, Source, useMap } from "@vis.gl/react-maplibre";
import { useEffect, useMemo } from "react";
import { featureCollection } from "../data/feature-collection.ts";
import { colors, mapFont } from "../data/map-style.ts";
import { deviceIcon, deviceIconName } from "./device-icons.ts";

type Props = {
  devices: readonly Device[];
  /** Ids of devices with a ring around them. */
  chosen?: readonly number[] | undefined;
};

const none: readonly number[] = [];

/** Monitoring devices: air a circle, soil a square, water a drop; full while they send. */
export function DeviceLayers({ devices, chosen = none }: Props) {
  const map = useMap().current;
  const data = useMemo(
    () =>
      featureCollection(
        devices,
        (one) => ({ type: "Point", coordinates: [one.longitude, one.latitude] }),
        (one) => ({
          id: one.id,
          name: one.name,
          type: one.type,
          icon: deviceIconName(one.type, one.state),
          chosen: chosen.includes(one.id),
        }),
      ),
    [devices, chosen],
  );
  useEffect(() => {
    for (const type of deviceTypes)
      for (const state of deviceStates) {
        const name = deviceIconName(type, state);
        const icon = deviceIcon(type, state);
        if (map && icon && !map.hasImage(name)) map.addImage(name, icon, { pixelRatio: 2 });
      }
  }, [map]);
  return (
    <Source id="devices" type="geojson" data={data}>
      <Layer
        id="device-chosen"
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
      <Layer
        id="hit-device"
        type="symbol"
        layout={{
          "icon-image": ["get", "icon"],
          "icon-allow-overlap": true,
          // From afar they would hide the country that they stand in.
          "icon-size": ["interpolate", ["linear"], ["zoom"], 2, 0.4, 6, 1],
          "text-field": ["step", ["zoom"], "", 12, ["get", "name"]],
          "text-font": mapFont,
          "text-size": 11,
          "text-anchor": "top",
          "text-offset": [0, 1],
          "text-optional": true,
        }}
        paint={{
          "text-color": colors.label,
          "text-halo-color": colors.halo,
          "text-halo-width": 1.5,
        }}
      />
    </Source>
  );
}

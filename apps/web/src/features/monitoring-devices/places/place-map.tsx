import type { Device } from "@nihol/contract/sensors/devices";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { boundsAround } from "../../../map/data/map-view-state.ts";
import { useOwnView } from "../../../map/data/own-view.ts";
import { LazyMap } from "../../../map/lazy-map.tsx";
import { useFormerPlaces } from "./former-places.tsx";

/** About two hundred metres each way. */
const margin = 0.002;
/** Degrees: a former place is drawn as a ring of some metres. */
const ringRadius = 0.00008;
const corners = 12;

function ringAround({ latitude, longitude }: { latitude: number; longitude: number }) {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const ring = Array.from({ length: corners + 1 }, (_, n) => {
    const turn = ((n % corners) / corners) * 2 * Math.PI;
    return [
      longitude + (ringRadius / shrink) * Math.cos(turn),
      latitude + ringRadius * Math.sin(turn),
    ];
  });
  return { type: "Polygon" as const, coordinates: [ring] };
}

/** The device on the map, and a ring at each place where it stood before. */
export function PlaceMap({ device }: { device: Device }) {
  const { t } = useTranslation("devices");
  const view = useOwnView({ layers: "devices,gardens" });
  const { data } = useFormerPlaces(device.id);
  const former = data?.results;
  const shapes = useMemo(
    () => former?.map((one) => ({ id: one.id, geometry: ringAround(one) })) ?? [],
    [former],
  );
  const bounds = useMemo(() => boundsAround([device, ...(former ?? [])], margin), [device, former]);
  return (
    <div className="h-56 overflow-hidden rounded-lg border border-line">
      <LazyMap
        label={t("map_of", { name: device.name })}
        {...view}
        bounds={bounds}
        of={{ shapes, devices: { chosen: [device.id], onPress: () => undefined } }}
        panel="none"
      />
    </div>
  );
}

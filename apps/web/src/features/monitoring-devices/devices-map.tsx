import type { Device } from "@nihol/contract/sensors/devices";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { boundsAround } from "../../map/data/map-view-state.ts";
import { useOwnView } from "../../map/data/own-view.ts";
import { LazyMap } from "../../map/lazy-map.tsx";

type Props = {
  /** The rows of the list, to which the map's view is fitted. */
  rows: readonly Device[];
  area: { region?: number | undefined; district?: number | undefined };
  onOpen: (id: string) => void;
};

/** Half a kilometre about a single device. */
const margin = 0.005;

/** Where the devices of the list stand; one that is pressed is opened beside it. */
export function DevicesMap({ rows, area, onOpen }: Props) {
  const { t } = useTranslation("devices");
  const view = useOwnView({ layers: "devices,gardens" });
  const bounds = useMemo(() => boundsAround(rows, margin), [rows]);
  return (
    <LazyMap
      label={t("map_label")}
      {...view}
      bounds={bounds}
      of={{ area, devices: { chosen: none, onPress: (id) => onOpen(String(id)) } }}
    />
  );
}

const none: readonly number[] = [];

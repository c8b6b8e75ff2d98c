import type { Device } from "@nihol/contract/sensors/devices";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MapSearch } from "../../map/data/map-search.ts";
import type { Bounds } from "../../map/data/map-view-state.ts";
import { LazyMap } from "../../map/lazy-map.tsx";

type Props = {
  /** The rows of the list, to which the map's view is fitted. */
  rows: readonly Device[];
  area: { region?: number | undefined; district?: number | undefined };
  onOpen: (id: string) => void;
};

/** Half a kilometre about a single device. */
const margin = 0.005;

function boundsOf(rows: readonly Device[]): Bounds | null {
  if (rows.length === 0) return null;
  const longitudes = rows.map(({ longitude }) => longitude);
  const latitudes = rows.map(({ latitude }) => latitude);
  return [
    Math.min(...longitudes) - margin,
    Math.min(...latitudes) - margin,
    Math.max(...longitudes) + margin,
    Math.max(...latitudes) + margin,
  ];
}

/** Where the devices of the list stand; one that is pressed is opened beside it. */
export function DevicesMap({ rows, area, onOpen }: Props) {
  const { t } = useTranslation("devices");
  const [search, setSearch] = useState<MapSearch>({ layers: "devices,gardens" });
  const bounds = useMemo(() => boundsOf(rows), [rows]);
  return (
    <LazyMap
      label={t("map_label")}
      search={search}
      onSearch={(next) => setSearch((before) => ({ ...before, ...next }))}
      bounds={bounds}
      area={area}
      devices={{ chosen: none, onPress: (id) => onOpen(String(id)) }}
    />
  );
}

const none: readonly number[] = [];

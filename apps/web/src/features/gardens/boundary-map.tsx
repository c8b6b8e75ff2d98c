import type { MultiPolygon } from "@nihol/contract/geometry";
import type { MultiPolygon as Shape } from "@nihol/geo/geometry";
import { geodesicAreaM2 } from "@nihol/geo/polygon";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/format.ts";
import { DrawTool } from "../../map/draw-tool.tsx";
import LiveMap from "../../map/live-map.tsx";
import type { MapSearch } from "../../map/map-search.ts";
import type { Bounds } from "../../map/map-view-state.ts";

type Props = {
  value: MultiPolygon | null;
  onChange: (shape: MultiPolygon | null) => void;
  bounds: Bounds | null;
  /** Whose boundary it is, when it has been saved before. */
  garden: number | undefined;
};

/** The map on which a boundary is drawn, with the area as it grows. Loaded lazily: it holds MapLibre. */
export default function BoundaryMap({ value, onChange, bounds, garden }: Props) {
  const { t } = useTranslation(["gardens", "app"]);
  const format = useFormat();
  const [search, setSearch] = useState<MapSearch>({ layers: "gardens,image" });
  const area = useMemo(() => (value ? geodesicAreaM2(value as Shape) : null), [value]);
  return (
    <LiveMap
      label={t("boundary_map")}
      search={search}
      onSearch={(next) => setSearch((before) => ({ ...before, ...next }))}
      bounds={bounds}
      drawing={{ garden }}
      overlay={
        <output className="numeric absolute top-15 left-2.5 z-10 rounded bg-raised/90 px-2 py-1 text-sm font-medium">
          {area === null ? t("boundary_none") : `${format.hectares(area)} ${t("app:hectares")}`}
        </output>
      }
    >
      <DrawTool value={value} onChange={onChange} />
    </LiveMap>
  );
}

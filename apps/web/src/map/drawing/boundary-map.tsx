import type { MultiPolygon } from "@nihol/contract/values/geometry";
import { geodesicAreaM2 } from "@nihol/geo/polygon";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import type { Bounds } from "../data/map-view-state.ts";
import { useOwnView } from "../data/own-view.ts";
import LiveMap from "../live-map.tsx";
import type { Chosen } from "../map-content.ts";
import { DrawTool } from "./draw-tool.tsx";

type Props = {
  value: MultiPolygon | null;
  onChange: (shape: MultiPolygon | null) => void;
  bounds: Bounds | null;
  /** Record that the boundary belongs to, when it has been saved before: its old outline is left out. */
  own: Chosen | undefined;
  /** True where its corners can be moved here. */
  isEditable: boolean;
  /** An outline around what is drawn. */
  frame: MultiPolygon | undefined;
};

/** The map on which a boundary is drawn, with the area as it grows. Loaded lazily: it holds MapLibre. */
export default function BoundaryMap({ value, onChange, bounds, own, isEditable, frame }: Props) {
  const { t } = useTranslation(["boundary", "app"]);
  const format = useFormat();
  const view = useOwnView({ layers: "gardens,image" });
  const area = useMemo(() => (value ? geodesicAreaM2(value) : null), [value]);
  const shapes = useMemo(() => {
    const framed = frame ? [{ id: 1, geometry: frame }] : [];
    return value && !isEditable ? [...framed, { id: 0, geometry: value, chosen: true }] : framed;
  }, [value, isEditable, frame]);
  return (
    <LiveMap
      label={t("map_label")}
      {...view}
      bounds={bounds}
      of={{ drawing: { own }, shapes }}
      overlay={
        <output className="numeric absolute top-15 inset-s-2.5 z-10 rounded bg-raised/90 px-2 py-1 text-sm font-medium">
          {area === null ? t("none") : `${format.hectares(area)} ${t("app:hectares")}`}
        </output>
      }
    >
      {isEditable && <DrawTool value={value} onChange={onChange} />}
    </LiveMap>
  );
}

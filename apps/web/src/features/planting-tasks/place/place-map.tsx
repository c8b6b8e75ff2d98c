import type { MultiPolygon } from "@nihol/contract/values/geometry";
import type { ReportPlace } from "@nihol/contract/values/planting/report-place";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Bounds } from "../../../map/data/map-view-state.ts";
import { useOwnView } from "../../../map/data/own-view.ts";
import { DrawTool } from "../../../map/drawing/draw-tool.tsx";
import { PinTool } from "../../../map/drawing/pin-tool.tsx";
import LiveMap from "../../../map/live-map.tsx";
import { LineTool } from "./line-tool.tsx";
import type { PlaceKind, PlaceValue } from "./place-value.ts";

type Position = NonNullable<PlaceValue["position"]>;
type Props = {
  kind: PlaceKind;
  value: PlaceValue;
  bounds: Bounds | null;
  onPin: (position: Position) => void;
  onPlace: (place: ReportPlace | null) => void;
};

/** A hand's width on the ground: seven decimals would claim a centimetre. */
const rounded = (degrees: number) => Number(degrees.toFixed(6));
const isWritten = (position: Position | null): position is Position =>
  position !== null && Number.isFinite(position.latitude) && Number.isFinite(position.longitude);

/** The map on which the place of a report's row is corrected. Loaded lazily: it holds MapLibre. */
export default function PlaceMap({ kind, value, bounds, onPin, onPlace }: Props) {
  const { t } = useTranslation("planting");
  const view = useOwnView({ layers: "gardens,image" });
  const { position, place } = value;
  return (
    <LiveMap label={t("place_map")} {...view} bounds={bounds} of={{ drawing: {} }}>
      {kind === "Point" && (
        <PinTool
          value={isWritten(position) ? position : null}
          onChange={({ latitude, longitude }) =>
            onPin({ latitude: rounded(latitude), longitude: rounded(longitude) })
          }
          texts={{ pin: t("place_pin"), place: t("place_pin_center") }}
        />
      )}
      {kind === "LineString" && (
        <LineTool
          start={place?.type === "LineString" ? place.coordinates : []}
          onChange={(line) =>
            onPlace(line.length > 1 ? { type: "LineString", coordinates: line } : null)
          }
        />
      )}
      {kind === "Polygon" && (
        <AreaTool start={place?.type === "Polygon" ? place.coordinates : null} onPlace={onPlace} />
      )}
    </LiveMap>
  );
}

type AreaProps = {
  start: [number, number][][] | null;
  onPlace: (place: ReportPlace | null) => void;
};

/** Draws one outline: a second one takes the place of the first. */
function AreaTool({ start, onPlace }: AreaProps) {
  const [drawn, setDrawn] = useState<MultiPolygon | null>(
    () => start && { type: "MultiPolygon", coordinates: [start] },
  );
  function handleShape(shape: MultiPolygon | null) {
    const outlines = shape?.coordinates ?? [];
    const last = outlines.at(-1);
    setDrawn(last && outlines.length > 1 ? { type: "MultiPolygon", coordinates: [last] } : shape);
    const ring = last?.[0]?.map(([lon, lat]): [number, number] => [lon, lat]);
    onPlace(ring ? { type: "Polygon", coordinates: [ring] } : null);
  }
  return <DrawTool value={drawn} onChange={handleShape} />;
}

import type { Point } from "@nihol/contract/violations/violations";
import { Marker, useMap } from "@vis.gl/react-maplibre";
import type { MapMouseEvent } from "maplibre-gl";
import { useEffect, useRef } from "react";
import type { Bounds } from "../../map/data/map-view-state.ts";
import { useOwnView } from "../../map/data/own-view.ts";
import LiveMap from "../../map/live-map.tsx";

type Props = {
  label: string;
  point: Point | null;
  bounds: Bounds | null;
  /** Pressing the map or dragging the mark sets the point; without it the map only shows. */
  onPoint?: (point: Point) => void;
};

// A hand's width on the ground: seven decimals would claim a centimetre.
const rounded = (value: number) => Number(value.toFixed(6));

/** Where it was seen, among borders, gardens and images. Loaded lazily: it holds MapLibre. */
export default function PlaceMap({ label, point, bounds, onPoint }: Props) {
  const view = useOwnView({ layers: "gardens,image" });
  return (
    <LiveMap label={label} {...view} bounds={bounds} of={onPoint ? { drawing: {} } : {}}>
      {onPoint && <Press onPoint={onPoint} />}
      {point && (
        <Marker
          longitude={point[0]}
          latitude={point[1]}
          anchor="bottom"
          draggable={Boolean(onPoint)}
          onDragEnd={({ lngLat }) => onPoint?.([rounded(lngLat.lng), rounded(lngLat.lat)])}
        >
          <Pin />
        </Marker>
      )}
    </LiveMap>
  );
}

/** Seen on land in both themes and on images: red with a white edge. */
function Pin() {
  return (
    <svg width="30" height="38" viewBox="0 0 30 38" aria-hidden className="block">
      <path
        d="M15 36.5C15 36.5 27.5 24 27.5 14.5a12.5 12.5 0 0 0-25 0C2.5 24 15 36.5 15 36.5Z"
        fill="#b2182b"
        stroke="#ffffff"
        strokeWidth="2.5"
      />
      <circle cx="15" cy="14.5" r="4.5" fill="#ffffff" />
    </svg>
  );
}

function Press({ onPoint }: { onPoint: (point: Point) => void }) {
  const map = useMap().current;
  const tell = useRef(onPoint);
  tell.current = onPoint;
  useEffect(() => {
    if (!map) return;
    const press = ({ lngLat }: MapMouseEvent) => {
      const { lng, lat } = lngLat.wrap();
      tell.current([rounded(lng), rounded(lat)]);
    };
    map.on("click", press);
    map.getCanvas().style.cursor = "crosshair";
    return () => void map.off("click", press);
  }, [map]);
  return null;
}

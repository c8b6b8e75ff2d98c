import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { MapSearch } from "../../map/data/map-search.ts";
import type { Bounds } from "../../map/data/map-view-state.ts";
import { PinTool } from "../../map/drawing/pin-tool.tsx";
import LiveMap from "../../map/live-map.tsx";
import { isPlace, type Position, rounded } from "./position.ts";

type Props = {
  value: Position;
  onChange: (position: { latitude: number; longitude: number }) => void;
  bounds: Bounds | null;
};

/** The map on which a place is picked. Loaded lazily: it holds MapLibre. */
export default function PositionMap({ value, onChange, bounds }: Props) {
  const { t } = useTranslation("devices");
  const [search, setSearch] = useState<MapSearch>({ layers: "gardens,image" });
  return (
    <LiveMap
      label={t("pick_map")}
      search={search}
      onSearch={(next) => setSearch((before) => ({ ...before, ...next }))}
      bounds={bounds}
      drawing={{}}
    >
      <PinTool
        value={isPlace(value) ? value : null}
        onChange={({ latitude, longitude }) =>
          onChange({ latitude: rounded(latitude), longitude: rounded(longitude) })
        }
        texts={{ pin: t("pin"), place: t("pin_center") }}
      />
    </LiveMap>
  );
}

import { useTranslation } from "react-i18next";
import type { Bounds } from "../../map/data/map-view-state.ts";
import { useOwnView } from "../../map/data/own-view.ts";
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
  const view = useOwnView({ layers: "gardens,image" });
  return (
    <LiveMap label={t("pick_map")} {...view} bounds={bounds} of={{ drawing: {} }}>
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

/** Monitoring devices: their layer of the map as a value. */
import { deviceConditions, deviceTypes } from "@nihol/contract/values/devices";
import { paths } from "@nihol/contract/values/paths";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { makeOf } from "../../../lib/device-make.ts";
import { recordQuery } from "../../../lib/list/use-list.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Asked, Card, CardLink } from "../../points/card.tsx";
import type { MapSymbol } from "../../points/cluster-layer.tsx";
import {
  type CardProps,
  type Points,
  type PointsAsk,
  pointLayer,
} from "../../points/point-layer.tsx";
import { deviceIcon, deviceIconName } from "./device-icons.ts";
import { DeviceKey } from "./device-key.tsx";
import { DeviceLayers } from "./device-layers.tsx";
import type { DeviceRow } from "./device-row.tsx";
import { PastSwitch } from "./past-bar.tsx";
import { pastSymbols } from "./past-icons.ts";
import { usePast } from "./use-past.tsx";

function useDevices(wish: PointsAsk): Points<DeviceRow> | undefined {
  const { wanted, area, choice } = wish;
  const { type } = choice;
  const query = { ...area, type };
  const { data } = useQuery({
    queryKey: [paths.device, "points", query],
    queryFn: ({ signal }) => ask("GET /device/points", { query, signal }),
    placeholderData: keepPreviousData,
    enabled: wanted,
  });
  const past = usePast(wish, data?.points);
  return (
    data && {
      ...{ rows: past?.rows ?? data.points, count: data.count, without: data.without_place },
      ...{ step: past?.step, controls: past?.controls },
    }
  );
}

function DeviceCard({ id, onReady }: CardProps) {
  const { t } = useTranslation(["map", "monitoring"]);
  const format = useFormat();
  const query = useQuery(recordQuery(paths.device, id));
  return (
    <Asked query={query} unknown={t("device_unknown")} onReady={onReady}>
      {(device) => (
        <Card title={<span lang="mul">{device.name}</span>}>
          <li>
            {`${t(`device_${device.type}`)} · ${t(`monitoring:condition_${device.condition}`)}`}
          </li>
          {(device.serial || makeOf(device)) && (
            <li lang="mul">{[makeOf(device), device.serial].filter(Boolean).join(" · ")}</li>
          )}
          {device.garden && <li>{format.name(device.garden.name)}</li>}
          <li className="numeric text-ink-3">
            {`${device.latitude.toFixed(5)}, ${device.longitude.toFixed(5)}`}
          </li>
          <li>
            <CardLink
              to={`/admin/${device.type}_monitoring`}
              search={{ device: String(device.id) }}
            >
              {t("open_readings")}
            </CardLink>
          </li>
        </Card>
      )}
    </Asked>
  );
}

export const devices = pointLayer<DeviceRow>({
  kind: "devices",
  hit: "device",
  right: "device.view",
  usePoints: useDevices,
  symbols: [
    ...deviceTypes.flatMap((type) =>
      deviceConditions.map(
        (condition): MapSymbol => [
          deviceIconName(type, condition),
          () => deviceIcon(type, condition),
        ],
      ),
    ),
    ...pastSymbols,
  ],
  Layer: DeviceLayers,
  Legend: DeviceKey,
  Card: DeviceCard,
  Options: PastSwitch,
  clusterOffset: 2.3,
  withoutPlace: "points_without_place",
});

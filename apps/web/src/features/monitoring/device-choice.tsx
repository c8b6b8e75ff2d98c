import type { Device } from "@nihol/contract/sensors/devices";
import type { DeviceType } from "@nihol/contract/values/devices";
import { List, Map as MapIcon } from "lucide-react";
import { type ComponentProps, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MapSearch } from "../../map/data/map-search.ts";
import { boundsAround } from "../../map/data/map-view-state.ts";
import { LazyMap } from "../../map/lazy-map.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { SelectBox } from "../../ui/form/select-field.tsx";
import { DeviceList } from "./device-list.tsx";
import { deviceOrders, type MonitoringSearch } from "./monitoring-search.ts";

/** Degrees about the devices, a kilometre. */
const margin = 0.01;

type Props = {
  type: DeviceType;
  search: MonitoringSearch;
  onChange: (next: MonitoringSearch) => void;
} & Omit<ComponentProps<typeof DeviceList>, "onChoose" | "onToggle">;

/** Chooses the devices that are shown: from a list or on the map. */
export function DeviceChoice({ type, search, onChange, ...list }: Props) {
  const { t } = useTranslation(["monitoring", "lists"]);
  const { chosen } = list;
  const ids = chosen.map((one) => one.id);

  function handleToggle(id: number) {
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
    // The last one stays: a chart of nothing says nothing. Nor does one device push out the lines of another.
    const isMore = next.length > ids.length;
    if (next.length > 0 && !(isMore && list.isFull)) onChange({ device: next.join(",") });
  }

  return (
    <>
      <div className="flex items-center justify-between gap-2 px-4 py-2.5">
        <h2 className="text-sm font-semibold">{t("devices_chosen", { n: chosen.length })}</h2>
        <Segmented
          label={t("choose_devices")}
          value={search.choose ?? "list"}
          onChange={(choose) => onChange({ choose: choose === "map" ? "map" : undefined })}
          options={[
            { value: "list", label: t("choose_list"), icon: <List /> },
            { value: "map", label: t("choose_map"), icon: <MapIcon /> },
          ]}
        />
      </div>
      {search.choose === "map" ? (
        <DeviceMap type={type} search={search} rows={list.rows} ids={ids} onPress={handleToggle} />
      ) : (
        <div className="min-h-0 grow overflow-y-auto border-t border-line">
          <div className="border-b border-line px-4 py-2">
            <SelectBox<string>
              aria-label={t("lists:order")}
              value={search.order ?? ""}
              onChange={(next) => onChange({ order: deviceOrders.find((order) => order === next) })}
              options={[
                { value: "", label: t("order_condition") },
                ...deviceOrders.map((order) => ({ value: order, label: t(`order_${order}`) })),
              ]}
            />
          </div>
          <DeviceList
            {...list}
            onChoose={(id) => onChange({ device: String(id) })}
            onToggle={handleToggle}
          />
        </div>
      )}
    </>
  );
}

type MapProps = {
  type: DeviceType;
  search: MonitoringSearch;
  rows: readonly Device[];
  ids: readonly number[];
  onPress: (id: number) => void;
};

/** The address belongs to the readings, so this map keeps its own place. */
function DeviceMap({ type, search, rows, ids, onPress }: MapProps) {
  const { t } = useTranslation("monitoring");
  const [place, setPlace] = useState<MapSearch>({ layers: "devices,gardens" });
  const first = useMemo(() => boundsAround(rows, margin), [rows]);
  const area = {
    region: search.region ? Number(search.region) : undefined,
    district: search.district ? Number(search.district) : undefined,
  };
  return (
    <div className="flex min-h-80 grow flex-col">
      <div className="min-h-0 grow">
        <LazyMap
          label={t("map_label")}
          search={place}
          onSearch={(next) => setPlace((before) => ({ ...before, ...next }))}
          bounds={first}
          of={{ area, devices: { type, chosen: ids, onPress } }}
          panel="none"
        />
      </div>
      <p className="px-4 py-2 text-xs text-ink-3">{t("map_hint")}</p>
    </div>
  );
}

import { deviceStates, deviceTypes } from "@nihol/contract/values/devices";
import { servicingFilters } from "@nihol/contract/values/sensors/servicing";
import { useTranslation } from "react-i18next";
import type { ListView } from "../../lib/list/use-list.ts";
import { ConditionFilter } from "../../parts/states/condition-filter.tsx";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../parts/territory/place-filters.tsx";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";
import { useEventChip } from "../../ui/table/date-filter.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";
import { useMakers } from "./fact-fields.tsx";
import { useDeviceGroups } from "./groups/use-device-groups.ts";
import { useBatteryLimit } from "./use-battery-limit.ts";

export type DeviceFilterValues = {
  type?: string;
  state?: string;
  condition?: string;
  region?: string;
  district?: string;
  garden?: string;
  group?: string;
  /** "true" alone. */
  weak_battery?: string;
  maker?: string;
  servicing?: string;
  /** Set by a report. */
  exceeded?: string;
  exceeded_from?: string;
  exceeded_to?: string;
  /** "true": a rule of quality waits for a decision. */
  to_check?: string;
};
type Props = { value: DeviceFilterValues; onChange: (next: DeviceFilterValues) => void };

const places: readonly PlaceKey[] = ["region", "district", "garden"];

/** Filters of devices: what they measure, whether they send, and where they stand. */
export function DeviceFilters({ value, onChange }: Props) {
  const { t } = useTranslation(["devices", "map", "monitoring"]);
  const { data } = useMakers();
  const groups = useDeviceGroups();
  const weak = useBatteryLimit();
  return (
    <FilterFold many>
      <ChoiceFilter
        label={t("type")}
        any={t("any_type")}
        value={value.type}
        onChange={(type) => onChange({ type })}
        options={deviceTypes.map((one) => ({ value: one, label: t(`map:device_${one}`) }))}
      />
      <ChoiceFilter
        label={t("state")}
        any={t("any_state")}
        value={value.state}
        onChange={(state) => onChange({ state })}
        options={deviceStates.map((one) => ({
          value: one,
          label: t(`monitoring:device_state_${one}`),
        }))}
      />
      <ConditionFilter value={value.condition} onChange={(condition) => onChange({ condition })} />
      <ChoiceFilter
        label={t("quality")}
        any={t("quality_any")}
        value={value.to_check}
        onChange={(to_check) => onChange({ to_check })}
        options={[
          { value: "true", label: t("quality_waiting") },
          { value: "false", label: t("quality_clear") },
        ]}
      />
      <ChoiceFilter
        label={t("battery")}
        any={t("battery_any")}
        value={value.weak_battery}
        onChange={(weak_battery) => onChange({ weak_battery })}
        options={[{ value: "true", label: weak }]}
      />
      {groups.length > 0 && (
        <ChoiceFilter
          label={t("group")}
          any={t("group_any")}
          value={value.group}
          onChange={(group) => onChange({ group })}
          options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <PlaceFilters of={places} value={value} onChange={onChange} />
      <ChoiceFilter
        label={t("servicing")}
        any={t("servicing_any")}
        value={value.servicing}
        onChange={(servicing) => onChange({ servicing })}
        options={servicingFilters.map((one) => ({ value: one, label: t(`servicing_is_${one}`) }))}
      />
      <ChoiceFilter
        label={t("maker")}
        any={t("any_maker")}
        value={value.maker}
        onChange={(maker) => onChange({ maker })}
        options={(data?.makers ?? []).map(({ maker }) => ({ value: maker, label: maker }))}
      />
    </FilterFold>
  );
}

/** The filters that are on. */
export function DeviceChips({ list }: { list: ListView<unknown> }) {
  const { t } = useTranslation(["devices", "map", "monitoring"]);
  const search = list.search as DeviceFilterValues;
  const groups = useDeviceGroups();
  const weak = useBatteryLimit();
  return (
    <FilterChips
      list={list}
      chips={[
        { keys: ["type"], label: t("type"), value: t(`map:device_${search.type}`) },
        {
          keys: ["condition"],
          label: t("monitoring:condition"),
          value: t(`monitoring:condition_${search.condition}`),
        },
        { keys: ["state"], label: t("state"), value: t(`monitoring:device_state_${search.state}`) },
        {
          keys: ["servicing"],
          label: t("servicing"),
          value: t(`servicing_is_${search.servicing}`),
        },
        { keys: ["weak_battery"], label: t("battery"), value: weak },
        {
          keys: ["group"],
          label: t("group"),
          value: groups.find(({ id }) => String(id) === search.group)?.name ?? "–",
        },
        { keys: ["maker"], label: t("maker"), value: search.maker },
        {
          keys: ["to_check"],
          label: t("quality"),
          value: t(search.to_check === "false" ? "quality_clear" : "quality_waiting"),
        },
        ...usePlaceChips(places, search),
        useEventChip(t("out_of_range"), "exceeded", {
          from: search.exceeded_from,
          to: search.exceeded_to,
        }),
      ]}
    />
  );
}

import { deviceStates, deviceTypes } from "@nihol/contract/devices";
import { paths } from "@nihol/contract/paths";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../lib/permissions.ts";
import type { useList } from "../../lib/use-list.ts";
import { FilterChips, ReferenceName } from "../../ui/filter-chips.tsx";
import { FilterFold } from "../../ui/filter-fold.tsx";
import { ReferenceFilter } from "../../ui/reference-box.tsx";
import { RegionFilter } from "../../ui/region-filter.tsx";
import { filterWidth, SelectBox } from "../../ui/select-field.tsx";

export type DeviceFilterValues = {
  type?: string;
  state?: string;
  region?: string;
  district?: string;
  garden?: string;
};
type Props = { value: DeviceFilterValues; onChange: (next: DeviceFilterValues) => void };

/** What it measures, whether it sends, and where it stands. */
export function DeviceFilters({ value, onChange }: Props) {
  const { t } = useTranslation(["devices", "map", "monitoring"]);
  const mayRegion = useHolds("region.view");
  const mayDistrict = useHolds("district.view");
  const types = deviceTypes.map((one) => ({ value: one as string, label: t(`map:device_${one}`) }));
  const states = deviceStates.map((one) => ({
    value: one as string,
    label: t(`monitoring:device_state_${one}`),
  }));
  return (
    <FilterFold>
      <SelectBox
        aria-label={t("type")}
        className={filterWidth}
        value={value.type ?? ""}
        onChange={(type) => onChange({ type: type || undefined })}
        options={[{ value: "", label: t("any_type") }, ...types]}
      />
      <SelectBox
        aria-label={t("state")}
        className={filterWidth}
        value={value.state ?? ""}
        onChange={(state) => onChange({ state: state || undefined })}
        options={[{ value: "", label: t("any_state") }, ...states]}
      />
      {mayRegion && (
        <RegionFilter
          value={value.region}
          onChange={(region) => onChange({ region, district: undefined })}
        />
      )}
      {mayDistrict && (
        <ReferenceFilter
          label={t("district")}
          any={t("any_district")}
          path={paths.district}
          filters={value.region ? { region: value.region } : undefined}
          value={value.district}
          onChange={(district) => onChange({ district })}
        />
      )}
    </FilterFold>
  );
}

/** The filters that are on; a district goes with its region. */
export function DeviceChips({ list }: { list: ReturnType<typeof useList> }) {
  const { t } = useTranslation(["devices", "map", "monitoring"]);
  const search = list.search as DeviceFilterValues;
  return (
    <FilterChips
      list={list}
      chips={[
        { keys: ["type"], label: t("type"), value: t(`map:device_${search.type}`) },
        { keys: ["state"], label: t("state"), value: t(`monitoring:device_state_${search.state}`) },
        {
          keys: ["region", "district"].slice(0, search.region ? 2 : 0),
          label: t("region"),
          value: <ReferenceName path={paths.region} id={search.region} />,
        },
        {
          keys: ["district"],
          label: t("district"),
          value: <ReferenceName path={paths.district} id={search.district} />,
        },
        {
          keys: ["garden"],
          label: t("garden"),
          value: <ReferenceName path={paths.garden} id={search.garden} />,
        },
      ]}
    />
  );
}

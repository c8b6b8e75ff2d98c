import { useTranslation } from "react-i18next";
import { ConditionFilter } from "../../parts/states/condition-filter.tsx";
import { type PlaceKey, PlaceFilters as Places } from "../../parts/territory/place-filters.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import type { MonitoringSearch } from "./monitoring-search.ts";

type Props = { search: MonitoringSearch; onChange: (next: MonitoringSearch) => void };

const places: readonly PlaceKey[] = ["region", "district", "garden"];

/** Filters the devices: by name, by what they ask for and by place. */
export function PlaceFilters({ search, onChange }: Props) {
  const { t } = useTranslation("monitoring");
  return (
    <>
      <SearchBox label={t("search_devices")} value={search.search} onChange={onChange} />
      <ConditionFilter
        value={search.condition}
        onChange={(condition) => onChange({ condition, device: undefined })}
      />
      <Places
        of={places}
        value={search}
        onChange={(next) => onChange({ ...next, device: undefined })}
      />
    </>
  );
}

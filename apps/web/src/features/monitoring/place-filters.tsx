import { paths } from "@nihol/contract/paths";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../lib/permissions.ts";
import { ReferenceFilter } from "../../ui/reference-box.tsx";
import { RegionFilter } from "../../ui/region-filter.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import type { MonitoringSearch } from "./monitoring-search.ts";

type Props = { search: MonitoringSearch; onChange: (next: MonitoringSearch) => void };

/** Which devices are offered: by name and by place, a narrower place within the wider one. */
export function PlaceFilters({ search, onChange }: Props) {
  const { t } = useTranslation("monitoring");
  const may = {
    region: useHolds("region.view"),
    district: useHolds("district.view"),
    garden: useHolds("garden.view"),
  };
  const { region, district, garden } = search;
  return (
    <>
      <SearchBox
        label={t("search_devices")}
        value={search.search}
        onChange={(word) => onChange({ search: word })}
      />
      {may.region && (
        <RegionFilter
          value={region}
          onChange={(next) =>
            onChange({ region: next, district: undefined, garden: undefined, device: undefined })
          }
        />
      )}
      {may.district && (
        <ReferenceFilter
          path={paths.district}
          label={t("district")}
          any={t("any_district")}
          filters={set({ region })}
          value={district}
          onChange={(next) => onChange({ district: next, garden: undefined, device: undefined })}
        />
      )}
      {may.garden && (
        <ReferenceFilter
          path={paths.garden}
          label={t("garden")}
          any={t("any_garden")}
          filters={set({ region, district })}
          value={garden}
          onChange={(next) => onChange({ garden: next, device: undefined })}
        />
      )}
    </>
  );
}

/** Only what is set: the wider places that a narrower one lies in. */
function set(filters: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([key, one]) => (one ? [[key, one]] : [])),
  );
}

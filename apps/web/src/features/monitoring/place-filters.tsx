import { paths } from "@nihol/contract/paths";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../lib/permissions.ts";
import { RegionFilter, useOptions } from "../../ui/region-filter.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { SelectBox } from "../../ui/select-field.tsx";
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
        <Place
          path={paths.district}
          label={t("district")}
          any={t("any_district")}
          within={{ region }}
          value={district}
          onChange={(next) => onChange({ district: next, garden: undefined, device: undefined })}
        />
      )}
      {may.garden && (
        <Place
          path={paths.garden}
          label={t("garden")}
          any={t("any_garden")}
          within={{ region, district }}
          value={garden}
          onChange={(next) => onChange({ garden: next, device: undefined })}
        />
      )}
    </>
  );
}

type PlaceProps = {
  path: string;
  label: string;
  any: string;
  within: Record<string, string | undefined>;
  value: string | undefined;
  onChange: (next: string | undefined) => void;
};

function Place({ path, label, any, within, value, onChange }: PlaceProps) {
  const filters = Object.fromEntries(
    Object.entries(within).flatMap(([key, one]) => (one ? [[key, one]] : [])),
  );
  return (
    <SelectBox
      aria-label={label}
      className="w-44! max-sm:w-auto! max-sm:flex-1"
      value={value ?? ""}
      onChange={(next) => onChange(next || undefined)}
      options={[{ value: "", label: any }, ...useOptions(path, filters)]}
    />
  );
}

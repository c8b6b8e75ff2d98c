import { paths } from "@nihol/contract/paths";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../lib/permissions.ts";
import { DateRangeFields } from "../../ui/date-range-fields.tsx";
import { FilterFold } from "../../ui/filter-fold.tsx";
import { ReferenceFilter } from "../../ui/reference-box.tsx";
import { RegionFilter } from "../../ui/region-filter.tsx";

export type ImageFilter = {
  garden?: string;
  region?: string;
  district?: string;
  from?: string;
  to?: string;
};
type Props = { search: ImageFilter; onChange: (next: ImageFilter) => void };

/** By place and by capture date; a narrower place is offered within the wider one. */
export function ImageFilters({ search, onChange }: Props) {
  const may = {
    region: useHolds("region.view"),
    district: useHolds("district.view"),
    garden: useHolds("garden.view"),
  };
  return (
    <FilterFold>
      {may.region && (
        <RegionFilter
          value={search.region}
          onChange={(region) => onChange({ region, district: undefined, garden: undefined })}
        />
      )}
      {may.district && <District search={search} onChange={onChange} />}
      {may.garden && <Garden search={search} onChange={onChange} />}
      <DateRangeFields inline value={{ from: search.from, to: search.to }} onChange={onChange} />
    </FilterFold>
  );
}

function District({ search, onChange }: Props) {
  const { t } = useTranslation("imagery");
  const within = search.region ? { region: search.region } : undefined;
  return (
    <ReferenceFilter
      label={t("area_district")}
      any={t("any_district")}
      path={paths.district}
      filters={within}
      value={search.district}
      onChange={(district) => onChange({ district, garden: undefined })}
    />
  );
}

function Garden({ search, onChange }: Props) {
  const { t } = useTranslation("imagery");
  const within: Record<string, string> = {};
  if (search.region) within.region = search.region;
  if (search.district) within.district = search.district;
  return (
    <ReferenceFilter
      label={t("area_garden")}
      any={t("any_garden")}
      path={paths.garden}
      filters={within}
      value={search.garden}
      onChange={(garden) => onChange({ garden })}
    />
  );
}

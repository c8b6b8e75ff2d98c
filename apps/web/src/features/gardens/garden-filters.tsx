import { paths } from "@nihol/contract/paths";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../lib/permissions.ts";
import type { useList } from "../../lib/use-list.ts";
import { FilterChips, ReferenceName } from "../../ui/filter-chips.tsx";
import { FilterFold } from "../../ui/filter-fold.tsx";
import { ReferenceFilter } from "../../ui/reference-box.tsx";
import { RegionFilter } from "../../ui/region-filter.tsx";

export type GardenFilterValues = { region?: string; district?: string; ministry?: string };
type Props = { value: GardenFilterValues; onChange: (next: GardenFilterValues) => void };

/** Region, district and whose gardens; each only for those who may see such a list. */
export function GardenFilters({ value, onChange }: Props) {
  const { t } = useTranslation("gardens");
  const mayRegion = useHolds("region.view");
  const mayDistrict = useHolds("district.view");
  const mayMinistry = useHolds("ministry.view");
  return (
    <FilterFold>
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
      {mayMinistry && (
        <ReferenceFilter
          label={t("ministry")}
          any={t("any_ministry")}
          path={paths.ministry}
          value={value.ministry}
          onChange={(ministry) => onChange({ ministry })}
        />
      )}
    </FilterFold>
  );
}

/** The filters that are on; a district goes with its region. */
export function GardenChips({ list }: { list: ReturnType<typeof useList> }) {
  const { t } = useTranslation("gardens");
  const search = list.search as GardenFilterValues;
  return (
    <FilterChips
      list={list}
      chips={[
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
          keys: ["ministry"],
          label: t("ministry"),
          value: <ReferenceName path={paths.ministry} id={search.ministry} />,
        },
      ]}
    />
  );
}

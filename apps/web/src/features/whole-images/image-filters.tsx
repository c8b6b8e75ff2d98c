import { useTranslation } from "react-i18next";
import type { useList } from "../../lib/use-list.ts";
import { DateFilter, useDateChip } from "../../ui/date-filter.tsx";
import { FilterChips } from "../../ui/filter-chips.tsx";
import { FilterFold } from "../../ui/filter-fold.tsx";
import { PlaceFilters, type PlaceKey, usePlaceChips } from "../../ui/place-filters.tsx";

export type ImageFilter = {
  garden?: string;
  region?: string;
  district?: string;
  from?: string;
  to?: string;
};
type Props = { search: ImageFilter; onChange: (next: ImageFilter) => void };

const places: readonly PlaceKey[] = ["region", "district", "garden"];

/** By place and by capture date. */
export function ImageFilters({ search, onChange }: Props) {
  return (
    <FilterFold>
      <PlaceFilters of={places} value={search} onChange={onChange} />
      <DateFilter value={search} onChange={onChange} />
    </FilterFold>
  );
}

/** The filters that are on. */
export function ImageChips({ list }: { list: ReturnType<typeof useList> }) {
  const { t } = useTranslation("imagery");
  const search = list.search as ImageFilter;
  const days = useDateChip(t("image_date"), search);
  return <FilterChips list={list} chips={[...usePlaceChips(places, search), days]} />;
}

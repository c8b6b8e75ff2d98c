import { useTranslation } from "react-i18next";
import type { ListView } from "../../lib/list/use-list.ts";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../parts/territory/place-filters.tsx";
import { DateFilter, useDateChip } from "../../ui/table/date-filter.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";

export type ImageFilter = {
  garden?: string;
  region?: string;
  district?: string;
  from?: string;
  to?: string;
  /** Set by a report: whose ground counts. */
  shows?: string;
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
export function ImageChips({ list }: { list: ListView<unknown> }) {
  const { t } = useTranslation("imagery");
  const search = list.search as ImageFilter;
  const days = useDateChip(t("image_date"), search);
  const shows = {
    keys: ["shows"],
    label: t("shows"),
    value: t(search.shows === "green" ? "shows_green" : "shows_ground"),
  };
  return <FilterChips list={list} chips={[...usePlaceChips(places, search), shows, days]} />;
}

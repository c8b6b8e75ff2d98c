import { useTranslation } from "react-i18next";
import type { ListView } from "../../lib/list/use-list.ts";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../parts/territory/place-filters.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
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
  /** "waiting": with fragments of which a second person has not said what they see. */
  opinion?: string;
};
type Props = { search: ImageFilter; onChange: (next: ImageFilter) => void };

const places: readonly PlaceKey[] = ["region", "district", "garden"];

/** By place, by capture date, and by what waits. */
export function ImageFilters({ search, onChange }: Props) {
  const { t } = useTranslation("imagery");
  return (
    <FilterFold many>
      <PlaceFilters of={places} value={search} onChange={onChange} />
      <DateFilter value={search} onChange={onChange} />
      <Checkbox
        checked={search.opinion === "waiting"}
        onChange={(on) => onChange({ opinion: on ? "waiting" : undefined })}
      >
        {t("opinion_waiting")}
      </Checkbox>
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
  const opinion = { keys: ["opinion"], label: t("review"), value: t("opinion_waiting") };
  return (
    <FilterChips list={list} chips={[...usePlaceChips(places, search), shows, days, opinion]} />
  );
}

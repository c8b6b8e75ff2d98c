import type { ListView } from "../../lib/list/use-list.ts";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../parts/territory/place-filters.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";

export type GardenFilterValues = { region?: string; district?: string; ministry?: string };
type Props = { value: GardenFilterValues; onChange: (next: GardenFilterValues) => void };

const places: readonly PlaceKey[] = ["region", "district", "ministry"];

/** Region, district and whose gardens. */
export function GardenFilters({ value, onChange }: Props) {
  return (
    <FilterFold>
      <PlaceFilters of={places} value={value} onChange={onChange} />
    </FilterFold>
  );
}

/** The filters that are on. */
export function GardenChips({ list }: { list: ListView<unknown> }) {
  const search = list.search as GardenFilterValues;
  return <FilterChips list={list} chips={usePlaceChips(places, search)} />;
}

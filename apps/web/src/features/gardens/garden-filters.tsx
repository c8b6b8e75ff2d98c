import type { useList } from "../../lib/use-list.ts";
import { FilterChips } from "../../ui/filter-chips.tsx";
import { FilterFold } from "../../ui/filter-fold.tsx";
import { PlaceFilters, type PlaceKey, usePlaceChips } from "../../ui/place-filters.tsx";

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
export function GardenChips({ list }: { list: ReturnType<typeof useList> }) {
  const search = list.search as GardenFilterValues;
  return <FilterChips list={list} chips={usePlaceChips(places, search)} />;
}

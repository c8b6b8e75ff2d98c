import { useTranslation } from "react-i18next";
import type { ListView } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../parts/territory/place-filters.tsx";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";
import { DateFilter, useDateChip } from "../../ui/table/date-filter.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";
import type { GardenFilterValues } from "./garden-filter-keys.ts";

type Props = { value: GardenFilterValues; onChange: (next: GardenFilterValues) => void };

const places: readonly PlaceKey[] = ["region", "district", "ministry"];
const survivals = ["50", "70", "85"] as const;

/** By place, whose gardens, and what became of their trees in which days. */
export function GardenFilters({ value, onChange }: Props) {
  const { t } = useTranslation("gardens");
  const seesTasks = useHolds("planttreetask.view");
  return (
    <FilterFold many>
      <PlaceFilters of={places} value={value} onChange={onChange} />
      <ChoiceFilter
        label={t("losses")}
        any={t("any_losses")}
        value={value.lost}
        onChange={(lost) => onChange({ lost })}
        options={[
          { value: "true", label: t("with_losses") },
          { value: "false", label: t("without_losses") },
        ]}
      />
      {seesTasks && (
        <ChoiceFilter
          label={t("survival_percent")}
          any={t("any_survival")}
          value={value.survival_below}
          onChange={(survival_below) => onChange({ survival_below })}
          options={survivals.map((n) => ({ value: n, label: t("survival_below", { n }) }))}
        />
      )}
      <DateFilter value={value} onChange={onChange} />
    </FilterFold>
  );
}

/** The filters that are on. */
export function GardenChips({ list }: { list: ListView<unknown> }) {
  const { t } = useTranslation("gardens");
  const search = list.search as GardenFilterValues;
  const lost = {
    keys: ["lost"],
    label: t("losses"),
    value: t(search.lost === "true" ? "with_losses" : "without_losses"),
  };
  const survival = {
    keys: ["survival_below"],
    label: t("survival_percent"),
    value: t("survival_below", { n: search.survival_below }),
  };
  const days = useDateChip(t("change_days"), search);
  const chips = [...usePlaceChips(places, search), lost, survival, days];
  return <FilterChips list={list} chips={chips} />;
}

import { paths } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import type { ListView } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../parts/territory/place-filters.tsx";
import { ReferenceFilter } from "../../ui/form/reference-box.tsx";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";
import { DateFilter, useDateChip } from "../../ui/table/date-filter.tsx";
import { FilterChips, ReferenceName } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";

export type TaskFilterValues = {
  status?: string;
  garden?: string;
  ministry?: string;
  region?: string;
  district?: string;
  tree_type?: string;
  from?: string;
  to?: string;
  warnings?: string;
};
type Props = { value: TaskFilterValues; onChange: (next: TaskFilterValues) => void };

const places: readonly PlaceKey[] = ["region", "district", "garden", "ministry"];

/** By place, organization, tree type and time; tree types only for those who may see them. */
export function TaskFilters({ value, onChange }: Props) {
  const { t } = useTranslation("planting");
  const mayType = useHolds("planttreetype.view");
  return (
    <FilterFold>
      <PlaceFilters of={places} value={value} onChange={onChange} />
      {mayType && (
        <ReferenceFilter
          label={t("tree_type")}
          any={t("any_type")}
          path={paths.plantTreeType}
          value={value.tree_type}
          onChange={(tree_type) => onChange({ tree_type })}
        />
      )}
      <ChoiceFilter
        label={t("warnings")}
        any={t("any_warnings")}
        value={value.warnings}
        onChange={(warnings) => onChange({ warnings })}
        options={[
          { value: "true", label: t("with_warnings") },
          { value: "false", label: t("without_warnings") },
        ]}
      />
      <DateFilter value={value} onChange={onChange} />
    </FilterFold>
  );
}

/** The filters that are on; the status has its own row. */
export function TaskChips({ list }: { list: ListView<unknown> }) {
  const { t } = useTranslation("planting");
  const search = list.search as TaskFilterValues;
  const type = {
    keys: ["tree_type"],
    label: t("tree_type"),
    value: <ReferenceName path={paths.plantTreeType} id={search.tree_type} />,
  };
  const warnings = {
    keys: ["warnings"],
    label: t("warnings"),
    value: t(search.warnings === "true" ? "with_warnings" : "without_warnings"),
  };
  const days = useDateChip(t("days"), search);
  return (
    <FilterChips list={list} chips={[...usePlaceChips(places, search), type, warnings, days]} />
  );
}

import { paths } from "@nihol/contract/values/paths";
import { verdicts } from "@nihol/contract/values/planting/verdicts";
import { useTranslation } from "react-i18next";
import type { ListView } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useContractors } from "../../parts/planting/use-contractors.ts";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../parts/territory/place-filters.tsx";
import { ReferenceFilter } from "../../ui/form/reference-box.tsx";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";
import { DateFilter, useDateChip, useEventChip } from "../../ui/table/date-filter.tsx";
import { FilterChips, ReferenceName } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";
import type { TaskFilterValues } from "./task/view-filters.ts";

type Props = { value: TaskFilterValues; onChange: (next: TaskFilterValues) => void };

const places: readonly PlaceKey[] = ["region", "district", "garden", "ministry"];

/** By place, organization, tree type and time; tree types only for those who may see them. */
export function TaskFilters({ value, onChange }: Props) {
  const { t } = useTranslation(["planting", "tasks", "verdicts"]);
  const mayType = useHolds("planttreetype.view");
  const contractors = useContractors() ?? [];
  return (
    <FilterFold many>
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
      {contractors.length > 0 && (
        <ChoiceFilter
          label={t("tasks:contractor")}
          any={t("tasks:any_contractor")}
          value={value.contractor}
          onChange={(contractor) => onChange({ contractor })}
          options={contractors}
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
      <ChoiceFilter
        label={t("verdicts:verdict")}
        any={t("verdicts:any_verdict")}
        value={value.verdict}
        onChange={(verdict) => onChange({ verdict })}
        options={verdicts.map((one) => ({ value: one, label: t(`verdicts:verdict_${one}`) }))}
      />
      <ChoiceFilter
        label={t("survival_percent")}
        any={t("any_survival")}
        value={value.visited}
        onChange={(visited) => onChange({ visited, visit_from: undefined, visit_to: undefined })}
        options={[
          { value: "true", label: t("visits_made") },
          { value: "false", label: t("visits_missing") },
        ]}
      />
      <DateFilter value={value} onChange={onChange} />
    </FilterFold>
  );
}

const visitKeys: Record<string, string> = { true: "visits_made", false: "visits_missing" };

/** The filters that are on; the status has its own row. */
export function TaskChips({ list }: { list: ListView<unknown> }) {
  const { t } = useTranslation(["planting", "tasks", "verdicts", "app"]);
  const search = list.search as TaskFilterValues;
  const type = {
    keys: ["tree_type"],
    label: t("tree_type"),
    value: <ReferenceName path={paths.plantTreeType} id={search.tree_type} />,
  };
  const contractors = useContractors() ?? [];
  const contractor = {
    keys: ["contractor"],
    label: t("tasks:contractor"),
    value: contractors.find(({ value }) => value === search.contractor)?.label ?? search.contractor,
  };
  const warnings = {
    keys: ["warnings"],
    label: t("warnings"),
    value: t(search.warnings === "true" ? "with_warnings" : "without_warnings"),
  };
  const verdict = {
    keys: ["verdict"],
    label: t("verdicts:verdict"),
    value: t(`verdicts:verdict_${search.verdict}`),
  };
  const decided = {
    keys: ["decided"],
    label: t("verified"),
    value: t(`verdicts:verdict_${search.decided}`),
  };
  const days = useDateChip(t("days"), search);
  const due = {
    ...useDateChip(t("tasks:due_days"), { from: search.due_from, to: search.due_to }),
    keys: ["due_from", "due_to"],
  };
  const visits = useEventChip(
    t(visitKeys[search.visited ?? ""] ?? "visits_asked"),
    "visit",
    { from: search.visit_from, to: search.visit_to },
    ["visited"],
  );
  const replanting = {
    keys: ["replanting"],
    label: t("tasks:replanting"),
    value: t(search.replanting === "true" ? "tasks:replanting_only" : "tasks:replanting_without"),
  };
  const counted = {
    keys: ["counted"],
    label: t("counted"),
    value: t(search.counted === "true" ? "app:yes" : "app:no"),
  };
  const contradicted = {
    keys: ["contradicted"],
    label: t("contradicted_report"),
    value: t(search.contradicted === "true" ? "app:yes" : "app:no"),
  };
  const own = [
    ...[contractor, type, warnings, verdict, decided, contradicted, counted, replanting],
    ...[days, due, visits],
  ];
  const chips = [...usePlaceChips(places, search), ...own];
  return <FilterChips list={list} chips={chips} />;
}

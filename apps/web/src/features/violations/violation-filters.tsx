import { paths } from "@nihol/contract/values/paths";
import {
  openViolationStates,
  violationKinds,
  violationSources,
  violationStates,
} from "@nihol/contract/values/violations";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import type { ListSearch } from "../../lib/list/list-search.ts";
import type { ListView } from "../../lib/list/use-list.ts";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../parts/territory/place-filters.tsx";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";
import { CountFilter } from "../../ui/table/count-filter.tsx";
import { DateFilter, useDateChip, useEventChip } from "../../ui/table/date-filter.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";

export type ViolationSearch = ListSearch & {
  state?: string;
  kind?: string;
  region?: string;
  district?: string;
  garden?: string;
  ministry?: string;
  source?: string;
  overdue?: string;
  mine?: string;
  /** Set by the register: those that name no organization. */
  unassigned?: string;
  from?: string;
  to?: string;
  /** Set by a report. */
  settled?: string;
  settled_from?: string;
  settled_to?: string;
};
type Props = { search: ViolationSearch; onChange: (next: ViolationSearch) => void };

const places: readonly PlaceKey[] = ["region", "district", "garden", "ministry"];

/** The states and what is overdue, with how many are in each under the other filters; pressing one shows only those. */
export function StateFilter({ search, onChange }: Props) {
  const { t } = useTranslation("violations");
  const {
    open: _opened,
    page: _page,
    page_size: _size,
    ordering: _order,
    state,
    overdue,
    ...filters
  } = search;
  const { data } = useQuery({
    queryKey: [paths.violation, "count", filters],
    queryFn: ({ signal }) =>
      ask("GET /violation/count", { query: filters as Record<string, string>, signal }),
    placeholderData: keepPreviousData,
  });
  const late = { value: "overdue", label: t("overdue"), count: data?.overdue, isUrgent: true };
  const open = {
    value: "open",
    label: t("state_open"),
    count: data && openViolationStates.reduce((sum, one) => sum + (data.states[one] ?? 0), 0),
  };
  const states = violationStates.map((one) => ({
    value: one,
    label: t(`state_${one}`),
    count: data?.states[one],
  }));
  return (
    <CountFilter
      label={t("state")}
      all={data?.count}
      options={[open, late, ...states]}
      value={overdue ? "overdue" : state}
      onChange={(next) =>
        onChange(
          next === "overdue"
            ? { state: undefined, overdue: "1" }
            : { state: next, overdue: undefined },
        )
      }
    />
  );
}

/** Kind, place, what it was opened from, whose it is, and days. */
export function ViolationFilters({ search, onChange }: Props) {
  const { t } = useTranslation("violations");
  return (
    <FilterFold many>
      <ChoiceFilter
        label={t("kind")}
        any={t("any_kind")}
        value={search.kind}
        onChange={(kind) => onChange({ kind })}
        options={violationKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
      />
      <PlaceFilters of={places} value={search} onChange={onChange} />
      <ChoiceFilter
        label={t("source")}
        any={t("any_source")}
        value={search.source}
        onChange={(source) => onChange({ source })}
        options={violationSources.map((one) => ({ value: one, label: t(`source_${one}`) }))}
      />
      <ChoiceFilter
        label={t("responsible")}
        any={t("mine_any")}
        value={search.mine}
        onChange={(mine) => onChange({ mine })}
        options={[{ value: "1", label: t("mine_only") }]}
      />
      <DateFilter value={search} onChange={onChange} />
    </FilterFold>
  );
}

/** The filters that are on, beside the state, which is in sight. */
export function ViolationChips({ list }: { list: ListView<unknown> }) {
  const { t } = useTranslation("violations");
  const search = list.search as ViolationSearch;
  const kind = { keys: ["kind"], label: t("kind"), value: t(`kind_${search.kind}`) };
  const source = { keys: ["source"], label: t("source"), value: t(`source_${search.source}`) };
  const none = { keys: ["unassigned"], label: t("ministry"), value: t("unassigned") };
  const mine = { keys: ["mine"], label: t("responsible"), value: t("mine_only") };
  const days = useDateChip(t("observed_on"), search);
  const settled = useEventChip(t("settled_on"), "settled", {
    from: search.settled_from,
    to: search.settled_to,
  });
  const chips = [kind, ...usePlaceChips(places, search), none, source, mine, days, settled];
  return <FilterChips list={list} chips={chips} />;
}

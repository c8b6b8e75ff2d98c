import { paths } from "@nihol/contract/paths";
import {
  type ViolationCount,
  type ViolationState,
  violationKinds,
  violationStates,
} from "@nihol/contract/violations";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { get } from "../../lib/api.ts";
import { useFormat } from "../../lib/format.ts";
import type { ListSearch } from "../../lib/list-search.ts";
import { useHolds } from "../../lib/permissions.ts";
import type { useList } from "../../lib/use-list.ts";
import { DateRangeFields } from "../../ui/date-range-fields.tsx";
import { FilterChips, ReferenceName } from "../../ui/filter-chips.tsx";
import { FilterFold } from "../../ui/filter-fold.tsx";
import { ReferenceFilter } from "../../ui/reference-box.tsx";
import { RegionFilter } from "../../ui/region-filter.tsx";
import { filterWidth, SelectBox } from "../../ui/select-field.tsx";

export type ViolationSearch = ListSearch & {
  state?: string;
  kind?: string;
  region?: string;
  district?: string;
  garden?: string;
  from?: string;
  to?: string;
};
type Props = { search: ViolationSearch; onChange: (next: ViolationSearch) => void };

/** The states with how many are in each under the other filters; pressing one shows only those. */
export function StateFilter({ search, onChange }: Props) {
  const { t } = useTranslation(["violations", "app"]);
  const format = useFormat();
  const {
    open: _open,
    page: _page,
    page_size: _size,
    ordering: _order,
    state,
    ...filters
  } = search;
  const { data } = useQuery({
    queryKey: [paths.violation, "count", filters],
    queryFn: ({ signal }) =>
      get<ViolationCount>(`${paths.violation}/count`, filters as Record<string, string>, {
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const button = (value: ViolationState | undefined, label: string, count: number | undefined) => (
    <button
      key={label}
      type="button"
      aria-pressed={state === value}
      onClick={() => onChange({ state: value })}
      className="inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border border-line px-3 text-sm whitespace-nowrap text-ink-2 hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong pointer-coarse:h-10"
    >
      {label}
      <span className="numeric opacity-80">{count === undefined ? "" : format.number(count)}</span>
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a box and a legend
    <div
      role="group"
      aria-label={t("state")}
      className="flex gap-1.5 overflow-x-auto px-5 pt-0.5 pb-3"
    >
      {button(undefined, t("any_state"), data?.count)}
      {violationStates.map((one) => button(one, t(`state_${one}`), data?.states[one]))}
    </div>
  );
}

/** Kind, place and days; a list of places only for those who may see it. */
export function ViolationFilters({ search, onChange }: Props) {
  const { t } = useTranslation("violations");
  const may = {
    region: useHolds("region.view"),
    district: useHolds("district.view"),
    garden: useHolds("garden.view"),
  };
  const kinds = violationKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }));
  const within = search.region ? { region: search.region } : undefined;
  return (
    <FilterFold>
      <SelectBox
        aria-label={t("kind")}
        className={filterWidth}
        value={search.kind ?? ""}
        onChange={(kind) => onChange({ kind: kind || undefined })}
        options={[{ value: "", label: t("any_kind") }, ...kinds]}
      />
      {may.region && (
        <RegionFilter
          value={search.region}
          onChange={(region) => onChange({ region, district: undefined, garden: undefined })}
        />
      )}
      {may.district && (
        <ReferenceFilter
          label={t("district")}
          any={t("any_district")}
          path={paths.district}
          filters={within}
          value={search.district}
          onChange={(district) => onChange({ district })}
        />
      )}
      {may.garden && (
        <ReferenceFilter
          label={t("garden")}
          any={t("any_garden")}
          path={paths.garden}
          filters={within}
          value={search.garden}
          onChange={(garden) => onChange({ garden })}
        />
      )}
      <DateRangeFields
        inline
        value={{ from: search.from, to: search.to }}
        onChange={({ from, to }) => onChange({ from, to })}
      />
    </FilterFold>
  );
}

/** The filters that are on, beside the state, which is in sight. */
export function ViolationChips({ list }: { list: ReturnType<typeof useList> }) {
  const { t } = useTranslation("violations");
  const format = useFormat();
  const search = list.search as ViolationSearch;
  const place = (key: "region" | "district" | "garden", path: string) => ({
    keys: [key],
    label: t(key),
    value: <ReferenceName path={path} id={search[key]} />,
  });
  const days = [search.from, search.to].map((day) => (day ? format.date(day) : "…")).join(" – ");
  return (
    <FilterChips
      list={list}
      chips={[
        { keys: ["kind"], label: t("kind"), value: t(`kind_${search.kind}`) },
        place("region", paths.region),
        place("district", paths.district),
        place("garden", paths.garden),
        { keys: ["from", "to"], label: t("observed_on"), value: days },
      ]}
    />
  );
}

import type { PlantingVerdict } from "@nihol/contract/planting/verdicts";
import { paths } from "@nihol/contract/values/paths";
import { verdictStates, verdicts } from "@nihol/contract/values/planting/verdicts";
import { Scale } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../../lib/list/list-search.ts";
import { useRecords } from "../../../lib/list/use-list.ts";
import { usePlaceKeys } from "../../../lib/place-keys.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { GivenByOthers } from "../../../parts/counts/coverage-line.tsx";
import { ListActions } from "../../../parts/records/list-actions.tsx";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../../parts/territory/place-filters.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import { FilterChips } from "../../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../../ui/table/filter-fold.tsx";
import { ListLayout, Toolbar } from "../../../ui/table/list-layout.tsx";
import { SearchBox } from "../../../ui/table/search-box.tsx";
import { VerdictBadge } from "./verdict-badge.tsx";
import { VerdictPanel } from "./verdict-panel.tsx";

type VerdictSearch = ListSearch & {
  verdict?: string;
  state?: string;
  region?: string;
  district?: string;
  garden?: string;
  ministry?: string;
};

const places: readonly PlaceKey[] = ["region", "district", "garden", "ministry"];
const states = ["waiting", ...verdictStates] as const;

/** The row so many places further; the same one at the ends. */
function besides(rows: readonly PlantingVerdict[], open: string | undefined, step: 1 | -1) {
  const at = rows.findIndex(({ id }) => String(id) === open);
  const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step));
  return rows[next] && String(rows[next].id);
}

/** The queue of reviewers: planting reports against the ground, what needs a decision first. */
export function VerdictsScreen({ search }: { search: VerdictSearch }) {
  const { t } = useTranslation(["verdicts", "app"]);
  const list = useRecords(paths.plantingVerdict, search);
  const columns = useColumns();
  const placeChips = usePlaceChips(places, search);
  const go = (open?: string) => list.change({ open });
  const move = (step: 1 | -1) => go(besides(list.rows, search.open, step));
  usePlaceKeys({ KeyJ: () => move(1), KeyK: () => move(1) }, !search.open && list.rows.length > 0);
  const panel = search.open && (
    <VerdictPanel
      key={search.open}
      id={search.open}
      onClose={() => go()}
      onNext={() => move(1)}
      onPrevious={() => move(-1)}
    />
  );
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("title")} text={t("about")} />
      <Toolbar end={<ListActions list="planting-verdict" search={search} count={list.count} />}>
        <SearchBox label={t("search")} value={search.search} onChange={list.change} />
        <FilterFold many>
          <ChoiceFilter
            label={t("state")}
            any={t("any_state")}
            value={search.state}
            onChange={(state) => list.change({ state })}
            options={states.map((one) => ({ value: one, label: t(`state_${one}`) }))}
          />
          <ChoiceFilter
            label={t("verdict")}
            any={t("any_verdict")}
            value={search.verdict}
            onChange={(verdict) => list.change({ verdict })}
            options={verdicts.map((one) => ({ value: one, label: t(`verdict_${one}`) }))}
          />
          <PlaceFilters of={places} value={search} onChange={list.change} />
        </FilterFold>
      </Toolbar>
      <FilterChips
        list={list}
        chips={[
          { keys: ["state"], label: t("state"), value: t(`state_${search.state}`) },
          { keys: ["verdict"], label: t("verdict"), value: t(`verdict_${search.verdict}`) },
          ...placeChips,
        ]}
      />
      <DataTable
        label={t("title")}
        list={list}
        columns={columns}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => t("task_number", { id: row.id })}
        empty={<EmptyState icon={<Scale />} title={t("empty_title")} text={t("empty_text")} />}
      />
    </ListLayout>
  );
}

function useColumns(): Column<PlantingVerdict>[] {
  const { t } = useTranslation(["verdicts", "planting", "app"]);
  const format = useFormat();
  return [
    { id: "id", header: t("task"), cell: ({ id }) => t("task_number", { id }) },
    { id: "garden", header: t("planting:garden"), cell: ({ garden }) => format.name(garden.name) },
    {
      id: "need",
      header: t("verdict"),
      sortable: true,
      cell: ({ verdict }) => <VerdictBadge verdict={verdict} />,
    },
    {
      id: "state",
      header: t("state"),
      wide: true,
      cell: ({ state, differs }) => (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          {t(`state_${state}`)}
          {differs && <VerdictChanged />}
        </span>
      ),
    },
    {
      id: "ministry",
      header: t("planting:ministry"),
      secondary: "wide",
      cell: ({ ministry }) => format.name(ministry?.name) || "–",
    },
    {
      id: "planted_on",
      header: t("planted_on"),
      align: "right",
      sortable: true,
      secondary: "wide",
      cell: ({ planted_on }) => (planted_on ? format.dateShort(planted_on) : "–"),
    },
    {
      id: "reported",
      header: t("reported"),
      align: "right",
      secondary: "wide",
      sortable: true,
      cell: ({ reported }) => format.number(reported),
    },
    {
      id: "standing",
      header: t("standing"),
      align: "right",
      wide: true,
      cell: ({ standing, given_by }) => (
        <span className="whitespace-nowrap">
          {standing ? `${format.number(standing.low)} – ${format.number(standing.high)}` : "–"}
          <GivenByOthers given_by={given_by} />
        </span>
      ),
    },
  ];
}

function VerdictChanged() {
  const { t } = useTranslation("verdicts");
  return <span className="text-xs text-watch">{t("differs_short")}</span>;
}

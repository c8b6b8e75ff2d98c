import type { Alert } from "@nihol/contract/sensors/alerts";
import { paths } from "@nihol/contract/values/paths";
import { BellRing } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { useAlertWords } from "../../parts/states/alert-words.ts";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../parts/territory/place-filters.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { DateFilter, useDateChip } from "../../ui/table/date-filter.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { AlertChoices, type Choice, useChoiceChips } from "./alert-choices.tsx";
import { AlertPanel } from "./alert-panel.tsx";
import { AlertState, SeverityBadge } from "./alert-state.tsx";
import { AlertsSwitch } from "./alerts-switch.tsx";

type Filter = "state" | "acknowledged" | "severity" | "kind" | "mine" | "from" | "to";
export type AlertSearch = ListSearch & Partial<Record<Filter | PlaceKey, string>>;

const choices: readonly Choice[] = ["state", "acknowledged", "severity", "kind", "mine"];
const places: readonly PlaceKey[] = ["region", "district", "garden"];

/** Alerts that rules have raised: active or over, seen by somebody or not. */
export function AlertsScreen({ search }: { search: AlertSearch }) {
  const { t } = useTranslation(["alerts", "app"]);
  const list = useRecords(paths.alert, search);
  const columns = useColumns();
  const placeChips = usePlaceChips(places, search);
  const days = useDateChip(t("raised"), search);
  const open = (id?: string) => list.change({ open: id });
  return (
    <ListLayout
      panel={
        search.open && <AlertPanel key={search.open} id={search.open} onClose={() => open()} />
      }
    >
      <PageHeader title={t("title")} text={t("about")} />
      <AlertsSwitch shown="alerts" />
      <Toolbar end={<ListActions list="alert" search={search} count={list.count} />}>
        <SearchBox label={t("search")} value={search.search} onChange={list.change} />
        <FilterFold many>
          <AlertChoices of={choices} value={search} onChange={list.change} />
          <PlaceFilters of={places} value={search} onChange={list.change} />
          <DateFilter value={search} onChange={list.change} />
        </FilterFold>
      </Toolbar>
      <FilterChips list={list} chips={[...useChoiceChips(choices, search), ...placeChips, days]} />
      <DataTable
        label={t("title")}
        list={list}
        columns={columns}
        rowId={(one) => String(one.id)}
        rowLabel={(one) => `${one.rule.name}, ${one.device.name}`}
        empty={<EmptyState icon={<BellRing />} title={t("none")} text={t("none_text")} />}
      />
    </ListLayout>
  );
}

function useColumns(): Column<Alert>[] {
  const { t } = useTranslation("alerts");
  const format = useFormat();
  const words = useAlertWords();
  return [
    {
      id: "rule",
      header: t("rule"),
      cell: (one) => (
        <span lang="mul" className="line-clamp-2 min-w-32">
          {one.rule.name}
        </span>
      ),
    },
    {
      id: "severity",
      header: t("severity"),
      sortable: true,
      cell: (one) => <SeverityBadge severity={one.severity} />,
    },
    {
      id: "device",
      header: t("device"),
      sortable: true,
      cell: (one) => <span className="whitespace-nowrap">{one.device.name}</span>,
    },
    {
      id: "state",
      header: t("state"),
      sortable: true,
      cell: (one) => <AlertState alert={one} />,
    },
    {
      id: "worst",
      header: t("worst"),
      align: "right",
      secondary: true,
      cell: (one) => (
        <span className="whitespace-nowrap">{words.value(one.worst, one.parameter)}</span>
      ),
    },
    {
      id: "garden",
      header: t("garden"),
      secondary: "wide",
      cell: (one) => format.name((one.garden ?? one.district)?.name) || "–",
    },
    {
      id: "assigned",
      header: t("assigned"),
      optional: true,
      cell: (one) => <span lang="mul">{one.assigned?.name ?? "–"}</span>,
    },
    {
      id: "raised_at",
      header: t("raised"),
      align: "right",
      sortable: true,
      cell: (one) => (
        <time dateTime={one.raised_at} title={format.dateTime(one.raised_at)}>
          {format.ago(one.raised_at)}
        </time>
      ),
    },
  ];
}

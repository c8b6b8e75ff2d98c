import type { AlertRule } from "@nihol/contract/sensors/alert-rules";
import { paths } from "@nihol/contract/values/paths";
import { BellPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { bulkDelete } from "../../parts/records/bulk-delete.tsx";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { NewRecord } from "../../parts/records/new-record.tsx";
import { useAlertWords } from "../../parts/states/alert-words.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { AlertChoices, type Choice, useChoiceChips } from "./alert-choices.tsx";
import { SeverityBadge } from "./alert-state.tsx";
import { AlertsSwitch } from "./alerts-switch.tsx";
import { RuleForm } from "./rule-form.tsx";
import { RulePanel } from "./rule-panel.tsx";
import { OnOff, useRulePlace } from "./rule-state.tsx";

export type RuleSearch = ListSearch &
  Partial<Record<"view" | "enabled" | "severity" | "kind", string>>;

const choices: readonly Choice[] = ["enabled", "severity", "kind"];

/** The rules of alerts: on or off, what each asks, where, and how many alerts of it are active. */
export function RulesScreen({ search }: { search: RuleSearch }) {
  const { t } = useTranslation(["alerts", "app"]);
  const { view: _view, ...asked } = search;
  const list = useRecords(paths.alertRule, asked);
  const columns = useColumns();
  const open = (id?: string) => list.change({ open: id });
  const create = list.can.add && <NewButton onClick={() => open("new")}>{t("rule_new")}</NewButton>;
  const panel =
    search.open === "new" ? (
      <NewRecord list={list} title={t("rule_new")} onClose={() => open()}>
        <RuleForm onClose={() => open()} onSaved={open} />
      </NewRecord>
    ) : (
      search.open && <RulePanel key={search.open} id={search.open} onClose={() => open()} />
    );
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("rules")} text={t("rules_about")} actions={create} />
      <AlertsSwitch shown="rules" />
      <Toolbar end={<ListActions list="alert-rule" search={asked} count={list.count} />}>
        <SearchBox label={t("rules_search")} value={search.search} onChange={list.change} />
        <FilterFold>
          <AlertChoices of={choices} value={search} onChange={list.change} />
        </FilterFold>
      </Toolbar>
      <FilterChips list={list} chips={useChoiceChips(choices, search)} />
      <DataTable
        label={t("rules")}
        list={list}
        columns={columns}
        rowId={(one) => String(one.id)}
        rowLabel={(one) => one.name}
        bulk={bulkDelete(list.can.delete, {
          list: t("rules"),
          path: paths.alertRule,
          rowLabel: (one: AlertRule) => one.name,
        })}
        empty={
          <EmptyState
            icon={<BellPlus />}
            title={t("rules_none")}
            text={t("rules_none_text")}
            action={create}
          />
        }
      />
    </ListLayout>
  );
}

function useColumns(): Column<AlertRule>[] {
  const { t } = useTranslation("alerts");
  const format = useFormat();
  const words = useAlertWords();
  const placeOf = useRulePlace();
  return [
    {
      id: "name",
      header: t("rule_name"),
      sortable: true,
      cell: (one) => (
        <span lang="mul" className="line-clamp-2 min-w-32">
          {one.name}
        </span>
      ),
    },
    { id: "enabled", header: t("enabled"), cell: (one) => <OnOff rule={one} /> },
    {
      id: "severity",
      header: t("severity"),
      sortable: true,
      cell: (one) => <SeverityBadge severity={one.severity} />,
    },
    {
      id: "kind",
      header: t("kind"),
      sortable: true,
      secondary: true,
      cell: (one) => words.condition(one),
    },
    { id: "place", header: t("place"), secondary: "wide", cell: placeOf },
    {
      id: "active",
      header: t("active_now"),
      align: "right",
      cell: (one) => format.number(one.active),
    },
  ];
}

import type { AuditEntry } from "@nihol/contract/audit-log";
import { auditActions, auditResources } from "@nihol/contract/values/audit";
import { paths } from "@nihol/contract/values/paths";
import { ScrollText } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { DateFilter, useDateChip } from "../../ui/table/date-filter.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { AuditEntryPanel } from "./audit-entry-panel.tsx";
import { actionText, entryText, resourceText } from "./audit-words.ts";

type Search = ListSearch &
  Partial<Record<"action" | "resource" | "resource_id" | "from" | "to", string>>;

/** Lists each change of a record with the person who made it. */
export function AuditLogScreen({ search }: { search: Search }) {
  const { t } = useTranslation(["audit", "app"]);
  const format = useFormat();
  const list = useRecords(paths.auditLog, search);
  const open = (id?: string) => list.change({ open: id });
  const days = useDateChip(t("at"), search);
  const columns: Column<AuditEntry>[] = [
    {
      id: "at",
      header: t("at"),
      sortable: true,
      cell: (line) => <span className="whitespace-nowrap">{format.dateTime(line.at)}</span>,
    },
    {
      id: "actor",
      header: t("actor"),
      cell: (line) =>
        line.actor ? <span lang="mul">{line.actor.email}</span> : <i>{t("actor_none")}</i>,
    },
    { id: "action", header: t("action"), cell: (line) => actionText(t, line.action) },
    {
      id: "resource",
      header: t("resource"),
      secondary: true,
      cell: (line) => resourceText(t, line.resource),
    },
    {
      id: "resource_id",
      header: t("resource_id"),
      align: "right",
      secondary: true,
      cell: (line) => <span lang="mul">{line.resource_id ?? "–"}</span>,
    },
  ];
  return (
    <ListLayout
      panel={
        search.open && (
          <AuditEntryPanel
            key={search.open}
            id={search.open}
            onRecord={(resource, resource_id) =>
              list.change({ resource, resource_id, action: undefined, search: undefined })
            }
            onClose={() => open()}
          />
        )
      }
    >
      <PageHeader title={t("title")} text={t("about")} />
      <Toolbar end={<ListActions list="audit-log" search={search} count={list.count} />}>
        <SearchBox label={t("search")} value={search.search} onChange={list.change} />
        <FilterFold>
          <ChoiceFilter
            label={t("action")}
            any={t("any_action")}
            value={search.action}
            onChange={(action) => list.change({ action })}
            options={auditActions.map((value) => ({ value, label: t(`action_${value}`) }))}
          />
          <ChoiceFilter
            label={t("resource")}
            any={t("any_resource")}
            value={search.resource}
            onChange={(resource) => list.change({ resource, resource_id: undefined })}
            options={auditResources.map((value) => ({ value, label: t(`resource_${value}`) }))}
          />
          <DateFilter value={search} onChange={list.change} />
        </FilterFold>
      </Toolbar>
      <FilterChips
        list={list}
        chips={[
          { keys: ["action"], label: t("action"), value: actionText(t, search.action ?? "") },
          {
            keys: ["resource"],
            label: t("resource"),
            value: resourceText(t, search.resource ?? ""),
          },
          { keys: ["resource_id"], label: t("resource_id"), value: search.resource_id ?? "" },
          days,
        ]}
      />
      <DataTable
        label={t("title")}
        list={list}
        columns={columns}
        rowId={(line) => String(line.id)}
        rowLabel={(line) => `${entryText(t, line)}, ${format.dateTime(line.at)}`}
        empty={<EmptyState icon={<ScrollText />} title={t("empty_title")} text={t("empty_text")} />}
      />
    </ListLayout>
  );
}

import { paths } from "@nihol/contract/values/paths";
import type { Violation } from "@nihol/contract/violations/violations";
import { Landmark, ShieldAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRecords } from "../../lib/list/use-list.ts";
import { readOrigin } from "../../lib/navigation/violation-origin.ts";
import { useFormat } from "../../lib/text/format.ts";
import { bulkDelete } from "../../parts/records/bulk-delete.tsx";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { NewRecord } from "../../parts/records/new-record.tsx";
import { ViolationState } from "../../parts/states/violation-state.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { OpenedForm } from "./opened-form.tsx";
import { RegisterDialog } from "./register-dialog.tsx";
import {
  StateFilter,
  ViolationChips,
  ViolationFilters,
  type ViolationSearch,
} from "./violation-filters.tsx";
import { ViolationForm } from "./violation-form.tsx";
import { ViolationPanel } from "./violation-panel.tsx";

/** List of violations: what was seen, and what became of it. */
export function ViolationsScreen({ search }: { search: ViolationSearch }) {
  // The texts of the panel too: fetched later, they would blank the screen while they come.
  const { t } = useTranslation(["violations", "app", "files", "errors"]);
  const list = useRecords(paths.violation, search);
  const mayAdd = list.can.add;
  const mayDelete = list.can.delete;
  const open = (id?: string) => list.change({ open: id });

  const [isRegister, setRegister] = useState(false);
  const origin = readOrigin(search.open ?? "");

  // Names the row's link, which shows its number, or its title where there is no room for both.
  const rowLabel = (one: Violation) => `${one.number} ${one.title}`;
  const columns = useViolationColumns();
  const create = mayAdd && <NewButton onClick={() => open("new")}>{t("violation_new")}</NewButton>;
  const panel = search.open?.startsWith("new") ? (
    <NewRecord list={list} title={t("violation_new")} onClose={() => open()}>
      {origin ? (
        <OpenedForm key={search.open} origin={origin} onClose={() => open()} onSaved={open} />
      ) : (
        <ViolationForm onClose={() => open()} onSaved={open} />
      )}
    </NewRecord>
  ) : (
    search.open && <ViolationPanel key={search.open} id={search.open} onClose={() => open()} />
  );
  return (
    <ListLayout panel={panel}>
      <PageHeader
        title={t("title")}
        text={t("about")}
        actions={
          <span className="flex flex-wrap gap-2">
            <Button icon={<Landmark className="size-4" />} onClick={() => setRegister(true)}>
              {t("register")}
            </Button>
            {create}
          </span>
        }
      />
      {isRegister && (
        <RegisterDialog
          period={{ from: search.from, to: search.to }}
          onClose={() => setRegister(false)}
        />
      )}
      <Toolbar end={<ListActions list="violation" search={search} count={list.count} />}>
        <SearchBox label={t("search")} value={search.search} onChange={list.change} />
        <ViolationFilters search={search} onChange={list.change} />
      </Toolbar>
      <ViolationChips list={list} />
      <StateFilter search={search} onChange={list.change} />
      <DataTable
        label={t("title")}
        list={list}
        columns={columns}
        rowId={(one) => String(one.id)}
        rowLabel={rowLabel}
        bulk={bulkDelete(mayDelete, {
          list: t("title"),
          path: paths.violation,
          rowLabel,
          consequence: t("bulk_delete_text"),
        })}
        empty={
          <EmptyState
            icon={<ShieldAlert />}
            title={t("empty_title")}
            text={t("empty_text")}
            action={create}
          />
        }
      />
    </ListLayout>
  );
}

/** Columns of the list of violations. */
function useViolationColumns(): Column<Violation>[] {
  const { t } = useTranslation("violations");
  const format = useFormat();
  return [
    {
      id: "number",
      header: t("number"),
      sortable: true,
      secondary: true,
      cell: (one) => <span className="numeric whitespace-nowrap">{one.number}</span>,
    },
    {
      id: "title",
      header: t("name"),
      sortable: true,
      // Written once, in whatever language its author speaks.
      cell: (one) => <span lang="mul">{one.title}</span>,
    },
    {
      id: "kind",
      header: t("kind"),
      sortable: true,
      secondary: "wide",
      cell: (one) => t(`kind_${one.kind}`),
    },
    {
      id: "place",
      header: t("place"),
      secondary: true,
      cell: (one) => format.name((one.garden ?? one.district ?? one.region)?.name) || "–",
    },
    {
      id: "state",
      header: t("state"),
      sortable: true,
      cell: (one) => <ViolationState violation={one} />,
    },
    {
      id: "due_date",
      header: t("due_date"),
      align: "right",
      sortable: true,
      secondary: true,
      cell: (one) => (one.due_date ? format.dateShort(one.due_date) : "–"),
    },
    {
      id: "responsible",
      header: t("responsible"),
      secondary: "wide",
      cell: (one) => (one.responsible ? <span lang="mul">{one.responsible.name}</span> : "–"),
    },
    {
      id: "observed_on",
      header: t("observed_on"),
      align: "right",
      sortable: true,
      secondary: "wide",
      cell: (one) => format.dateShort(one.observed_on),
    },
    {
      id: "file_count",
      header: t("file_count"),
      align: "right",
      secondary: "wide",
      optional: true,
      cell: (one) => format.number(one.file_count),
    },
  ];
}

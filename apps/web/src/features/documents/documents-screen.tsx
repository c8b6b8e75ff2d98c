import type { ProgrammeDocument } from "@nihol/contract/documents";
import { documentCategories } from "@nihol/contract/values/documents";
import { paths } from "@nihol/contract/values/paths";
import { FileText } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { bulkDelete } from "../../parts/records/bulk-delete.tsx";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { NewRecord } from "../../parts/records/new-record.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { DateFilter, useDateChip } from "../../ui/table/date-filter.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { DocumentForm } from "./document-form.tsx";
import { DocumentPanel } from "./document-panel.tsx";

type Search = ListSearch & { category?: string; from?: string; to?: string };

/** The papers that the programme rests on. */
export function DocumentsScreen({ search }: { search: Search }) {
  // The texts of the panel too: fetched later, they would blank the screen while they come.
  const { t } = useTranslation(["documents", "app", "files", "errors"]);
  const format = useFormat();
  const list = useRecords(paths.document, search);
  const mayAdd = list.can.add;
  const mayDelete = list.can.delete;
  const open = (id?: string) => list.change({ open: id });
  const days = useDateChip(t("date"), search);

  const columns: Column<ProgrammeDocument>[] = [
    { id: "name", header: t("name"), sortable: true, cell: (one) => format.name(one.name) },
    {
      id: "number",
      header: t("number"),
      sortable: true,
      secondary: true,
      cell: (one) => (one.number ? <span lang="mul">{one.number}</span> : "–"),
    },
    {
      id: "category",
      header: t("category"),
      sortable: true,
      cell: (one) => t(`category_${one.category}`),
    },
    {
      id: "date",
      header: t("date"),
      align: "right",
      sortable: true,
      cell: (one) => format.dateShort(one.date),
    },
    {
      id: "file_count",
      header: t("file_count"),
      align: "right",
      secondary: true,
      cell: (one) => format.number(one.file_count),
    },
  ];
  const create = mayAdd && <NewButton onClick={() => open("new")}>{t("document_new")}</NewButton>;
  const panel =
    search.open === "new" ? (
      <NewRecord list={list} title={t("document_new")} onClose={() => open()}>
        <DocumentForm onClose={() => open()} onSaved={open} category={search.category} />
      </NewRecord>
    ) : (
      search.open && <DocumentPanel key={search.open} id={search.open} onClose={() => open()} />
    );
  const categories = documentCategories.map((one) => ({
    value: one,
    label: t(`category_${one}`),
  }));
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("title")} text={t("about")} actions={create} />
      <Toolbar end={<ListActions list="document" search={search} count={list.count} />}>
        <SearchBox label={t("search")} value={search.search} onChange={list.change} />
        <FilterFold>
          <ChoiceFilter
            label={t("category")}
            any={t("any_category")}
            value={search.category}
            onChange={(category) => list.change({ category })}
            options={categories}
          />
          <DateFilter value={search} onChange={list.change} />
        </FilterFold>
      </Toolbar>
      <FilterChips
        list={list}
        chips={[
          { keys: ["category"], label: t("category"), value: t(`category_${search.category}`) },
          days,
        ]}
      />
      <DataTable
        label={t("title")}
        list={list}
        columns={columns}
        rowId={(one) => String(one.id)}
        rowLabel={(one) => format.name(one.name)}
        bulk={bulkDelete<ProgrammeDocument>(mayDelete, {
          list: t("title"),
          path: paths.document,
          rowLabel: (one) => format.name(one.name),
          consequence: t("bulk_delete_text"),
        })}
        empty={
          <EmptyState
            icon={<FileText />}
            title={t("empty_title")}
            text={t("empty_text")}
            action={create}
          />
        }
      />
    </ListLayout>
  );
}

import type { PlantTreeType } from "@nihol/contract/planting/plant-tree-types";
import { paths } from "@nihol/contract/values/paths";
import { Sprout } from "lucide-react";
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
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { TreeTypeForm } from "./tree-type-form.tsx";
import { TreeTypePanel } from "./tree-type-panel.tsx";

/** Tree types that are planted in the programme's gardens. */
export function TreeTypesScreen({ search }: { search: ListSearch }) {
  const { t } = useTranslation(["planting", "app"]);
  const format = useFormat();
  const list = useRecords(paths.plantTreeType, search);
  const mayAdd = list.can.add;
  const mayDelete = list.can.delete;
  const open = (id?: string) => list.change({ open: id });

  const columns: Column<PlantTreeType>[] = [
    { id: "name", header: t("name"), sortable: true, cell: (type) => format.name(type.name) },
    {
      id: "latin_name",
      header: t("latin_name"),
      sortable: true,
      cell: (type) => (type.latin_name ? <span lang="la">{type.latin_name}</span> : "–"),
    },
    {
      id: "task_count",
      header: t("task_count"),
      align: "right",
      sortable: true,
      cell: (type) => format.number(type.task_count),
    },
  ];
  const create = mayAdd && <NewButton onClick={() => open("new")}>{t("type_new")}</NewButton>;
  const panel =
    search.open === "new" ? (
      <NewRecord list={list} title={t("type_new")} onClose={() => open()}>
        <TreeTypeForm onClose={() => open()} onSaved={open} />
      </NewRecord>
    ) : (
      search.open && <TreeTypePanel key={search.open} id={search.open} onClose={() => open()} />
    );
  const rowLabel = (type: PlantTreeType) => format.name(type.name);
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("types_title")} text={t("types_about")} actions={create} />
      <Toolbar end={<ListActions list="plant-tree-type" search={search} count={list.count} />}>
        <SearchBox label={t("type_search")} value={search.search} onChange={list.change} />
      </Toolbar>
      <DataTable
        label={t("types_title")}
        list={list}
        columns={columns}
        rowId={(type) => String(type.id)}
        rowLabel={rowLabel}
        bulk={bulkDelete(mayDelete, {
          list: t("types_title"),
          path: paths.plantTreeType,
          rowLabel,
        })}
        empty={
          <EmptyState
            icon={<Sprout />}
            title={t("empty_types_title")}
            text={t("empty_types_text")}
            action={create}
          />
        }
      />
    </ListLayout>
  );
}

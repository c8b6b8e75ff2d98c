import type { PlantTreeTask } from "@nihol/contract/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { ClipboardList, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import type { Selection } from "../../lib/list/row-selection.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { BulkDelete } from "../../parts/records/bulk-delete.tsx";
import { ExportMenu } from "../../parts/records/export-menu.tsx";
import { NewRecord } from "../../parts/records/new-record.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { BulkStatus } from "./bulk-status.tsx";
import { StatusFilter } from "./status-filter.tsx";
import { useTaskColumns } from "./task-columns.tsx";
import { TaskChips, TaskFilters, type TaskFilterValues } from "./task-filters.tsx";
import { TaskForm } from "./task-form.tsx";
import { useTaskName } from "./task-name.ts";
import { TaskPanel } from "./task-panel.tsx";

/** Who plants what where by when, and their progress. */
export function TasksScreen({ search }: { search: ListSearch & TaskFilterValues }) {
  const { t } = useTranslation(["planting", "app"]);
  const list = useRecords(paths.plantTreeTask, search);
  const columns = useTaskColumns();
  const taskName = useTaskName();
  const mayAdd = list.can.add;
  const mayDelete = list.can.delete;
  const mayMove = list.rows.some(({ transitions }) => transitions.length > 0);
  const open = (id?: string) => list.change({ open: id });
  const { status, open: _open, page: _page, page_size: _size, ordering: _by, ...others } = search;
  const create = mayAdd && (
    <Button tone="primary" icon={<Plus className="size-4" />} onClick={() => open("new")}>
      {t("task_new")}
    </Button>
  );
  const panel =
    search.open === "new" ? (
      <NewRecord list={list} title={t("task_new")} onClose={() => open()}>
        <TaskForm garden={search.garden} onClose={() => open()} onSaved={open} />
      </NewRecord>
    ) : (
      search.open && <TaskPanel key={search.open} id={search.open} onClose={() => open()} />
    );
  const bulk = (selection: Selection<PlantTreeTask>) => (
    <>
      {mayMove && <BulkStatus selection={selection} />}
      {mayDelete && (
        <BulkDelete
          selection={selection}
          list={t("title")}
          path={paths.plantTreeTask}
          rowLabel={taskName}
          consequence={t("bulk_text")}
          also={[paths.plantTreeType]}
        />
      )}
    </>
  );
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("title")} text={t("about")} actions={create} />
      <Toolbar end={<ExportMenu list="plant-tree-task" search={search} count={list.count} />}>
        <SearchBox
          label={t("task_search")}
          value={search.search}
          onChange={(text) => list.change({ search: text })}
        />
        <TaskFilters value={search} onChange={list.change} />
      </Toolbar>
      <TaskChips list={list} />
      <StatusFilter
        filters={others}
        value={status}
        onChange={(next) => list.change({ status: next })}
      />
      <DataTable
        label={t("title")}
        list={list}
        columns={columns}
        rowId={(task) => String(task.id)}
        rowLabel={taskName}
        bulk={mayMove || mayDelete ? bulk : undefined}
        empty={
          <EmptyState
            icon={<ClipboardList />}
            title={t("empty_title")}
            text={t("empty_text")}
            action={create}
          />
        }
      />
    </ListLayout>
  );
}

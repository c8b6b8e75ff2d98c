import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { ClipboardList } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Selection } from "../../lib/list/row-selection.ts";
import { type ListView, useRecords } from "../../lib/list/use-list.ts";
import { BulkDelete } from "../../parts/records/bulk-delete.tsx";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { NewRecord } from "../../parts/records/new-record.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { BulkAssign } from "./bulk-assign.tsx";
import { BulkStatus } from "./bulk-status.tsx";
import { OtherView } from "./other-view.tsx";
import { StatusFilter } from "./status-filter.tsx";
import { useTaskName } from "./task/task-name.ts";
import { type TaskSearch, viewFilters } from "./task/view-filters.ts";
import { readView, type TaskView, ViewSwitch } from "./task/view-switch.tsx";
import { useTaskColumns } from "./task-columns.tsx";
import { TaskChips, TaskFilters } from "./task-filters.tsx";
import { TaskForm } from "./task-form.tsx";
import { TaskPanel } from "./task-panel.tsx";

/** Lists who plants which trees where and by when, and their progress. */
export function TasksScreen({ search }: { search: TaskSearch }) {
  const { t } = useTranslation(["planting", "app"]);
  const view = readView(search.view);
  const filters = viewFilters(search);
  const { page, page_size, ordering } = search;
  // The other views ask for their own rows: of the list they want what may be done, and the count.
  const asked = view === "list" ? { page, page_size, ordering } : { page_size: 1 };
  const list = useRecords(paths.plantTreeTask, { ...filters, ...asked, open: search.open });
  const open = (id?: string) => list.change({ open: id });
  const handleView = (next: TaskView) =>
    list.change({ view: next === "list" ? undefined : next, month: undefined, at: undefined });
  const { status, ...others } = filters;
  const create = list.can.add && <NewButton onClick={() => open("new")}>{t("task_new")}</NewButton>;
  const panel =
    search.open === "new" ? (
      <NewRecord list={list} title={t("task_new")} onClose={() => open()}>
        <TaskForm garden={search.garden} onClose={() => open()} onSaved={open} />
      </NewRecord>
    ) : (
      search.open && <TaskPanel key={search.open} id={search.open} onClose={() => open()} />
    );
  return (
    <ListLayout panel={panel}>
      <PageHeader
        title={t("title")}
        text={t("about")}
        actions={
          <>
            <ViewSwitch value={view} onChange={handleView} />
            {create}
          </>
        }
      />
      <Toolbar end={<ListActions list="plant-tree-task" search={filters} count={list.count} />}>
        <SearchBox label={t("task_search")} value={search.search} onChange={list.change} />
        <TaskFilters value={search} onChange={list.change} />
      </Toolbar>
      <TaskChips list={list} />
      <StatusFilter
        filters={others}
        value={status}
        onChange={(next) => list.change({ status: next })}
      />
      {view === "list" ? (
        <TaskList list={list} create={create} />
      ) : (
        <OtherView view={view} search={search} filters={filters} onChange={list.change} />
      )}
    </ListLayout>
  );
}

type ListProps = {
  list: ListView<PlantTreeTask, typeof paths.plantTreeTask>;
  create: React.ReactNode;
};

function TaskList({ list, create }: ListProps) {
  const { t } = useTranslation("planting");
  const columns = useTaskColumns();
  const taskName = useTaskName();
  const mayDelete = list.can.delete;
  const mayMove = list.rows.some(({ transitions }) => transitions.length > 0);
  const bulk = (selection: Selection<PlantTreeTask>) => (
    <>
      {mayMove && <BulkStatus selection={selection} />}
      {list.can.change && <BulkAssign selection={selection} />}
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
    <DataTable
      label={t("title")}
      list={list}
      columns={columns}
      rowId={(task) => String(task.id)}
      rowLabel={taskName}
      bulk={mayMove || mayDelete || list.can.change ? bulk : undefined}
      empty={
        <EmptyState
          icon={<ClipboardList />}
          title={t("empty_title")}
          text={t("empty_text")}
          action={create}
        />
      }
    />
  );
}

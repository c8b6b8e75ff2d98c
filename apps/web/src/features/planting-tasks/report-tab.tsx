import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import type { PlantTreeTaskDetail } from "@nihol/contract/planting/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { takesReports } from "@nihol/contract/values/plant-tree-task-states";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, Sprout } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { del } from "../../lib/api/api.ts";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { listParams } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { PagesBelow } from "../../ui/table/pagination.tsx";
import { FlagList } from "./evidence/flag-list.tsx";
import { ReportTable } from "./report-table.tsx";

type Props = {
  task: PlantTreeTaskDetail;
  onAdd: () => void;
  onEdit: (row: PlantTreeReport) => void;
};
type Shown = { page?: number; page_size?: number };

/** Trees planted on a task, row by row, with the photos. */
export function ReportTab({ task, onAdd, onEdit }: Props) {
  const { t } = useTranslation(["planting", "app"]);
  const path = `${paths.plantTreeTask}/${task.id}/report`;
  const [shown, setShown] = useState<Shown>({});
  const [deleting, setDeleting] = useState<PlantTreeReport>();
  const query = useQuery({
    queryKey: [path, "list", listParams(shown)],
    queryFn: ({ signal }) =>
      ask("GET /plant-tree-task/:id/report", {
        params: { id: task.id },
        query: listParams(shown),
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const { results = [], count = 0 } = query.data ?? {};
  const add = task.can.report && (
    <Button icon={<Plus className="size-4" />} onClick={onAdd}>
      {t("report_new")}
    </Button>
  );

  async function handleDelete(row: PlantTreeReport) {
    await del(`${path}/${row.id}`);
    toast.success(t("app:deleted"));
    // The page may have lost its last row.
    if (results.length === 1) setShown({ ...shown, page: undefined });
    await refresh(path, paths.plantTreeTask, paths.plantTreeType);
  }

  if (query.isPending) return <SkeletonLines lines={5} />;
  if (query.isError && !query.data)
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  if (count === 0)
    return (
      <EmptyState
        icon={<Sprout />}
        title={t("no_report")}
        text={t("no_report_text")}
        action={add}
      />
    );
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {takesReports(task.status) ? (
          <span />
        ) : (
          <p className="text-sm text-ink-2">{t("report_closed_hint")}</p>
        )}
        {add}
      </div>
      <FlagList flags={task.flags} task={task.id} />
      <ReportTable task={task.id} rows={results} onEdit={onEdit} onDelete={setDeleting} />
      <PagesBelow count={count} shown={shown} onChange={setShown} />
      {deleting && (
        <DeleteQuestion
          row={deleting}
          onClose={() => setDeleting(undefined)}
          onConfirm={() => handleDelete(deleting)}
        />
      )}
    </div>
  );
}

type QuestionProps = {
  row: PlantTreeReport;
  onClose: () => void;
  onConfirm: () => Promise<void>;
};

function DeleteQuestion({ row, onClose, onConfirm }: QuestionProps) {
  const { t } = useTranslation(["planting", "app"]);
  const format = useFormat();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t("report_delete_title", {
        name: format.name(row.tree_type.name),
        count: format.number(row.count),
        date: format.dateShort(row.plant_date),
      })}
      consequence={t("report_delete_text")}
      action={t("app:delete")}
      onConfirm={onConfirm}
    />
  );
}

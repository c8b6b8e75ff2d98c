import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { TaskFlight } from "../../parts/flight/task-flight.tsx";
import { RecordPanel } from "../../parts/records/record-panel.tsx";
import { useDelete } from "../../parts/records/use-delete.ts";
import { TaskState } from "../../parts/states/task-state.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { CommentsTab } from "./comments/comments-tab.tsx";
import { ReportForm } from "./report-form.tsx";
import { ReportTab } from "./report-tab.tsx";
import type { Replanting } from "./survival/replant-proposal.ts";
import { SurvivalTab } from "./survival/survival-tab.tsx";
import { useTaskName } from "./task/task-name.ts";
import { TaskFacts } from "./task-facts.tsx";
import { TaskForm } from "./task-form.tsx";
import { TaskTransitions } from "./task-transitions.tsx";
import { TaskVerdict } from "./verdicts/task-verdict.tsx";

type Editing = "task" | "new row" | PlantTreeReport | { replanting: Replanting } | undefined;

/** Panel of one planting task: how far it is, what may be done with it, what was planted. */
export function TaskPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["planting", "survival", "tasks", "flight", "app"]);
  const format = useFormat();
  const taskName = useTaskName();
  const query = useQuery(recordQuery(paths.plantTreeTask, id));
  const maySeeReport = useHolds("planttreetaskreport.view");
  const [tab, setTab] = useState("details");
  const [editing, setEditing] = useState<Editing>();
  const [deleting, setDeleting] = useState(false);
  const handleDelete = useDelete(paths.plantTreeTask, id, onClose, paths.plantTreeType);
  const done = () => setEditing(undefined);
  if (editing && query.data) {
    if (editing === "task") return <TaskForm task={query.data} onClose={done} onSaved={done} />;
    if (editing !== "new row" && "replanting" in editing)
      return (
        <TaskForm
          garden={String(query.data.garden.id)}
          replanting={editing.replanting}
          onClose={done}
          onSaved={done}
        />
      );
    const row = editing === "new row" ? undefined : editing;
    return <ReportForm task={query.data} row={row} onClose={done} />;
  }

  return (
    <RecordPanel
      wide
      query={query}
      title={taskName}
      onClose={onClose}
      onEdit={() => setEditing("task")}
      onDelete={() => setDeleting(true)}
    >
      {(task) => (
        <div className="grid gap-4">
          <div className="grid gap-2.5">
            <TaskState task={task} />
            <TaskVerdict task={task} />
            <TaskTransitions task={task} />
          </div>
          <Tabs
            label={taskName(task)}
            value={tab}
            onChange={setTab}
            tabs={[
              { value: "details", label: t("details"), content: <TaskFacts task={task} /> },
              ...(maySeeReport
                ? [
                    {
                      value: "report",
                      label: `${t("report")} · ${format.number(task.report_count)}`,
                      content: (
                        <ReportTab
                          task={task}
                          onAdd={() => setEditing("new row")}
                          onEdit={setEditing}
                        />
                      ),
                    },
                  ]
                : []),
              {
                value: "survival",
                label: t("survival:tab"),
                content: (
                  <SurvivalTab task={task} onReplant={(replanting) => setEditing({ replanting })} />
                ),
              },
              { value: "flight", label: t("flight:tab"), content: <TaskFlight task={task.id} /> },
              {
                value: "comments",
                label: t("tasks:comments"),
                content: <CommentsTab task={task.id} />,
              },
            ]}
          />
          <ConfirmDialog
            open={deleting}
            onClose={() => setDeleting(false)}
            title={t("delete_title", { task: taskName(task) })}
            consequence={t("delete_text", { rows: format.number(task.report_count) })}
            action={t("app:delete")}
            onConfirm={handleDelete}
          />
        </div>
      )}
    </RecordPanel>
  );
}

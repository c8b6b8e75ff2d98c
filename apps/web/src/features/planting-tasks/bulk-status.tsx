import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { type TaskStatus, taskStatuses } from "@nihol/contract/values/plant-tree-task-states";
import { ArrowRightLeft } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import type { Selection } from "../../lib/list/row-selection.ts";
import { useFormat } from "../../lib/text/format.ts";
import { BulkDialog } from "../../parts/records/bulk-dialog.tsx";
import { BulkLeft } from "../../parts/records/bulk-left.tsx";
import { useBulkRun } from "../../parts/records/use-bulk-run.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextArea } from "../../ui/form/text-field.tsx";
import { Progress } from "../../ui/progress.tsx";
import { useTaskName } from "./task/task-name.ts";

type Props = { selection: Selection<PlantTreeTask> };

/** Moves many tasks at once, each by its own transition; lists those that were refused with the reason. */
export function BulkStatus({ selection }: Props) {
  const { t } = useTranslation("planting");
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="sm"
        icon={<ArrowRightLeft className="size-4" />}
        onClick={() => setAsking(true)}
      >
        {t("bulk_status")}
      </Button>
      {asking && <Question selection={selection} onClose={() => setAsking(false)} />}
    </>
  );
}

const transitionTo = (task: PlantTreeTask, status: TaskStatus | undefined) =>
  task.transitions.find(({ to, blocked }) => to === status && !blocked);

function Question({ selection, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation(["planting", "app", "errors"]);
  const format = useFormat();
  const taskName = useTaskName();
  // As it was when asked: tasks leave the selection while they are moved.
  const [tasks] = useState(() => [...selection.rows.values()]);
  const [status, setStatus] = useState<TaskStatus>();
  const [comment, setComment] = useState("");
  const [missing, setMissing] = useState(false);
  const targets = taskStatuses.filter((one) => tasks.some((task) => transitionTo(task, one)));
  const movable = tasks.filter((task) => transitionTo(task, status));
  const needsComment = movable.some((task) => transitionTo(task, status)?.needs_comment);

  const { run, isBusy, share, result } = useBulkRun({
    rows: movable,
    change: async ({ id }) =>
      status &&
      ask("POST /plant-tree-task/:id/status", { params: { id }, body: { status, comment } }),
    onDone: () => selection.clear(),
    shownIn: [paths.plantTreeTask],
    said: () => t("moved"),
    onClose,
  });

  async function handleMove() {
    if (needsComment && !comment.trim()) return setMissing(true);
    await run();
  }

  if (result)
    return (
      <BulkLeft
        title={t("bulk_status_left", {
          done: format.number(result.done.length),
          left: format.number(result.left.length),
        })}
        left={result.left}
        rowLabel={taskName}
        onClose={onClose}
      />
    );
  return (
    <BulkDialog
      title={t("bulk_status_title", { n: format.number(tasks.length) })}
      action={t("bulk_status")}
      isBusy={isBusy}
      isDisabled={movable.length === 0}
      onRun={handleMove}
      onClose={onClose}
    >
      {targets.length === 0 ? (
        <p className="text-ink-2">{t("bulk_status_none")}</p>
      ) : (
        <div className="grid gap-3">
          <SelectField
            label={t("status")}
            value={status}
            onChange={setStatus}
            placeholder={t("app:choose")}
            options={targets.map((one) => ({ value: one, label: t(`status_${one}`) }))}
            hint={
              status &&
              t("bulk_status_some", {
                n: format.number(movable.length),
                m: format.number(tasks.length),
              })
            }
          />
          <TextArea
            name="comment"
            label={t("comment")}
            hint={t("comment_hint")}
            optional={!needsComment}
            error={missing && !comment.trim() ? t("errors:required") : undefined}
            value={comment}
            onChange={setComment}
          />
          {isBusy && <Progress label={t("bulk_status")} share={share} />}
        </div>
      )}
    </BulkDialog>
  );
}

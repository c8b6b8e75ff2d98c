import type { OpenTransition, PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useForm } from "../../../lib/form/form.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { TextArea } from "../../../ui/form/text-field.tsx";
import { useTaskName } from "./task-name.ts";
import { moveKey } from "./transition-words.ts";

type Props = { task: PlantTreeTask; transition: OpenTransition; onClose: () => void };

/** Moves a task on, with words for whoever goes on with it. */
export function TransitionDialog({ task, transition, onClose }: Props) {
  const { t } = useTranslation(["planting", "app"]);
  const taskName = useTaskName();
  const format = useFormat();
  const { to, needs_comment: needsComment } = transition;
  const verb = t(moveKey(task.status, to));
  const form = useForm({
    schema: async () =>
      (await import("@nihol/contract/planting/plant-tree-tasks")).plantTreeTaskStatusSchema,
    initial: { status: to, comment: "" },
    submit: async (values) => {
      await ask("POST /plant-tree-task/:id/status", { params: { id: task.id }, body: values });
      await refresh(paths.plantTreeTask);
      toast.success(t("moved"));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={verb}
      description={t("move_to", { task: taskName(task), status: t(`status_${to}`) })}
      action={verb}
      tone={to === "cancelled" ? "danger" : "primary"}
    >
      {to === "submitted" && needsComment && (
        <p className="text-sm text-ink-2">
          {t("shortfall", {
            n: format.number(task.submitted_plant_count),
            m: format.number(task.scheduled_plant_count),
          })}
        </p>
      )}
      {to === "completed" && needsComment && (
        <p className="text-sm text-act">{t("despite_verdict")}</p>
      )}
      <TextArea
        {...form.field("comment")}
        label={t("comment")}
        hint={t("comment_hint")}
        optional={!needsComment}
      />
    </FormDialog>
  );
}

import { paths } from "@nihol/contract/paths";
import {
  type OpenTransition,
  type PlantTreeTask,
  plantTreeTaskStatusSchema,
} from "@nihol/contract/plant-tree-tasks";
import { useId } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { post } from "../../lib/api.ts";
import { useForm } from "../../lib/form.ts";
import { refresh } from "../../lib/query-client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNote } from "../../ui/error-panel.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { useTaskName } from "./task-name.ts";
import { moveKey } from "./transition-words.ts";

type Props = { task: PlantTreeTask; transition: OpenTransition; onClose: () => void };

/** Moves a task on, with words for whoever goes on with it. */
export function TransitionDialog({ task, transition, onClose }: Props) {
  const { t } = useTranslation(["planting", "app"]);
  const id = useId();
  const taskName = useTaskName();
  const { to, needs_comment: needsComment } = transition;
  const verb = t(moveKey(task.status, to));
  const form = useForm({
    schema: plantTreeTaskStatusSchema,
    initial: { status: to, comment: "" },
    submit: async (values) => {
      await post(`${paths.plantTreeTask}/${task.id}/status`, values);
      await refresh(paths.plantTreeTask);
      toast.success(t("moved"));
      onClose();
    },
  });
  const actions = (
    <>
      <Button onClick={onClose}>{t("app:cancel")}</Button>
      <Button
        type="submit"
        form={id}
        tone={to === "cancelled" ? "danger" : "primary"}
        busy={form.busy}
      >
        {verb}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={verb}
      description={t("move_to", { task: taskName(task), status: t(`status_${to}`) })}
      actions={actions}
    >
      <form
        id={id}
        ref={form.ref}
        noValidate
        onSubmit={(event) => void form.handleSubmit(event)}
        className="grid gap-3"
      >
        <TextArea
          {...form.field("comment")}
          label={t("comment")}
          hint={t("comment_hint")}
          optional={!needsComment}
        />
        {form.errors.status && <p className="text-sm text-act">{form.errors.status}</p>}
        <FailureNote error={form.failure} />
      </form>
    </Dialog>
  );
}

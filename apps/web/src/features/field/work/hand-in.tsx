import type { FieldTask } from "@nihol/contract/planting/field-tasks";
import { Send } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { useForm } from "../../../lib/form/form.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { TextArea } from "../../../ui/form/text-field.tsx";

type Props = {
  task: FieldTask;
  /** Something of it is still on the phone: what is handed in takes no further rows. */
  isWaiting: boolean;
  onHandedIn: () => void;
};

/** Hands the task in once everything that was made for it has arrived; that needs a line. */
export function HandIn({ task, isWaiting, onHandedIn }: Props) {
  const { t } = useTranslation("field");
  const [isAsking, setIsAsking] = useState(false);
  const step = task.transitions.find(({ to }) => to === "submitted");
  if (isWaiting && task.can.report)
    return <p className="text-sm text-ink-2">{t("hand_in_waits")}</p>;
  if (!step) return null;
  return (
    <div>
      <Button icon={<Send className="size-4" />} onClick={() => setIsAsking(true)}>
        {t("hand_in")}
      </Button>
      {isAsking && (
        <HandInDialog
          task={task}
          needsComment={step.needs_comment}
          onHandedIn={onHandedIn}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

type DialogProps = Omit<Props, "isWaiting"> & { needsComment: boolean; onClose: () => void };

function HandInDialog({ task, needsComment, onHandedIn, onClose }: DialogProps) {
  const { t } = useTranslation(["field", "planting"]);
  const format = useFormat();
  const form = useForm({
    schema: async () =>
      (await import("@nihol/contract/planting/plant-tree-tasks")).plantTreeTaskStatusSchema,
    initial: { status: "submitted" as const, comment: "" },
    submit: async (body) => {
      await ask("POST /plant-tree-task/:id/status", { params: { id: task.id }, body });
      toast.success(t("handed_in"));
      onHandedIn();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t("hand_in")}
      description={t("hand_in_text")}
      action={t("hand_in")}
    >
      {needsComment && (
        <p className="text-sm text-ink-2">
          {t("planting:shortfall", {
            n: format.number(task.submitted_plant_count),
            m: format.number(task.scheduled_plant_count),
          })}
        </p>
      )}
      <TextArea
        {...form.field("comment")}
        label={t("planting:comment")}
        hint={t("planting:comment_hint")}
        optional={!needsComment}
      />
    </FormDialog>
  );
}

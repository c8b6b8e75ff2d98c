import type { Capture } from "@nihol/contract/imagery/captures";
import { type CaptureReason, captureReasons } from "@nihol/contract/values/imagery";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { useForm } from "../../lib/form/form.ts";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { sendReview } from "./send-review.ts";

type Props = { capture: Capture; onClose: () => void };

/** Asks why an image shall not count; says what follows before it is done. */
export function RejectDialog({ capture, onClose }: Props) {
  const { t } = useTranslation(["captures", "app"]);
  const form = useForm({
    schema: async () => (await import("@nihol/contract/imagery/captures")).captureReviewSchema,
    initial: { state: "rejected" as const, reason: null as CaptureReason | null, comment: "" },
    submit: async (values) => {
      await sendReview(capture.id, values);
      toast.success(t("rejected_note"));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t("reject_title", { name: capture.file_name })}
      description={t("reject_text")}
      action={t("reject")}
      tone="danger"
    >
      <SelectField
        {...form.field("reason")}
        label={t("reason")}
        options={captureReasons.map((value) => ({ value, label: t(`reason_${value}`) }))}
      />
      <TextField {...form.field("comment")} label={t("comment")} optional />
    </FormDialog>
  );
}

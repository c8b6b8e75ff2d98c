import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useForm } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { TextArea } from "../../ui/form/text-field.tsx";
import { refreshReports } from "./report-calls.ts";

type Props = { days: { from: string; to: string }; onClose: () => void };

/** Submits a period, so that somebody else approves it. */
export function SubmitDialog({ days, onClose }: Props) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const form = useForm({
    schema: async () =>
      (await import("@nihol/contract/reports/report-periods")).reportPeriods.create,
    initial: { ...days, note: "" },
    submit: async (values) => {
      await ask(`POST ${paths.reportPeriod}`, { body: values });
      await refreshReports();
      toast.success(t("period_submitted_done"));
      onClose();
    },
  });
  const dates = `${format.date(days.from)} – ${format.date(days.to)}`;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t("period_submit")}
      description={t("period_submit_text", { dates })}
      action={t("period_submit")}
    >
      <TextArea {...form.field("note")} label={t("period_note")} optional />
    </FormDialog>
  );
}

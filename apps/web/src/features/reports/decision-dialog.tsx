import type { ReportPeriod } from "@nihol/contract/reports/report-periods";
import {
  type ReportDecision,
  reportPeriodStep,
} from "@nihol/contract/values/reports/report-periods";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useForm } from "../../lib/form/form.ts";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { TextArea } from "../../ui/form/text-field.tsx";
import { refreshReports } from "./report-calls.ts";

type Props = { period: ReportPeriod; decision: ReportDecision; onClose: () => void };

/** Approves a period, returns it, or submits its corrections. */
export function DecisionDialog({ period, decision, onClose }: Props) {
  const { t } = useTranslation("reports");
  const needsComment = reportPeriodStep(period.state, decision)?.needsComment === true;
  const form = useForm({
    schema: async () =>
      (await import("@nihol/contract/reports/report-periods")).reportPeriodApprove.body,
    initial: { comment: "" },
    submit: async (values) => {
      await ask(`POST /report-period/:id/${decision}`, { params: { id: period.id }, body: values });
      await refreshReports();
      toast.success(t(`decided_${decision}`));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t(`decide_${decision}`)}
      description={t(`decide_${decision}_text`)}
      action={t(`decide_${decision}`)}
    >
      {decision !== "approve" && (
        <TextArea {...form.field("comment")} label={t("period_note")} optional={!needsComment} />
      )}
    </FormDialog>
  );
}

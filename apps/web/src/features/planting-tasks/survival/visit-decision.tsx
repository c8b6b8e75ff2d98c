import type { SurvivalVisit } from "@nihol/contract/planting/survival";
import { useTranslation } from "react-i18next";
import { useForm } from "../../../lib/form/form.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { useVisitName } from "../../../parts/planting/visit-name.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { TextArea } from "../../../ui/form/text-field.tsx";
import { moveVisit, type VisitAt } from "./survival-data.ts";

type Decision = "finish" | "cancel" | "reopen" | "restore";
type Props = { at: VisitAt; visit: SurvivalVisit; decision: Decision; onClose: () => void };

const states = {
  finish: "done",
  cancel: "cancelled",
  reopen: "drawn",
  restore: "planned",
} as const;

/** Ends a visit, cancels it or opens it again, with the reason that this needs. */
export function VisitDecision({ at, visit, decision, onClose }: Props) {
  const { t } = useTranslation("survival");
  const format = useFormat();
  const visitName = useVisitName();
  const left = visit.estimate.plots - visit.estimate.counted_plots;
  const form = useForm({
    schema: async () => (await import("@nihol/contract/planting/survival")).survivalStateSchema,
    initial: { state: states[decision], reason: "" },
    submit: async (values) => {
      await moveVisit(at, values);
      onClose();
    },
  });
  const needsNoReason = decision === "finish" && left === 0;
  const text = left > 0 ? t("finish_text", { n: format.number(left) }) : t("finish_all");
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t(decision)}
      description={visitName(visit)}
      action={t(decision)}
      tone={decision === "cancel" ? "danger" : "primary"}
    >
      {decision === "finish" && <p className="text-sm text-ink-2">{text}</p>}
      <TextArea {...form.field("reason")} label={t("reason")} optional={needsNoReason} />
    </FormDialog>
  );
}

import type { PlantingVerdictDetail } from "@nihol/contract/planting/verdicts";
import { decidedVerdicts } from "@nihol/contract/values/planting/verdicts";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { useForm } from "../../../lib/form/form.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { TextArea } from "../../../ui/form/text-field.tsx";
import { refreshVerdicts, sendAppeal, sendDecision } from "./verdict-data.ts";

export type Decided = (typeof decidedVerdicts)[number];

type Props = {
  verdict: PlantingVerdictDetail;
  /** Chosen by a key or a button. */
  chosen: Decided;
  onClose: () => void;
  onDecided: () => void;
};

/** Asks a reviewer for the decision and its reason. */
export function DecisionDialog({ verdict, chosen, onClose, onDecided }: Props) {
  const { t } = useTranslation("verdicts");
  const { id, revision, state } = verdict;
  const form = useForm({
    schema: async () => (await import("@nihol/contract/planting/verdicts")).verdictDecisionSchema,
    initial: { verdict: chosen as Decided | null, explanation: "", seen: { revision, state } },
    submit: async (values) => {
      await sendDecision(id, values);
      toast.success(t("decided_note"));
      onDecided();
      await refreshVerdicts();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t("decide_title", { id })}
      description={t("decide_text")}
      action={t("decide")}
    >
      <SelectField
        {...form.field("verdict")}
        label={t("verdict")}
        options={decidedVerdicts.map((value) => ({ value, label: t(`verdict_${value}`) }))}
      />
      <TextArea
        {...form.field("explanation")}
        label={t("explanation")}
        hint={t("explanation_hint")}
      />
    </FormDialog>
  );
}

/** Asks why the ministry holds a decision to be wrong. */
export function AppealDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation("verdicts");
  const form = useForm({
    schema: async () => (await import("@nihol/contract/planting/verdicts")).verdictAppealSchema,
    initial: { explanation: "" },
    submit: async (values) => {
      await sendAppeal(id, values);
      toast.success(t("appealed_note"));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t("appeal_title", { id })}
      description={t("appeal_text")}
      action={t("appeal")}
    >
      <TextArea {...form.field("explanation")} label={t("explanation")} />
    </FormDialog>
  );
}

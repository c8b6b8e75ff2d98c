import { paths } from "@nihol/contract/values/paths";
import { needsComment, type ViolationState } from "@nihol/contract/values/violations";
import type { ViolationDetail } from "@nihol/contract/violations/violations";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useForm } from "../../lib/form/form.ts";
import { useHolds } from "../../lib/permissions.ts";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { StateBadge } from "../../parts/states/violation-state.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { TextArea } from "../../ui/form/text-field.tsx";

type Props = { violation: ViolationDetail; to: ViolationState; onClose: () => void };

/** The text of a step: what was referred is taken back, not confirmed a second time. */
export const stepText = (from: ViolationState, to: ViolationState) =>
  from === "referred" && to === "confirmed" ? "to_confirmed_back" : `to_${to}`;

/** Another state with its reason; when somebody else was faster, that is said here. */
export function StateDialog({ violation, to, onClose }: Props) {
  const { t } = useTranslation(["violations", "app"]);
  const step = stepText(violation.state, to);
  const isReferral = to === "referred";
  const mayChoose = useHolds("ministry.view");
  const form = useForm({
    schema: async () =>
      (await import("@nihol/contract/violations/violations")).violationStateSchema,
    initial: {
      from: violation.state,
      to,
      comment: "",
      ministry: isReferral ? (violation.ministry?.id ?? null) : undefined,
    },
    submit: async (change) => {
      try {
        await ask("POST /violation/:id/state", { params: { id: violation.id }, body: change });
      } finally {
        await refresh(paths.violation);
      }
      toast.success(t("app:updated"));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t(`${step}_title`, { name: violation.title })}
      action={t(step)}
    >
      <p className="flex flex-wrap items-center gap-2">
        <StateBadge state={form.values.from} />
        <span aria-hidden>→</span>
        <StateBadge state={to} />
      </p>
      {isReferral && (mayChoose || !violation.ministry) && (
        <ReferenceField
          {...form.field("ministry")}
          value={form.values.ministry ?? null}
          label={t("ministry")}
          hint={t("ministry_hint")}
          path={paths.ministry}
        />
      )}
      <TextArea
        {...form.field("comment")}
        label={t("reason")}
        hint={t("reason_hint")}
        optional={!needsComment(form.values.from, to)}
      />
    </FormDialog>
  );
}

import { paths } from "@nihol/contract/paths";
import {
  needsComment,
  type ViolationDetail,
  type ViolationState,
  violationStateSchema,
} from "@nihol/contract/violations";
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
import { StateBadge } from "./state-badge.tsx";

type Props = { violation: ViolationDetail; to: ViolationState; onClose: () => void };

/** The text of a step: what was referred is taken back, not confirmed a second time. */
export const stepText = (from: ViolationState, to: ViolationState) =>
  from === "referred" && to === "confirmed" ? "to_confirmed_back" : `to_${to}`;

/** Another state with its reason; when somebody else was faster, that is said here. */
export function StateDialog({ violation, to, onClose }: Props) {
  const { t } = useTranslation(["violations", "app"]);
  const id = useId();
  const step = stepText(violation.state, to);
  const form = useForm({
    schema: violationStateSchema,
    initial: { from: violation.state, to, comment: "" },
    submit: async (change) => {
      try {
        await post(`${paths.violation}/${violation.id}/state`, change);
      } finally {
        await refresh(paths.violation);
      }
      toast.success(t("app:updated"));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`${step}_title`, { name: violation.title })}
      actions={
        <>
          <Button onClick={onClose}>{t("app:cancel")}</Button>
          <Button type="submit" form={id} tone="primary" busy={form.busy}>
            {t(step)}
          </Button>
        </>
      }
    >
      <form id={id} ref={form.ref} onSubmit={form.handleSubmit} noValidate className="grid gap-4">
        <p className="flex flex-wrap items-center gap-2">
          <StateBadge state={form.values.from} />
          <span aria-hidden>→</span>
          <StateBadge state={to} />
        </p>
        <TextArea
          {...form.field("comment")}
          label={t("reason")}
          hint={t("reason_hint")}
          optional={!needsComment(form.values.from, to)}
        />
        <FailureNote error={form.failure} />
      </form>
    </Dialog>
  );
}

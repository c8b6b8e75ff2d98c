import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { SentForm } from "../../lib/form/form.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { FormFailure } from "../error-panel.tsx";
import { useLeave } from "./use-leave.tsx";

type Props = {
  title: string;
  description?: ReactNode;
  form: SentForm;
  /** The word on the button; "Save" unless given. */
  action?: string;
  tone?: "primary" | "danger";
  /** At the left of the buttons. */
  aside?: ReactNode;
  width?: "sm" | "md" | "lg";
  onClose: () => void;
  children: ReactNode;
};

/** A few fields that stand over the screen; what was typed is not lost by Esc or the cross. */
export function FormDialog(props: Props) {
  const { title, description, form, action, tone = "primary", aside, width } = props;
  const { onClose, children } = props;
  const { t } = useTranslation("app");
  const id = useId();
  const { handleClose, guard } = useLeave(form.isDirty, onClose, form.forget);
  const actions = (
    <>
      {aside}
      <Button onClick={handleClose}>{t("cancel")}</Button>
      <Button type="submit" form={id} tone={tone} busy={form.busy}>
        {action ?? t("save")}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={handleClose} {...{ title, description, actions, width }}>
      <form
        id={id}
        ref={form.ref}
        noValidate
        onSubmit={(event) => void form.handleSubmit(event)}
        className="grid gap-4"
      >
        {children}
        <FormFailure form={form} />
      </form>
      {guard}
    </Dialog>
  );
}

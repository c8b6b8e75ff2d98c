import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { SentForm } from "../../lib/form/form.ts";
import { Button } from "../button.tsx";
import { FormFailure } from "../error-panel.tsx";
import { SidePanel } from "../side-panel.tsx";
import { RestoredNote } from "./restored-note.tsx";
import { useLeave } from "./use-leave.tsx";

type Props = {
  title: string;
  form: SentForm;
  /** The word on the button; "Save" unless given. */
  action?: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
};

/** A form in the side panel: its buttons stay at the bottom, and nothing typed is lost by accident. */
export function FormPanel({ title, form, action, onClose, children, wide }: Props) {
  const { t } = useTranslation("app");
  const id = useId();
  const { handleClose, guard } = useLeave(form.isDirty, onClose, form.forget);
  const footer = (
    <>
      <Button onClick={handleClose}>{t("cancel")}</Button>
      <Button type="submit" form={id} tone="primary" busy={form.busy}>
        {action ?? t("save")}
      </Button>
    </>
  );
  return (
    <SidePanel title={title} onClose={handleClose} footer={footer} wide={wide}>
      <form id={id} ref={form.ref} onSubmit={form.handleSubmit} noValidate className="grid gap-4">
        <RestoredNote form={form} />
        {children}
        <FormFailure form={form} />
      </form>
      {guard}
    </SidePanel>
  );
}

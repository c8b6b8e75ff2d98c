import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

type Props = {
  title: string;
  /** Label of the button that begins. */
  action: string;
  tone?: "primary" | "danger";
  isBusy: boolean;
  isDisabled: boolean;
  onRun: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

/** The question before many records are changed; it stays until the change is through. */
export function BulkDialog(props: Props) {
  const { title, action, tone = "primary", isBusy, isDisabled, onRun, onClose, children } = props;
  const { t } = useTranslation("app");
  return (
    <Dialog
      open
      onClose={() => !isBusy && onClose()}
      title={title}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button tone={tone} busy={isBusy} disabled={isDisabled} onClick={() => void onRun()}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

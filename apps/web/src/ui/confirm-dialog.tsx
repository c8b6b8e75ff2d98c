import { type ReactNode, type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { FailureNote } from "./error-panel.tsx";

type Props = {
  open: boolean;
  onClose: () => void;
  /** Names the thing: "Delete the region Sughd?" */
  title: string;
  /** Tells what goes with it, what stays, whether it can be undone. */
  consequence: ReactNode;
  /** The word on the button: "Delete", never "OK". */
  action: string;
  tone?: "danger" | "primary";
  onConfirm: () => Promise<void> | void;
  /** As of `Dialog`. */
  finalFocus?: RefObject<HTMLElement | null>;
};

/** Asks before what cannot be undone; a refusal is shown here, where it was asked. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  consequence,
  action,
  tone = "danger",
  onConfirm,
  finalFocus,
}: Props) {
  const { t } = useTranslation("app");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function handleConfirm() {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  function handleClose() {
    setFailure(null);
    onClose();
  }

  const actions = (
    <>
      <Button onClick={handleClose}>{t("cancel")}</Button>
      <Button tone={tone} busy={busy} onClick={handleConfirm}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog
      open={open}
      onClose={handleClose}
      title={title}
      actions={actions}
      finalFocus={finalFocus}
    >
      <div className="grid gap-3 text-ink-2">
        <div>{consequence}</div>
        <FailureNote error={failure} />
      </div>
    </Dialog>
  );
}

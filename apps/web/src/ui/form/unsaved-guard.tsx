import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../confirm-dialog.tsx";

/** Stands in a form: asks before an address change or a closed tab would lose what was typed. */
export function UnsavedGuard({
  isDirty,
  onLeave,
}: {
  isDirty: () => boolean;
  onLeave?: (() => void) | undefined;
}) {
  const blocker = useBlocker({
    shouldBlockFn: isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <UnsavedDialog
      open={blocker.status === "blocked"}
      onStay={() => blocker.reset?.()}
      onLeave={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
    />
  );
}

type Props = { open: boolean; onStay: () => void; onLeave: () => void };

/** The question itself. */
export function UnsavedDialog({ open, onStay, onLeave }: Props) {
  const { t } = useTranslation("app");
  return (
    <ConfirmDialog
      open={open}
      onClose={onStay}
      title={t("unsaved_title")}
      consequence={t("unsaved_text")}
      action={t("unsaved_leave")}
      onConfirm={onLeave}
    />
  );
}

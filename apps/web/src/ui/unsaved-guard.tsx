import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Stands in a form: asks before an address change or a closed tab would lose what was typed. */
export function UnsavedGuard({ isDirty }: { isDirty: () => boolean }) {
  const { t } = useTranslation("app");
  const blocker = useBlocker({
    shouldBlockFn: isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onClose={() => blocker.reset?.()}
      title={t("unsaved_title")}
      consequence={t("unsaved_text")}
      action={t("unsaved_leave")}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}

import { useTranslation } from "react-i18next";
import type { Form } from "../../lib/form/form.ts";

/** Says that the form holds what was typed before, and takes it off. */
export function RestoredNote({ form }: { form: Pick<Form<object>, "isRestored" | "startAgain"> }) {
  const { t } = useTranslation("app");
  if (!form.isRestored) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-accent-soft px-3 py-2 text-sm text-accent-strong"
    >
      {t("draft_restored")}
      <button
        type="button"
        onClick={form.startAgain}
        className="rounded font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
      >
        {t("draft_start_again")}
      </button>
    </p>
  );
}

import { useTranslation } from "react-i18next";
import { seeAs, seenRole } from "../../lib/api/see-as.ts";
import { roleName } from "../../lib/text/role-name.ts";

/** Says, on every screen, that this is another role's view, and ends it. */
export function SeeAsStrip() {
  const { t } = useTranslation("app");
  const role = seenRole();
  if (!role) return null;
  return (
    <aside
      aria-label={t("see_as")}
      data-print="no"
      className="flex flex-wrap items-center justify-center gap-x-3 bg-accent-soft px-4 py-1 text-center text-sm text-accent-strong"
    >
      {t("see_as_strip", { role: roleName(role.name, t) })}
      <button
        type="button"
        onClick={() => seeAs(null)}
        className="rounded px-1 font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
      >
        {t("see_as_end")}
      </button>
    </aside>
  );
}

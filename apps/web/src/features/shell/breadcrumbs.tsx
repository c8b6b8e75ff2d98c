import { Link, useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { screenAt, viewOf } from "../../lib/navigation/screens.ts";

/** Section, then screen; the screen leads back to its list without what is open. */
export function Breadcrumbs() {
  const { t } = useTranslation("app");
  const screen = useRouterState({ select: (state) => screenAt(state.location) });
  if (!screen) return null;
  return (
    <nav aria-label={t("breadcrumbs")} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 text-sm">
        <li className="text-ink-3 max-sm:hidden">{t(`section_${screen.section}`)}</li>
        <li aria-hidden className="text-ink-3 max-sm:hidden">
          /
        </li>
        <li className="min-w-0">
          <Link
            to={screen.to}
            search={viewOf(screen)}
            className="block truncate rounded font-medium hover:text-accent"
          >
            {t(`screen_${screen.id}`)}
          </Link>
        </li>
      </ol>
    </nav>
  );
}

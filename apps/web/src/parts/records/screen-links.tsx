import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { screensFor, viewOf } from "../../lib/navigation/screens.ts";

/** Links to the screens that this person may open. */
export function ScreenLinks() {
  const { t } = useTranslation("app");
  const screens = screensFor(useUser().userData);
  if (screens.length === 0) return <p className="text-ink-2">{t("nothing_to_open")}</p>;
  return (
    <nav aria-label={t("you_may_open")}>
      <ul className="divide-y divide-line">
        {screens.map((screen) => (
          <li key={screen.id}>
            <Link
              to={screen.to}
              search={viewOf(screen)}
              className="flex min-h-10 items-center justify-between gap-3 rounded px-1 font-medium hover:text-accent"
            >
              {t(`screen_${screen.id}`)}
              <ChevronRight aria-hidden className="size-4 text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

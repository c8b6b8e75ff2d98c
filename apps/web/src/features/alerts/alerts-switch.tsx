import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";

type Part = "alerts" | "rules";
const searches = { alerts: {}, rules: { view: "rules" } } as const satisfies Record<Part, object>;

/** The two parts of the screen: what was raised, and the rules that raise it. */
export function AlertsSwitch({ shown }: { shown: Part }) {
  const { t } = useTranslation("alerts");
  return (
    <nav
      data-print="no"
      aria-label={t("parts")}
      className="mb-3 flex shrink-0 gap-4 border-b border-line px-5 @max-sm/list:px-4"
    >
      {(["alerts", "rules"] as const).map((part) => (
        <Link
          key={part}
          to="/admin/alert"
          search={searches[part]}
          aria-current={part === shown ? "page" : undefined}
          className={cx(
            "-mb-px flex h-9 items-center border-b-2 text-sm font-medium pointer-coarse:h-11",
            part === shown
              ? "border-accent text-ink"
              : "border-transparent text-ink-2 hover:text-ink",
          )}
        >
          {t(`part_${part}`)}
        </Link>
      ))}
    </nav>
  );
}

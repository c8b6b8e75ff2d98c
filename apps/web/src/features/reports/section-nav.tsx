import { reportSections } from "@nihol/contract/values/reports/reports";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";

/** The groups of columns by name: shows that there are more than fit, and leads to each. */
export function SectionNav({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation("reports");
  return (
    <nav aria-label={t("column_groups")} className="-mx-2 flex flex-wrap gap-x-1 max-sm:hidden">
      {reportSections.map((section) => (
        <button
          key={section}
          type="button"
          onClick={() => showSection(scroller.current, section)}
          className="h-7 rounded-md px-2 text-xs text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:h-11"
        >
          {t(`section_${section}`)}
        </button>
      ))}
    </nav>
  );
}

/** Scrolls a group of columns to where the column of names ends. */
function showSection(scroller: HTMLElement | null, section: string): void {
  const title = scroller?.querySelector<HTMLElement>(`th[data-section="${section}"]`);
  const names = scroller?.querySelector<HTMLElement>("thead td");
  if (scroller && title && names)
    scroller.scrollTo({ left: title.offsetLeft - names.offsetWidth, behavior: "instant" });
}

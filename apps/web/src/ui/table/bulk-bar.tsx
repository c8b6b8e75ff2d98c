import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { IconButton } from "../icon-button.tsx";

type Props = { selected: number; count: number; onClear: () => void; children: ReactNode };

/** Under a table while rows are selected: how many, and what can be done with all of them. */
export function BulkBar({ selected, count, onClear, children }: Props) {
  const { t } = useTranslation("lists");
  const format = useFormat();
  return (
    <section
      data-print="no"
      aria-label={t("selected", { n: format.number(selected), m: format.number(count) })}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-accent-soft px-5 py-2 text-sm"
    >
      <span className="numeric font-medium" aria-live="polite">
        {t("selected", { n: format.number(selected), m: format.number(count) })}
      </span>
      {children}
      <span className="ms-auto">
        <IconButton label={t("selection_clear")} onClick={onClear}>
          <X />
        </IconButton>
      </span>
    </section>
  );
}

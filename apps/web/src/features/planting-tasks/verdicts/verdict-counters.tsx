import type { PlotCounter } from "@nihol/contract/values/violations";
import { useTranslation } from "react-i18next";
import { usePlotCounterText } from "../../../parts/planting/plot-counter-text.ts";

/** Lists the people who counted the plots, of which organization and from how far away. */
export function VerdictCounters({ counters }: { counters: readonly PlotCounter[] }) {
  const { t } = useTranslation("verdicts");
  const counterText = usePlotCounterText();
  if (counters.length === 0) return null;
  return (
    <div className="grid gap-1 text-sm">
      <h4 className="font-medium">{t("counters")}</h4>
      <ul className="grid gap-1">
        {counters.map((counter) => (
          <li
            key={JSON.stringify(counter)}
            className={counter.own_side ? "text-act" : "text-ink-2"}
          >
            {counterText(counter)}
          </li>
        ))}
      </ul>
      <p className="text-xs text-ink-3">{t("counters_no_photo")}</p>
    </div>
  );
}

import type { PitVisitor } from "@nihol/contract/planting/verdicts";
import type { PlotCounter } from "@nihol/contract/values/violations";
import { whoText } from "@nihol/locales/who-text";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
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

/** Lists the people who stood at the pits that an image shows empty, and what they found. */
export function PitVisitors({ visitors }: { visitors: readonly PitVisitor[] }) {
  const { t } = useTranslation("verdicts");
  const format = useFormat();
  if (visitors.length === 0) return null;
  const lineOf = ({ name, organization, visited_on, far, own_side, ...found }: PitVisitor) =>
    [
      t("pit_visitor", {
        who: whoText(
          { name, organization: format.name(organization ?? undefined) },
          (key, params) => t(key, params ?? {}),
        ),
        date: format.date(visited_on),
        empty: format.number(found.empty),
        planted: format.number(found.planted),
        no_pit: format.number(found.no_pit),
      }),
      own_side && t("counter_own_side"),
      far > 0 && t("pit_visitor_far", { n: format.number(far) }),
    ]
      .filter((part) => part !== false)
      .join("; ");
  return (
    <div className="grid gap-1 text-sm">
      <h4 className="font-medium">{t("pit_visitors")}</h4>
      <ul className="grid gap-1">
        {visitors.map((visitor) => (
          <li
            key={JSON.stringify(visitor)}
            className={visitor.own_side || visitor.far > 0 ? "text-act" : "text-ink-2"}
          >
            {lineOf(visitor)}
          </li>
        ))}
      </ul>
    </div>
  );
}

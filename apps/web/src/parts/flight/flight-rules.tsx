import type { FlightAdvice } from "@nihol/contract/planting/flight-advice";
import { maxHeightM } from "@nihol/contract/values/planting/flight";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

/** Rules that the advice follows from, in words. */
export function FlightRules({ advice }: { advice: FlightAdvice }) {
  const { t } = useTranslation("flight");
  const format = useFormat();
  const deg = format.number(advice.sun_min_deg);
  const rules = [
    t("rule_pixel"),
    t("rule_sun", { deg }),
    t("rule_weeds"),
    t("rule_leaves"),
    t("rule_height", { n: format.number(maxHeightM) }),
  ];
  return (
    <section aria-labelledby="flight-rules" className="grid gap-2">
      <h3 id="flight-rules" className="text-sm font-semibold">
        {t("rules")}
      </h3>
      <ul className="grid list-disc gap-1 ps-5 text-sm text-ink-2">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  );
}

import type { PlantingVerdictDetail } from "@nihol/contract/planting/verdicts";
import type { ReasonSide } from "@nihol/contract/values/planting/verdicts";
import { CircleMinus, CirclePlus, CircleSlash } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { useReasonText } from "../../../parts/planting/reason-text.ts";
import { PitVisitors, VerdictCounters } from "./verdict-counters.tsx";
import { VerdictImageHands } from "./verdict-image-hands.tsx";

const sides = {
  for: { icon: CirclePlus, tone: "text-good" },
  against: { icon: CircleMinus, tone: "text-act" },
  silent: { icon: CircleSlash, tone: "text-ink-3" },
} as const satisfies Record<ReasonSide, { icon: unknown; tone: string }>;

/** Lists the reasons for the report, those against it, and those that could say nothing; each with its source. */
export function VerdictReasons({ verdict }: { verdict: PlantingVerdictDetail }) {
  const { t } = useTranslation("verdicts");
  const reasonText = useReasonText();
  const { proposal } = verdict;
  if (!proposal) return null;
  return (
    <section aria-labelledby="verdict-reasons" className="grid gap-2">
      <h3 id="verdict-reasons" className="text-sm font-semibold">
        {t("reasons")}
      </h3>
      <ul className="grid gap-2 text-sm">
        {proposal.reasons.map((reason) => {
          const { icon: Icon, tone } = sides[reason.says];
          return (
            <li key={JSON.stringify(reason)} className="flex items-start gap-2">
              <Icon aria-hidden className={cx("mt-0.5 size-4 shrink-0", tone)} />
              <span>
                <span className="sr-only">{t(`says_${reason.says}`)}: </span>
                {reasonText(reason)}
              </span>
            </li>
          );
        })}
      </ul>
      <VerdictCounters counters={verdict.counters} />
      <PitVisitors visitors={verdict.pit_visitors} />
      <VerdictImageHands hands={verdict.image_hands} />
      <p className="text-xs text-ink-3">{t("method", { version: proposal.version })}</p>
    </section>
  );
}

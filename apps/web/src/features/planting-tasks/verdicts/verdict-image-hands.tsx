import type { ImageHand } from "@nihol/contract/planting/verdicts";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";

/** Lists who gave, dated or rejected the images of the garden, or set the threshold that they are counted at. */
export function VerdictImageHands({ hands }: { hands: readonly ImageHand[] }) {
  const { t } = useTranslation("verdicts");
  const format = useFormat();
  if (hands.length === 0) return null;
  const textOf = (hand: ImageHand) =>
    t(`change_${hand.kind}`, {
      image: String(hand.image),
      date: format.dateShort(hand.date),
      on: format.dateShort(hand.on),
      name: hand.name || t("counter_gone"),
      organization: hand.organization
        ? format.name(hand.organization)
        : t("counter_no_organization"),
      before: hand.before ? format.dateShort(hand.before) : "",
      threshold: hand.threshold === null ? "" : format.number(hand.threshold, 2),
    });
  return (
    <div className="grid gap-1 text-sm">
      <h4 className="font-medium">{t("image_changes")}</h4>
      <ul className="grid gap-1">
        {hands.map((hand) => (
          <li
            key={`${hand.image} ${hand.kind}`}
            className={hand.own_side ? "text-act" : "text-ink-2"}
          >
            {textOf(hand)}
            {hand.own_side && ` · ${t("counter_own_side")}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

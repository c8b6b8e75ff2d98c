import type { ImageHand } from "@nihol/contract/values/violations";
import { useTranslation } from "react-i18next";
import { useImageHandText } from "../../../parts/planting/image-hand-text.ts";

/** Lists who gave, dated or rejected the images of the garden, taught or set what they are counted by. */
export function VerdictImageHands({ hands }: { hands: readonly ImageHand[] }) {
  const { t } = useTranslation("verdicts");
  const handText = useImageHandText();
  if (hands.length === 0) return null;
  return (
    <div className="grid gap-1 text-sm">
      <h4 className="font-medium">{t("image_changes")}</h4>
      <ul className="grid gap-1">
        {hands.map((hand) => (
          <li
            key={`${hand.image} ${hand.kind}`}
            className={hand.own_side ? "text-act" : "text-ink-2"}
          >
            {handText(hand)}
          </li>
        ))}
      </ul>
    </div>
  );
}

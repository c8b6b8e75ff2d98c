import type { ImageHand } from "@nihol/contract/values/violations";
import { imageHandText } from "@nihol/locales/image-hand-text";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

/** Describes a hand in an image in one line. */
export function useImageHandText(): (hand: ImageHand) => string {
  const { t } = useTranslation("verdicts");
  const format = useFormat();
  return ({ image, date, on, before, threshold, organization, ...hand }) =>
    imageHandText(
      {
        ...{ kind: hand.kind, name: hand.name, own_side: hand.own_side, image: String(image) },
        ...{ date: format.dateShort(date), on: format.dateShort(on) },
        organization: format.name(organization ?? undefined),
        before: before ? format.dateShort(before) : "",
        threshold: threshold === null ? "" : format.number(threshold, 2),
      },
      (key, params) => t(key, params ?? {}),
    );
}

import type { TreeDates } from "@nihol/contract/imagery/trees";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { type Format, useFormat } from "../lib/text/format.ts";
import type { MapImage } from "./layers/image-layer.tsx";

type Props = {
  image: MapImage | null;
  /** When the trees in view were seen; undefined when none are shown. */
  trees: TreeDates | undefined;
};

/** When what is in view was seen: the image, the trees, and whether they are of one date. */
export function CaptureNote({ image, trees }: Props) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const lines = noteLines(image, trees, { t, format });
  if (lines.length === 0) return null;
  return (
    <p className="numeric w-fit rounded bg-raised/85 px-2 py-0.5 text-2xs text-balance text-ink-2">
      {lines.join("\u00a0· ")}
    </p>
  );
}

/** One line when image and trees are of one date, else one each. */
export function noteLines(
  image: MapImage | null,
  trees: TreeDates | undefined,
  { t, format }: { t: TFunction; format: Format },
): string[] {
  const { captured_from: from, captured_to: to } = trees ?? {};
  const ofImage = image && {
    date: format.date(image.date),
    gsd: format.number(image.gsd_m, 2),
  };
  const isOne = from === to;
  if (ofImage && isOne && image.date === from) return [t("map:captured_both", ofImage)];
  const lines = ofImage ? [t("map:captured_image", ofImage)] : [];
  if (!trees) return lines;
  if (!from || !to) return [...lines, t("map:captured_nothing")];
  const dates = { date: format.date(from), from: format.date(from), to: format.date(to) };
  if (image) return [...lines, t(isOne ? "map:captured_other" : "map:captured_several", dates)];
  return [t(isOne ? "map:captured_trees_on" : "map:captured_trees", dates)];
}

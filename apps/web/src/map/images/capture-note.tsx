import type { TreeDates } from "@nihol/contract/imagery/trees";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { type Format, useFormat } from "../../lib/text/format.ts";

/** Date of an image, and its metres per pixel: all that the note says of it. */
export type Shown = { date: string; gsd_m: number };

type Props = {
  /** Those that are seen. */
  images: readonly Shown[];
  /** When the trees in view were seen; undefined when none are shown. */
  trees: TreeDates | undefined;
};

/** When what is in view was seen: the images, the trees, and whether they are of one date. */
export function CaptureNote({ images, trees }: Props) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const lines = noteLines(images, trees, { t, format });
  if (lines.length === 0) return null;
  return (
    <p
      data-capture-note
      className="numeric w-fit rounded bg-raised/85 px-2 py-0.5 text-2xs text-balance text-ink-2"
    >
      {lines.join("\u00a0· ")}
    </p>
  );
}

type Words = { t: TFunction; format: Format };

/** Writes one line when images and trees are of the same dates, else one each. */
export function noteLines(
  images: readonly Shown[],
  trees: TreeDates | undefined,
  { t, format }: Words,
): string[] {
  const { captured_from: from, captured_to: to } = trees ?? {};
  const dates = images.map(({ date }) => date).sort();
  const [first, last] = [dates.at(0), dates.at(-1)];
  const isOne = first === last;
  const ofImages = first && last ? wordsOf(first, last, images, format) : undefined;
  if (ofImages && from === first && to === last)
    return [t(isOne ? "map:captured_both" : "map:captured_all", ofImages)];
  const lines = ofImages ? [t(isOne ? "map:captured_image" : "map:captured_images", ofImages)] : [];
  if (!trees) return lines;
  if (!from || !to) return [...lines, t("map:captured_nothing")];
  const seen = { date: format.date(from), from: format.date(from), to: format.date(to) };
  if (images.length === 1)
    return [...lines, t(from === to ? "map:captured_other" : "map:captured_several", seen)];
  return [...lines, t(from === to ? "map:captured_trees_on" : "map:captured_trees", seen)];
}

function wordsOf(first: string, last: string, images: readonly Shown[], format: Format) {
  const pixels = images.map(({ gsd_m }) => gsd_m);
  const [fine, coarse] = [Math.min(...pixels), Math.max(...pixels)].map((gsd) =>
    format.number(gsd, 2),
  );
  return {
    date: format.date(first),
    from: format.date(first),
    to: format.date(last),
    gsd: fine === coarse ? fine : `${fine}–${coarse}`,
  };
}

import type { TreeCounts } from "@nihol/contract/statistics";
import { useTranslation } from "react-i18next";
import { useFormat } from "../lib/format.ts";
import type { MapImage } from "./image-layer.tsx";

type Props = {
  image: MapImage | null;
  /** What the trees that are shown were counted on; undefined when none are shown. */
  trees: TreeCounts | undefined;
};

/** When what is shown was seen: the picture's date, and the dates of the captures that trees come from. */
export function CaptureNote({ image, trees }: Props) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const { captured_from: from, captured_to: to } = trees ?? {};
  const lines = [
    image &&
      t("captured_image", { date: format.date(image.date), gsd: format.number(image.gsd_m, 2) }),
    trees &&
      from &&
      to &&
      (from === to
        ? t("captured_trees_on", { date: format.date(from) })
        : t("captured_trees", { from: format.date(from), to: format.date(to) })),
    trees && !from && t("captured_nothing"),
  ].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <p className="numeric w-fit rounded bg-raised/85 px-2 py-0.5 text-2xs text-balance text-ink-2">
      {lines.join(" · ")}
    </p>
  );
}

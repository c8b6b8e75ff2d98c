import type { TreeFilter } from "@nihol/contract/statistics";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "../lib/format.ts";
import type { MapImage } from "./image-layer.tsx";
import { statisticsQuery } from "./map-data.ts";

type Props = { image: MapImage | null; trees: boolean; filter: TreeFilter };

/** When what is shown was seen: the picture's date, and the dates of the captures that trees come from. */
export function CaptureNote({ image, trees, filter }: Props) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const figures = useQuery({ ...statisticsQuery(filter), enabled: trees }).data;
  const { captured_from: from, captured_to: to } = figures?.trees ?? {};
  const lines = [
    image &&
      t("captured_image", { date: format.date(image.date), gsd: format.number(image.gsd_m, 2) }),
    trees &&
      from &&
      to &&
      (from === to
        ? t("captured_trees_on", { date: format.date(from) })
        : t("captured_trees", { from: format.date(from), to: format.date(to) })),
    trees && figures && !from && t("captured_nothing"),
  ].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <p className="pointer-events-none absolute bottom-8 left-2.5 z-10 max-w-[min(26rem,calc(100%-5rem))] rounded bg-raised/85 px-2 py-0.5 text-2xs text-ink-2">
      {lines.join(" · ")}
    </p>
  );
}

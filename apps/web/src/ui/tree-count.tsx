import type { TreeCounts } from "@nihol/contract/statistics";
import { formatCount } from "@nihol/locales/format-count";
import { useTranslation } from "react-i18next";
import { type Format, useFormat } from "../lib/format.ts";

/** "1 240 ± 90", or a dash when nothing was counted. */
export const countRange = (
  counts: Pick<TreeCounts, "total" | "low" | "high">,
  format: Format,
): string => formatCount(counts, format.language);

/** What a count rests on: "14 May 2026 · 0.3 m · model 2", or why there is none. */
export function useCountBasis(): (counts: TreeCounts) => string {
  const { t } = useTranslation("map");
  const format = useFormat();
  return ({ captured_from: from, captured_to: to, gsd_m, models }) => {
    if (!from || !to) return t("captured_nothing");
    const dates = from === to ? format.date(to) : `${format.date(from)} – ${format.date(to)}`;
    const parts = [
      dates,
      gsd_m !== null && `${format.number(gsd_m, 2)} ${t("meters")}`,
      models.length > 0 && t("model", { name: models.join(", ") }),
    ];
    return parts.filter(Boolean).join(" · ");
  };
}

const rangeText = ({ low, range_basis }: TreeCounts) => {
  if (low === null) return "range_unknown";
  return range_basis === "calibration" ? "range_is_counted" : "range_is";
};

/** Trees with their 90 % range and what they were counted on. */
export function TreeCount({ counts }: { counts: TreeCounts }) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const basis = useCountBasis();
  return (
    <div>
      <p className="numeric text-2xl font-semibold tracking-tight">
        {countRange(counts, format)}{" "}
        <span className="text-sm font-normal text-ink-3">{t("trees_unit")}</span>
      </p>
      <p className="numeric text-xs text-ink-3">
        {basis(counts)}
        {counts.total > 0 && ` · ${t(rangeText(counts))}`}
      </p>
    </div>
  );
}

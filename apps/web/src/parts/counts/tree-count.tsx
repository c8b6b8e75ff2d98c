import type { TreeCounts } from "@nihol/contract/statistics";
import { formatCount } from "@nihol/locales/format-count";
import { isUnfamiliar } from "@nihol/locales/ground-text";
import { modelName } from "@nihol/locales/model-name";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Format, useFormat } from "../../lib/text/format.ts";
import { CountPlots, GroundNote, useCountText } from "./count-ground.tsx";

/** "1 240 ± 90", or a dash when nothing was seen. */
export const countRange = (
  counts: Pick<TreeCounts, "total" | "low" | "high"> | null,
  format: Format,
): string => formatCount(counts, format.language);

/** Tells what a count rests on: "14 May 2026 · 0.3 m · model 2", or why there is none. */
export function useCountBasis(): (counts: TreeCounts | null) => string {
  const { t } = useTranslation("map");
  const format = useFormat();
  const source = useCountSource();
  return (counts) => {
    const { captured_from: from, captured_to: to } = counts ?? {};
    if (!counts || !from || !to) return t("captured_nothing");
    const dates = from === to ? format.date(to) : `${format.date(from)} – ${format.date(to)}`;
    return [dates, source(counts)].filter(Boolean).join(" · ");
  };
}

/** Without the dates: "0.3 m · model 2". */
function useCountSource(): (counts: TreeCounts) => string {
  const { t } = useTranslation("map");
  const format = useFormat();
  return ({ gsd_m, models }) => {
    const parts = [
      gsd_m !== null && `${format.number(gsd_m, 2)} ${t("meters")}`,
      models.length > 0 && t("model", { name: models.map(modelName).join(", ") }),
    ];
    return parts.filter(Boolean).join(" · ");
  };
}

const rangeText = ({ low, range_basis }: TreeCounts) => {
  if (low === null) return "range_unknown";
  if (range_basis === "checked") return "range_is_checked";
  if (range_basis === "shared") return "range_is_shared";
  return range_basis === "calibration" ? "range_is_counted" : "range_is";
};

type Props = {
  counts: TreeCounts | null;
  /** Part of the ground that was seen, and when; where nothing was, the reason. */
  coverage?: ReactNode;
};

/** Trees with their 90 % range and what they were counted on. */
export function TreeCount({ counts, coverage }: Props) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const countText = useCountText();
  const basis = useCountBasis();
  const source = useCountSource();
  const lines = [
    coverage ? counts && source(counts) : basis(counts),
    counts && counts.total > 0 && !isUnfamiliar(counts) && t(rangeText(counts)),
    counts &&
      counts.found !== null &&
      counts.found !== counts.total &&
      t("found_trees", { n: format.number(counts.found) }),
    counts &&
      counts.checked > 0 &&
      counts.range_basis !== "checked" &&
      t("checked_trees", { n: format.number(counts.checked) }),
  ].filter(Boolean);
  return (
    <div className="grid gap-0.5">
      {isUnfamiliar(counts) ? (
        <p className="text-lg font-semibold text-balance">{countText(counts)}</p>
      ) : (
        <p className="numeric text-2xl font-semibold tracking-tight">
          {countRange(counts, format)}{" "}
          <span className="text-sm font-normal text-ink-3">
            {t("trees_unit", { n: countRange(counts, format) })}
          </span>
        </p>
      )}
      {coverage}
      {lines.length > 0 && <p className="numeric text-xs text-ink-3">{lines.join(" · ")}</p>}
      <GroundNote counts={counts} />
      <CountPlots counts={counts} />
    </div>
  );
}

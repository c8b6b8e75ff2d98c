import type { VerdictReason } from "@nihol/contract/values/planting/verdicts";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";

/** Figures that are days. */
const days = new Set(["captured_on", "before_on", "measured_on"]);
/** Figures in metres, with so many digits. */
const metres = new Set([
  "gsd_m",
  "before_gsd_m",
  "smallest_crown_m",
  "widest_m",
  "nearest_m",
  "spacing_m",
  "short_m",
  "long_m",
  "crown_m",
  "height_low_m",
  "height_high_m",
  "crown_low_m",
  "crown_high_m",
]);
/** Figures that are shares of 1. */
const shares = new Set([
  "coverage",
  "visible",
  "share",
  "survival_low",
  "survival_high",
  "checked",
]);

/** One reason in words and figures. */
export function useReasonText() {
  const { t } = useTranslation(["verdicts", "planting"]);
  const format = useFormat();

  function written(name: string, value: number | string): string {
    if (name === "flags")
      return String(value)
        .split(" ")
        .map((flag) => t(`planting:flag_${flag}`))
        .join(", ");
    if (days.has(name)) return format.date(String(value));
    const number = Number(value);
    if (shares.has(name)) return format.share(number, 0);
    if (metres.has(name)) return format.number(number, 2);
    return format.number(number, name === "ratio" || name === "factor" ? 2 : 0);
  }

  return function reasonText({ code, figures }: VerdictReason): string {
    const texts = Object.entries(figures).map(([name, value]) => [name, written(name, value)]);
    const values = Object.fromEntries(texts) as Record<string, string>;
    const isCompared = "before_image" in figures;
    if (code === "stock_height" && figures.height_low_m !== figures.height_high_m)
      return t("reason_stock_heights", values);
    const text = () => {
      if (code !== "image_count") return t(`reason_${code}`, values);
      return t(isCompared ? "reason_image_count" : "reason_image_count_alone", values);
    };
    return "checked" in figures ? `${text()} ${t("reason_checked", values)}` : text();
  };
}

/** Words and figures of one reason of a verdict: the same on screens and in acts. */
import { formatNumber, formatShare } from "./format-number.ts";
import type { TextLanguage } from "./text.ts";

/** Tools that a reason is written with. */
interface ReasonWords {
  language: TextLanguage;
  /** A text of verdicts.json, or the name of a flag of planting.json. */
  text: (
    key: `verdicts.${string}` | `planting.${string}`,
    params?: Record<string, string>,
  ) => string;
  date: (day: string) => string;
}

interface Reason {
  code: string;
  figures: Readonly<Record<string, number | string>>;
}

/** Figures that are days. */
const days = new Set([
  "captured_on",
  "before_on",
  "measured_on",
  "pits_on",
  "changed_on",
  "stated_on",
]);
/** Figures that are parts of an image, one after the other. */
const parts = new Set(["given_by_side", "before_given_by_side"]);
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

function written(name: string, value: number | string, words: ReasonWords): string {
  if (name === "flags")
    return String(value)
      .split(" ")
      .map((flag) => words.text(`planting.flag_${flag}`))
      .join(", ");
  if (parts.has(name))
    return String(value)
      .split(" ")
      .map((part) => words.text(`verdicts.part_${part}`))
      .join(", ");
  if (days.has(name)) return words.date(String(value));
  if (name === "image") return String(value);
  const number = Number(value);
  if (shares.has(name)) return formatShare(number, words.language, 0);
  if (metres.has(name)) return formatNumber(number, words.language, 2);
  return formatNumber(number, words.language, name === "ratio" || name === "factor" ? 2 : 0);
}

/** The sentence of a reason in the language of `words`. */
export function reasonText({ code, figures }: Reason, words: ReasonWords): string {
  const values: Record<string, string> = Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, written(name, value, words)]),
  );
  if (code === "stock_height" && figures.height_low_m !== figures.height_high_m)
    return words.text("verdicts.reason_stock_heights", values);
  const isAlone = code === "image_count" && !("before_image" in figures);
  const sentence = isAlone
    ? words.text("verdicts.reason_image_count_alone", values)
    : words.text(`verdicts.reason_${code}`, values);
  const more = [
    ...("checked" in figures ? ["checked"] : []),
    ...(Number(figures.pits ?? 0) > 0 ? ["rows_pits"] : []),
    ...(Number(figures.older_pits ?? 0) > 0 ? ["rows_older_pits"] : []),
    ...("pits_empty" in figures ? ["pits_visited"] : []),
    ...("pits_in_vain" in figures ? ["pits_in_vain"] : []),
    ...(code.startsWith("rows_") && "gsd_m" in figures ? ["rows_source"] : []),
    ...["given_by_side", "before_given_by_side"].filter((one) => one in figures),
    ...("own_checks" in figures ? ["own_work"] : []),
  ];
  return [sentence, ...more.map((one) => words.text(`verdicts.reason_${one}`, values))].join(" ");
}

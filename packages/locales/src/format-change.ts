import { formatNumber, formatShare, noValue } from "./format-number.ts";
import type { TextLanguage } from "./text.ts";

/** A figure or a difference, with its 90 % range where it has one. */
export interface Measured {
  value: number;
  low: number | null;
  high: number | null;
}

/** Units of a figure: per cent 0 to 100, a share 0 to 1. */
export type Unit = "count" | "percent" | "share";

const writers: Record<Unit, (value: number, language: TextLanguage) => string> = {
  count: (value, language) => formatNumber(Math.round(value), language),
  percent: (value, language) => formatShare(value / 100, language, 2),
  share: (value, language) => formatShare(value, language, 1),
};

/** The figure, a dash when nothing was seen, and its range, empty where it has none: "1 240" and "(1 100–1 330)". */
export function measuredParts(
  measured: Measured | null,
  unit: Unit,
  language: TextLanguage,
): { value: string; range: string } {
  if (!measured) return { value: noValue, range: "" };
  const write = (value: number) => writers[unit](value, language);
  const { value, low, high } = measured;
  const isExact = low === null || high === null || low === high;
  return { value: write(value), range: isExact ? "" : `(${write(low)}–${write(high)})` };
}

/** "1 240 (1 100–1 330)"; a dash when nothing was seen. */
export function formatMeasured(
  measured: Measured | null,
  unit: Unit,
  language: TextLanguage,
): string {
  const { value, range } = measuredParts(measured, unit, language);
  return range ? `${value} ${range}` : value;
}

/** Words for the difference of two percentages: "−0,15 %" would read as a share of what was. */
const points: Record<TextLanguage, string> = {
  tg: "банди фоизӣ",
  ru: "п.\u00a0п.",
  en: "pp",
  az: "faiz bəndi",
};

/** Differences of percentages, in points of one per cent. */
const pointWriters: Partial<Record<Unit, (value: number, language: TextLanguage) => string>> = {
  percent: (value, language) => formatNumber(value, language, 2),
  share: (value, language) => formatNumber(100 * value, language, 1),
};

/** A difference; null where one of both was not seen, `other_ground` where they saw nothing in common. */
export type Change = Measured | "other_ground" | null;

/** In place of a change: both periods saw something, and not the same. */
const otherGround: Record<TextLanguage, string> = {
  tg: "замини дигар",
  ru: "другая земля",
  en: "other ground",
  az: "başqa ərazi",
};

/**
 * "+120", "−3 (−10…+4)", "+1.5 pp", "0"; a dash where one of both was not seen, "–, other ground" where they saw
 * nothing in common.
 */
export function formatChange(change: Change, unit: Unit, language: TextLanguage): string {
  if (!change) return noValue;
  if (change === "other_ground") return `${noValue}, ${otherGround[language]}`;
  const inPoints = pointWriters[unit];
  const write = (value: number) => {
    const text = (inPoints ?? writers[unit])(Math.abs(value), language);
    if (!/[1-9]/.test(text)) return text;
    return `${value < 0 ? "−" : "+"}${text}`;
  };
  const { value, low, high } = change;
  const range = low === null || high === null ? "" : ` (${write(low)}…${write(high)})`;
  return write(value) + range + (inPoints ? ` ${points[language]}` : "");
}

/** Words for a count on ground that the detector knows little of: the same on screens, on paper and in files. */
import { formatCount, type RangedCount } from "./format-count.ts";
import { formatNumber } from "./format-number.ts";
import type { TextLanguage } from "./text.ts";

/** A count with its ground, of the contract. */
export interface GroundCount extends RangedCount {
  /** Trees found one by one; null or left out where they are the total. */
  found?: number | null;
  unsure_leaf_off: number;
  ground: {
    familiarity: "known" | "unlike" | "unfamiliar" | "unassessed";
    reasons: readonly string[];
    unfamiliar_trees: number;
  } | null;
}

/** Tools that the words are written with; `text` is one of coverage.json. */
export interface GroundWords {
  language: TextLanguage;
  text: (key: string, params?: Record<string, string | number>) => string;
}

/** Tells whether all that was counted lies on unfamiliar ground: then the number says nothing yet. */
export const isUnfamiliar = (count: GroundCount | null): boolean =>
  count?.ground?.familiarity === "unfamiliar" &&
  count.ground.unfamiliar_trees >= (count.found ?? count.total);

/** "1 240 ± 90"; in place of a number that means nothing yet "Unfamiliar ground: count some sample plots first". */
export function countText(count: GroundCount | null, { language, text }: GroundWords): string {
  return isUnfamiliar(count) ? text("unfamiliar") : formatCount(count, language);
}

/** A number that was drawn from images; `withheld` where all of them are of unfamiliar ground. */
export interface DrawnCount {
  count: number;
  low: number | null;
  high: number | null;
  withheld?: boolean | undefined;
}

/** The same of trees that came, went or stayed between two images, and of figures that were kept as evidence. */
export const drawnCountText = (
  { count, low, high, withheld }: DrawnCount,
  { language, text }: GroundWords,
): string => (withheld ? text("unfamiliar") : formatCount({ total: count, low, high }, language));

/** Says why a range is wider or missing, and why trees are unsure; "" where the ground is known and leaves are on. */
export function groundText(count: GroundCount | null, words: GroundWords): string {
  return [rangeReason(count, words), leafOffText(count, words)].filter(Boolean).join("; ");
}

const leafOffText = (count: GroundCount | null, { language, text }: GroundWords): string =>
  count?.unsure_leaf_off
    ? text("leaf_off", { n: formatNumber(count.unsure_leaf_off, language) })
    : "";

function rangeReason(count: GroundCount | null, { language, text }: GroundWords): string {
  if (!count?.ground) return "";
  const { familiarity, reasons, unfamiliar_trees } = count.ground;
  const why = reasons.map((reason) => text(`foreign_${reason}`)).join(", ");
  if (familiarity === "known") return "";
  if (familiarity === "unassessed") return text("unassessed");
  if (familiarity === "unlike") return text("unlike", { why });
  const n = formatNumber(unfamiliar_trees, language);
  return isUnfamiliar(count)
    ? text("unfamiliar_found", { n, why })
    : text("unfamiliar_part", { n });
}

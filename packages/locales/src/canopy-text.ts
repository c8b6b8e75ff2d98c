/** Words on how much of the ground is under closed canopy: the same on screens, in files and on the command line. */
import { formatHectares, formatNumber, formatPercent, noValue } from "./format-number.ts";
import type { TextLanguage } from "./text.ts";

/** Closed canopy and all ground in hectares, and the trees that were found in it. */
interface CanopyLike {
  closed_ha: number;
  ground_ha: number;
  trees: number;
  /** True where the number of those trees says something. */
  countable: boolean;
}

interface CanopyWords {
  language: TextLanguage;
  /** A text of coverage.json. */
  text: (key: string, params?: Record<string, string | number>) => string;
}

/** "Closed canopy on 1.2 ha (34 % of the ground), 310 of the trees in it"; undefined where there is none. */
export function canopyText(canopy: CanopyLike, words: CanopyWords): string | undefined {
  const { closed_ha, ground_ha, trees, countable } = canopy;
  if (closed_ha === 0) return undefined;
  const { language } = words;
  return words.text(countable ? "canopy" : "canopy_uncountable", {
    hectares: formatHectares(closed_ha * 10_000, language),
    percent: formatNumber((100 * closed_ha) / ground_ha, language, 1),
    n: formatNumber(trees, language),
  });
}

/** Closed canopy of the contract, of places and periods; areas in square metres. */
interface CanopySumLike {
  closed_m2: number;
  uncountable_m2: number;
  seen_m2: number;
  percent: number;
}

/** "crowns cannot be counted there", or on how much of it; undefined where they can. */
export function uncountableText(
  { closed_m2, uncountable_m2 }: CanopySumLike,
  words: CanopyWords,
): string | undefined {
  if (uncountable_m2 === 0) return undefined;
  if (uncountable_m2 === closed_m2) return words.text("uncountable");
  return words.text("uncountable_part", {
    hectares: formatHectares(uncountable_m2, words.language),
  });
}

/** "8 % of 155 ha seen; crowns cannot be counted there": what stands beside the hectares of closed canopy. */
export function canopyShareText(canopy: CanopySumLike, words: CanopyWords): string {
  const share = words.text("canopy_share", {
    percent: formatPercent(canopy.percent, words.language),
    seen: formatHectares(canopy.seen_m2, words.language),
  });
  return [share, uncountableText(canopy, words)].filter(Boolean).join("; ");
}

type MaybeCanopy = CanopySumLike | null | undefined;

/** "12.4 (8 %)": in tables, where hectares stand in the heading. */
export function canopyCover(canopy: MaybeCanopy, words: CanopyWords): string {
  if (!canopy) return noValue;
  const hectares = formatHectares(canopy.closed_m2, words.language);
  if (canopy.closed_m2 === 0) return hectares;
  return `${hectares} (${formatPercent(canopy.percent, words.language)})`.replaceAll(" ", "\u00a0");
}

/** The same with what cannot be counted there. */
export const canopyCell = (canopy: MaybeCanopy, words: CanopyWords): string =>
  [canopyCover(canopy, words), canopy && uncountableText(canopy, words)].filter(Boolean).join(": ");

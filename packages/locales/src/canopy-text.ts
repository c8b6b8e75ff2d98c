/** How much of the ground is under closed canopy, in words: the same on screens, in files and on the command line. */
import { formatHectares, formatNumber } from "./format-number.ts";
import type { TextLanguage } from "./text.ts";

/** Closed canopy and all ground in hectares, and the trees that were found in it. */
export interface CanopyLike {
  closed_ha: number;
  ground_ha: number;
  trees: number;
  /** Whether the number of those trees says something. */
  countable: boolean;
}

export interface CanopyWords {
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

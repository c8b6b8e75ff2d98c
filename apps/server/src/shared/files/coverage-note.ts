/** Notes on why cells of a file are empty: a cell without a value reads as zero to anybody who adds up a column. */
import {
  type CoverageLike,
  type CoverageWords,
  givenByText,
  seenText,
} from "@nihol/locales/coverage-text";
import { type GroundCount, groundText, isUnfamiliar } from "@nihol/locales/ground-text";
import type { Words } from "./words.ts";

/** Words of coverage in a file's language. */
export const coverageWords = (words: Words): CoverageWords => ({
  language: words.language,
  text: (key, params) => words.text(`coverage.${key}`, params),
  date: words.date,
  name: words.name,
});

/** Gaps of a row: what could not be measured. */
interface Gaps {
  coverage: CoverageLike;
  /** Of a place without a border nothing is known, not even its size. */
  area_m2: number | null;
  /** Left out where the file has no column for it. */
  green_level?: number | null;
}

/**
 * The reasons for a row's empty cells, as the screens give them, and whose images the others rest on; "" for a row that has
 * everything from its own.
 */
export function gapsNote(row: Gaps, words: Words, inPeriod: boolean): string {
  const { text } = coverageWords(words);
  const reasons: string[] = [];
  if (row.area_m2 === null) reasons.push(text("no_border"));
  if (row.coverage.images === 0)
    reasons.push(seenText(row.coverage, coverageWords(words), inPeriod));
  else if (row.green_level === null)
    reasons.push(`${text("green_level")}: ${text("green_unknown")}`);
  reasons.push(givenByText(row.coverage, coverageWords(words)));
  return reasons.filter(Boolean).join("; ");
}

/** Says beside a number in a file that the ground is unfamiliar, and why. */
export function groundNote(count: GroundCount | null, words: Words): string {
  const said = groundText(count, coverageWords(words));
  const first = isUnfamiliar(count) ? words.text("coverage.unfamiliar") : "";
  return [first, said].filter(Boolean).join("; ");
}

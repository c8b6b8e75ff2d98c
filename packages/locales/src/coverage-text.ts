/** Words on how much of an area the images show: the same line on screens, on paper and in files. */
import { formatHectares, formatNumber, formatPercent } from "./format-number.ts";
import type { TextLanguage } from "./text.ts";

/** Coverage of the contract. */
export interface CoverageLike {
  seen_m2: number;
  total_m2: number | null;
  percent: number | null;
  images: number;
  from: string | null;
  to: string | null;
  /** Names of organizations that gave images of another's gardens. */
  given_by?: readonly Names[];
}

type Names = Readonly<Record<string, string>>;

/** Tools that the words are written with. */
export interface CoverageWords {
  language: TextLanguage;
  /** A text of coverage.json. */
  text: (key: string, params?: Record<string, string | number>) => string;
  date: (day: string) => string;
  /** A name in the reader's language. */
  name: (names: Names) => string;
}

/** Of gardens, how many were seen at all. */
export interface SeenGardens {
  seen: number;
  count: number;
}

/** From here on per cent reads as the whole. */
const ALL = 99.95;

/** "1 of 5 gardens" */
function seenGardensText({ seen, count }: SeenGardens, words: CoverageWords): string {
  return words.text("gardens", { seen, count });
}

/** "seen 10.2 of 53 ha", or why nothing is said. */
export function seenText(coverage: CoverageLike, words: CoverageWords, inPeriod: boolean): string {
  const { seen_m2, total_m2, percent, images } = coverage;
  const { language, text } = words;
  if (images === 0) return text(inPeriod ? "nothing" : "nothing_yet");
  const seen = formatHectares(seen_m2, language);
  const total = formatHectares(total_m2, language);
  if (total_m2 === null || percent === null) return text("seen", { seen });
  return percent >= ALL ? text("seen_all", { total }) : text("seen_of", { seen, total });
}

/** Organizations that are named; of more of them their number is said. */
const NAMED = 3;

/** "images given by Committee, Forestry and 2 more": what a figure rests on that is not its gardens' own; "" where nothing. */
export function givenByText(
  { given_by: names = [] }: Pick<CoverageLike, "given_by">,
  { language, text, name }: Pick<CoverageWords, "language" | "text" | "name">,
): string {
  if (names.length === 0) return "";
  const organizations = names.slice(0, NAMED).map(name).join(", ");
  const more = names.length - NAMED;
  return more > 0
    ? text("given_by_more", { organizations, n: formatNumber(more, language) })
    : text("given_by", { organizations });
}

/** "seen 10.2 of 53 ha, 1 of 5 gardens, last 14 Nov 2026". `inPeriod`: the figures are of a chosen period. */
export function coverageText(
  coverage: CoverageLike,
  words: CoverageWords,
  { gardens, inPeriod = false }: { gardens?: SeenGardens | undefined; inPeriod?: boolean } = {},
): string {
  const { images, from, to } = coverage;
  const parts = [seenText(coverage, words, inPeriod)];
  if (images > 0 && gardens && gardens.count > 0) parts.push(seenGardensText(gardens, words));
  if (to) parts.push(words.text(from === to ? "on" : "last", { date: words.date(to) }));
  const given = givenByText(coverage, words);
  return given ? `${parts.join(", ")}; ${given}` : parts.join(", ");
}

/** "of the 10.2 ha seen": what a rate is a share of. */
export const ofSeenText = ({ seen_m2 }: CoverageLike, { language, text }: CoverageWords): string =>
  text("of_seen", { seen: formatHectares(seen_m2, language) });

/** "29 % by NDVI over 8 ha; 84 % by GLI over 2 ha": green levels by different indices side by side. */
export function greenLevelsText(
  levels: readonly { index: string; percent: number; seen_m2: number }[],
  { language, text }: CoverageWords,
): string {
  return levels
    .map(({ index, percent, seen_m2 }) =>
      text("green_by", {
        percent: formatPercent(percent, language),
        index,
        seen: formatHectares(seen_m2, language),
      }),
    )
    .join("; ");
}

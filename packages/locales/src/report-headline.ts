/** Basis of each of a report's five figures, or why there is none: on screens and on paper. */
import { type CoverageLike, type CoverageWords, coverageText, seenText } from "./coverage-text.ts";
import {
  type Change,
  formatChange,
  formatMeasured,
  type Measured,
  type Unit,
} from "./format-change.ts";
import { formatHectares, formatNumber } from "./format-number.ts";

/** Survival of each age apart; versions from before ages were told apart have none. */
interface Ages {
  years?: { year: number; rate: Measured | null }[];
}

/** Of the contract's report. */
interface Figures {
  coverage: CoverageLike;
  gardens_seen: number;
  garden_count: number;
  tasks: { scheduled_plant_count: number };
  survival: { tasks: number; tasks_visited: number } & Ages;
  violations: { overdue: number };
}

/** `report` is a text of reports.json. */
interface HeadlineWords extends CoverageWords {
  report: (key: string, params?: Record<string, string>) => string;
}

type Basis = (figures: Figures, words: HeadlineWords, inPeriod: boolean) => string;

const number = (value: number, { language }: HeadlineWords) => formatNumber(value, language);

/** "year 1: 80 % (71–87); year 2: 64 %": what a rate over several ages is made of; empty where nobody counted. */
export const survivalAges = (
  { years = [] }: Ages,
  words: Pick<HeadlineWords, "language" | "report">,
): string =>
  years
    .map(({ year, rate }) =>
      words.report("survival_year", {
        n: String(year),
        rate: formatMeasured(rate, "share", words.language),
      }),
    )
    .join("; ");

/**
 * "+120 (−8…+250) against the period before, on 9 ha seen in both".
 * @param seenM2 ground that the change is counted on, where it is one of ground
 */
export function headlineChange(
  change: Change,
  unit: Unit,
  words: HeadlineWords,
  seenM2?: number,
): string {
  const text = words.report("headline_change", {
    change: formatChange(change, unit, words.language),
  });
  if (seenM2 === undefined || !change || change === "other_ground") return text;
  const seen = formatHectares(seenM2, words.language);
  return `${text}, ${words.report("headline_compared", { seen })}`;
}

/** By the figure's title. `inPeriod`: the figures are of a chosen period. */
export const headlineBasis = {
  tree_count: ({ coverage, gardens_seen: seen, garden_count: count }, words, inPeriod) =>
    coverageText(coverage, words, { gardens: { seen, count }, inPeriod }),
  tree_area_percent: ({ coverage }, words, inPeriod) =>
    coverage.images === 0
      ? seenText(coverage, words, inPeriod)
      : words.text("of_seen", { seen: formatHectares(coverage.seen_m2, words.language) }),
  submitted: ({ tasks }, words) =>
    words.report("headline_scheduled", { n: number(tasks.scheduled_plant_count, words) }),
  survival_rate: ({ survival }, words) =>
    survival.tasks_visited === 0
      ? words.report("headline_no_visits")
      : [
          words.report("headline_visits", {
            part: number(survival.tasks_visited, words),
            whole: number(survival.tasks, words),
          }),
          survivalAges(survival, words),
        ]
          .filter(Boolean)
          .join("; "),
  violation_count: ({ violations }, words) =>
    words.report("headline_overdue", { n: number(violations.overdue, words) }),
} satisfies Record<string, Basis>;

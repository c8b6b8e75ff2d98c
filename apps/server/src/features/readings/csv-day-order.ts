/** Says whether the day or the month comes first in a column of dates: decided by the whole column, or left open. */
import { type DayOrder, numericDate, readTime } from "./csv-times.ts";

/** `none`: no date of the column can be read in two ways. */
export type DayOrderChoice = DayOrder | "unclear" | "none";

const hourMs = 3_600_000;
/** So many rows without a date that could be read in two ways, and none is expected after them. */
const searchedRows = 20_000;
const utc = () => 0;

/** Dates that can be read in two ways, and what the others say. */
class DateEvidence {
  dayFirst = 0;
  monthFirst = 0;
  dots = 0;
  halves = 0;
  rows = 0;
  readonly open: string[] = [];

  take(text: string) {
    this.rows += 1;
    const date = numericDate(text);
    if (!date) return;
    if (date.first > 12) this.dayFirst += 1;
    else if (date.second > 12) this.monthFirst += 1;
    else if (date.divider === ".") this.dots += 1;
    else this.open.push(text);
    if (/[ap]m\b/i.test(text)) this.halves += 1;
  }
}

/** Steps of a column that are longer than its usual one, and times that lie in the future. */
function readAs(order: DayOrder, texts: readonly string[], now: number) {
  const times = texts.flatMap((text) => readTime(text, order, utc)?.getTime() ?? []);
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  const steps = sorted.slice(1).map((at, i) => at - (sorted[i] ?? at));
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return {
    jumps: steps.filter((step) => step > 3 * usual).length,
    future: times.filter((at) => at > now + 24 * hourMs).length,
  };
}

/** Loggers write at even steps: read in the wrong order each next day is a month away. */
function bySteps(open: readonly string[], now: number): DayOrder | undefined {
  const [dmy, mdy] = [readAs("dmy", open, now), readAs("mdy", open, now)];
  if (dmy.future === 0 && mdy.future > 0) return "dmy";
  if (mdy.future === 0 && dmy.future > 0) return "mdy";
  if (2 * dmy.jumps < mdy.jumps) return "dmy";
  return 2 * mdy.jumps < dmy.jumps ? "mdy" : undefined;
}

/**
 * Decides by dates that can be read in one way, by dots (day first in every country that writes them), by times in
 * the future, by the steps between rows, and by a clock of twelve hours, in this order.
 */
export async function findDayOrder(
  moments: AsyncIterable<string>,
  now = Date.now(),
): Promise<DayOrderChoice> {
  const seen = new DateEvidence();
  for await (const text of moments) {
    seen.take(text);
    const hasNone = seen.open.length === 0 && seen.dots === 0;
    if (seen.rows >= searchedRows && (hasNone || seen.dayFirst !== seen.monthFirst)) break;
  }
  const { dayFirst, monthFirst, dots, open } = seen;
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? "dmy" : "mdy";
  if (dots > 0) return "dmy";
  if (open.length === 0) return dayFirst > 0 ? "unclear" : "none";
  return bySteps(open, now) ?? (seen.halves > 0 ? "mdy" : "unclear");
}

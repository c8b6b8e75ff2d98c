/** The period that a report's period is set against. */
import { today } from "@nihol/contract/values/planting/programme-day";

/** Days as `2026-05-14`, both included. */
interface Days {
  from: string;
  to: string;
}

const dayMs = 86_400_000;
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The first and the last day of whole months count from the 1st of one month to the end of another; else undefined. */
function wholeMonths({ from, to }: Days): number | undefined {
  const after = new Date(Date.parse(to) + dayMs);
  if (!from.endsWith("-01") || after.getUTCDate() !== 1) return undefined;
  const first = new Date(from);
  return (
    12 * (after.getUTCFullYear() - first.getUTCFullYear()) +
    after.getUTCMonth() -
    first.getUTCMonth()
  );
}

/**
 * As many months, where the period is whole months; else as many days. It ends the day before the period.
 * Undefined without a first day, or where the last one lies before it.
 */
export function periodBefore(period: { from?: string; to?: string }): Days | undefined {
  const { from, to = today() } = period;
  if (!from || to < from) return undefined;
  const start = Date.parse(from);
  const end = textOf(start - dayMs);
  const months = wholeMonths({ from, to });
  if (months === undefined) return { from: textOf(2 * start - Date.parse(to) - dayMs), to: end };
  const first = new Date(start);
  return {
    from: textOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - months, 1)),
    to: end,
  };
}

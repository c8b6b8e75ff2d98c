import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import {
  clockOf,
  dayOf,
  daysAfter,
  midnightOf,
} from "@nihol/contract/values/planting/programme-day";
import type { TimeWindow } from "../chart/time-window.ts";

/** Months that are offered, the present one with them. */
const offered = 36;

const hourMs = 3_600_000;

/** "2026-05" of a moment, on the programme's calendar. */
export const monthOf = (now: number): string => dayOf(new Date(now)).slice(0, 7);

/** So many months after a month, or before it: "2026-05". */
export function monthsAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const all = year * 12 + number - 1 + months;
  return `${Math.floor(all / 12)}-${String((all % 12) + 1).padStart(2, "0")}`;
}

/** The present month and those before it, newest first. */
export const monthsUntil = (now: number): string[] =>
  Array.from({ length: offered }, (_, back) => monthsAfter(monthOf(now), -back));

/** The instants between which a month lies on the programme's calendar. */
export const monthWindow = (month: string): TimeWindow => ({
  from: midnightOf(`${month}-01`).getTime(),
  to: midnightOf(`${monthsAfter(month, 1)}-01`).getTime(),
});

/** The days of a month: "2026-05-01" and those after it. */
export function daysOf(month: string): string[] {
  const days: string[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = daysAfter(day, 1)) days.push(day);
  return days;
}

/** An hour of a day: its value, or why there is none. */
export type HourCell = { day: string; hour: number; value: number | null; isAhead: boolean };

export type HourTable = {
  /** A row a day, 24 cells each. */
  rows: HourCell[][];
  /** Hours with a value, and all that have passed. */
  filled: number;
  passed: number;
  /** Days that have passed without a value. */
  emptyDays: number;
  low: number;
  high: number;
};

const placeOf = (ts: string) => {
  const at = new Date(ts);
  return `${dayOf(at)} ${clockOf(at).getUTCHours()}`;
};

/**
 * Hours of a month by day, on the programme's clock. Hours without a value stay empty: nothing is put between their
 * neighbours. Where the clock goes back, the second of the two hours of one name is shown.
 */
export function hourTable(
  points: ReadingSeries["points"],
  days: readonly string[],
  now: number,
): HourTable {
  const values = new Map(points.map(({ ts, value }) => [placeOf(ts), value]));
  const rows = days.map((day) =>
    Array.from({ length: 24 }, (_, hour): HourCell => {
      const isAhead = midnightOf(day).getTime() + hour * hourMs > now;
      return { day, hour, value: values.get(`${day} ${hour}`) ?? null, isAhead };
    }),
  );
  const passed = rows.map((row) => row.filter(({ isAhead }) => !isAhead));
  const known = rows.flat().flatMap(({ value }) => (value === null ? [] : [value]));
  return {
    rows,
    filled: known.length,
    passed: passed.flat().length,
    emptyDays: passed.filter((row) => row.length > 0 && row.every(({ value }) => value === null))
      .length,
    low: known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    high: known.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  };
}

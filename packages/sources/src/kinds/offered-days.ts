/** Days that a server says it has: single ones, moments, and intervals (`2026-01-01/2026-06-30/P1D`, OGC 06-042 annex D). */
import { type DateFormat, writtenDay } from "@nihol/contract/values/imagery/imagery-sources";
import { listed, SourceProblem } from "../fetch/source-problem.ts";

const isInterval = (one: string) => one.includes("/");

/** Tells whether an interval holds a day; both are compared as text, cut to the length of `written`. */
function intervalContains(interval: string, written: string): boolean {
  const [from = "", to = ""] = interval.split("/");
  const cut = (moment: string) => moment.slice(0, written.length);
  // An open end such as "present" is no bound.
  return !(/^\d/.test(from) && cut(from) > written) && !(/^\d/.test(to) && cut(to) < written);
}

const dayMs = 86_400_000;
/** Days of an interval that are counted out, from its end. */
const intervalDaysMax = 60;

/** Milliseconds between two moments of an interval: of whole days, weeks, or a part of a day (ISO 8601). */
function stepOf(period: string): number | undefined {
  const [, days, weeks, time] = /^P(?:(\d+)D|(\d+)W|(T.+))$/.exec(period) ?? [];
  if (time) return dayMs;
  const step = days ? Number(days) : weeks ? Number(weeks) * 7 : 0;
  return step > 0 ? step * dayMs : undefined;
}

/** The newest days of an interval; none of one whose end or step is not a day. */
function daysOf(interval: string): string[] {
  const [from = "", to = "", period = ""] = interval.split("/");
  const isDay = /^\d{4}-\d{2}-\d{2}/;
  const step = stepOf(period);
  if (!isDay.test(from) || !isDay.test(to) || step === undefined) return [];
  const first = Date.parse(from.slice(0, 10));
  const last = Date.parse(to.slice(0, 10));
  if (!(last >= first)) return [];
  const newest = first + Math.floor((last - first) / step) * step;
  const count = Math.min(intervalDaysMax, (newest - first) / step + 1);
  const at = (n: number) => new Date(newest - n * step).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, n) => at(n));
}

/** Every day that a server lists, the newest first: of an interval with a step of days its newest ones. */
export function listedDays(dates: readonly string[]): string[] {
  const days = dates.flatMap((one) =>
    isInterval(one) ? daysOf(one) : (/^\d{4}-\d{2}-\d{2}/.exec(one)?.[0] ?? []),
  );
  return [...new Set(days)].sort().reverse();
}

/**
 * A day in the words of the server: the moment of that day that it lists, else the day as the record writes it.
 * @param offered as the capabilities list them; empty where the server does not say
 */
export function timeOf(offered: readonly string[], day: string, format: DateFormat): string {
  const written = writtenDay(day, format);
  return offered.find((one) => !isInterval(one) && one.startsWith(written)) ?? written;
}

/** The newest day that a server lists, or at which its newest interval ends; undefined where it lists none. */
export function newestDay(offered: readonly string[]): string | undefined {
  const ends = offered.map((one) => (isInterval(one) ? (one.split("/")[1] ?? "") : one));
  const days = ends.flatMap((one) => /^\d{4}-\d{2}-\d{2}/.exec(one)?.[0] ?? []);
  return days.sort().at(-1);
}

/** Refuses a day that a server does not list: what came would be another day's image. @throws SourceProblem */
export function checkOffered(offered: readonly string[], day: string, format: DateFormat): void {
  const written = writtenDay(day, format);
  const has = offered.some((one) =>
    isInterval(one) ? intervalContains(one, written) : one.startsWith(written),
  );
  if (offered.length > 0 && !has) throw noCapture(day, offered);
}

/** A day or an interval as people write it: moments are cut to their days, and the step of an interval is left out. */
const dayText = (one: string) =>
  one
    .split("/")
    .slice(0, 2)
    .map((end) => end.replace(/^(\d{4}-\d{2}-\d{2})T.*$/, "$1"))
    .join(" – ");

/** @param days that there are, in any order, as the server writes them */
export const noCapture = (day: string, days: readonly string[]) => {
  const texts = [...new Set(days.map(dayText))];
  return new SourceProblem("source_no_capture", { day, days: listed(texts.sort().reverse()) });
};

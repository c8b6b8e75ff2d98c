/** Days that a server says it has: single ones, moments, and intervals (`2026-01-01/2026-06-30/P1D`, OGC 06-042 annex D). */
import { type DateFormat, writtenDay } from "@nihol/contract/values/imagery-sources";
import { listed, SourceProblem } from "../fetch/source-problem.ts";

const isInterval = (one: string) => one.includes("/");

function holds(interval: string, written: string): boolean {
  const [from = "", to = ""] = interval.split("/");
  const cut = (moment: string) => moment.slice(0, written.length);
  // Names such as "present" bound nothing.
  return !(/^\d/.test(from) && cut(from) > written) && !(/^\d/.test(to) && cut(to) < written);
}

/**
 * A day in the words of the server: the moment of that day that it lists, else the day as the record writes it.
 * @param offered as the capabilities list them; empty where the server does not say
 */
export function timeOf(offered: readonly string[], day: string, format: DateFormat): string {
  const written = writtenDay(day, format);
  return offered.find((one) => !isInterval(one) && one.startsWith(written)) ?? written;
}

/** Refuses a day that a server does not list: what came would be another day's image. @throws SourceProblem */
export function checkOffered(offered: readonly string[], day: string, format: DateFormat): void {
  const written = writtenDay(day, format);
  const has = offered.some((one) =>
    isInterval(one) ? holds(one, written) : one.startsWith(written),
  );
  if (offered.length > 0 && !has) throw noCapture(day, offered);
}

/** @param days that there are, in any order */
export const noCapture = (day: string, days: readonly string[]) =>
  new SourceProblem("source_no_capture", { day, days: listed([...days].sort().reverse()) });

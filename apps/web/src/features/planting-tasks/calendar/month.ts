import { fromDay, toDay } from "../../../lib/text/date-text.ts";

/** `2026-05` of a day, and of today. */
export const monthOf = (day: Date): string => fromDay(day).slice(0, 7);

/** The month that an address names; this one where it names none. */
export const readMonth = (text: string | undefined): string =>
  /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text ?? "") ? (text as string) : monthOf(new Date());

/** The month so many months later, or earlier below nought. */
export function monthAfter(month: string, months: number): string {
  const day = toDay(`${month}-01`);
  day.setMonth(day.getMonth() + months);
  return monthOf(day);
}

/** The weeks of a month from Monday, each of seven days; null for those of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = toDay(`${month}-01`);
  const count = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  const before = (first.getDay() + 6) % 7;
  const days: (string | null)[] = Array.from({ length: before }, () => null);
  for (let day = 1; day <= count; day++) days.push(`${month}-${String(day).padStart(2, "0")}`);
  while (days.length % 7 > 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

import type { Language } from "@nihol/contract/values/languages";
import { formatDate, formatDateShort, monthNames, monthsInDates } from "./format-date.ts";

/**
 * A plain date (`YYYY-MM-DD`) as it stands in a field: 14.05.2026, in English 14 May 2026, which
 * nobody takes for an American date. Empty for what is no date.
 */
export function writeDate(date: string | null | undefined, language: Language): string {
  if (!date || !isPlainDate(date)) return "";
  return language === "en" ? formatDate(date, language) : formatDateShort(date, language);
}

/**
 * Reads a typed date as `YYYY-MM-DD`: day, month, year with any signs between them or none (14052026), the month by its
 * name, or the ISO form. Undefined while it is no whole date. `shortYears` takes 26 for 2026: only when typing has
 * ended, or 14.05.20 would already be a date.
 */
export function readDate(
  text: string,
  language: Language,
  { shortYears = false } = {},
): string | undefined {
  const parts = text.trim().match(/\d+|\p{L}+/gu) ?? [];
  const [first = "", second = "", third = ""] = parts.length === 1 ? split(parts[0]) : parts;
  if (parts.length > 3) return undefined;
  if (/^\d{4}$/.test(first)) return plainDate(first, second, third);
  const month = /^\d/.test(second) ? second : monthNumber(second, language);
  const year = shortYears && /^\d{2}$/.test(third) ? `20${third}` : third;
  return plainDate(year, month, first);
}

/** Tells whether a text is a day of the calendar in ISO form. */
export function isPlainDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && readDate(text, "ru") === text;
}

/** A plain date as a Date at local midnight, as calendars want it, and back. */
export const toDay = (date: string): Date => new Date(`${date}T00:00:00`);
export const fromDay = (day: Date): string =>
  [
    day.getFullYear(),
    `${day.getMonth() + 1}`.padStart(2, "0"),
    `${day.getDate()}`.padStart(2, "0"),
  ].join("-");

/** 14052026 and 20260514, as typed on a keypad without signs. */
function split(digits = ""): string[] {
  if (!/^\d{8}$/.test(digits)) return [digits];
  if (/^(19|20|21)\d\d(0[1-9]|1[0-2])/.test(digits) && Number(digits.slice(2, 4)) > 12)
    return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)];
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
}

/** The month that alone begins with what was typed; nothing for "iyu", which is two months. */
function monthNumber(word: string, language: Language): string {
  const typed = fold(word, language);
  const isMeant = (name: string | undefined) => fold(name ?? "", language).startsWith(typed);
  const found = monthNames[language].flatMap((name, index) =>
    isMeant(name) || isMeant(monthsInDates[language][index]) ? [index + 1] : [],
  );
  return typed.length >= 3 && found.length === 1 ? String(found[0]) : "";
}

function fold(word: string, language: Language): string {
  return (language === "az" ? word.replaceAll("İ", "i").replaceAll("I", "ı") : word).toLowerCase();
}

function plainDate(year: string, month: string, day: string): string | undefined {
  if (!/^(19|20|21)\d\d$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day))
    return undefined;
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const moment = new Date(Date.UTC(y, m - 1, d));
  if (moment.getUTCMonth() !== m - 1 || moment.getUTCDate() !== d) return undefined;
  return moment.toISOString().slice(0, 10);
}

import type { Language } from "@nihol/contract/values/languages";
import { noValue, shortDatePattern } from "@nihol/locales/format-number";
import dayjs from "dayjs";
import azNames from "dayjs/locale/az";
import ruNames from "dayjs/locale/ru";
import tgNames from "dayjs/locale/tg";

const genitiveRu =
  "января февраля марта апреля мая июня июля августа сентября октября ноября декабря";

/** Month names as they stand in a date; Intl knows neither Tajik nor Azerbaijani in Chromium. */
export const monthsInDates: Record<Language, readonly string[]> = {
  tg: "январи феврали марти апрели майи июни июли августи сентябри октябри ноябри декабри".split(
    " ",
  ),
  ru: genitiveRu.split(" "),
  en: "January February March April May June July August September October November December".split(
    " ",
  ),
  az: (azNames.months ?? []).map((name) => name.toLocaleLowerCase("az")),
};

/** Month names alone, for pickers and charts. */
export const monthNames: Record<Language, readonly string[]> = {
  tg: tgNames.months ?? [],
  ru: "Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь".split(" "),
  en: monthsInDates.en,
  az: "Yanvar Fevral Mart Aprel May İyun İyul Avqust Sentyabr Oktyabr Noyabr Dekabr".split(" "),
};

/** Months in three letters, as they stand in a date. */
export const shortMonths: Record<Language, readonly string[]> = {
  tg: monthsInDates.tg.map((name) => name.slice(0, 3)),
  ru: monthsInDates.ru.map((name) => name.slice(0, 3)),
  en: monthsInDates.en.map((name) => name.slice(0, 3)),
  az: "yan fev mar apr may iyn iyl avq sen okt noy dek".split(" "),
};

/** Two-letter weekday names from Monday. */
export const weekdayNames: Record<Language, readonly string[]> = {
  tg: fromMonday(tgNames.weekdaysMin ?? []),
  ru: fromMonday(ruNames.weekdaysMin ?? []),
  en: "Mo Tu We Th Fr Sa Su".split(" "),
  az: fromMonday(azNames.weekdaysMin ?? []),
};

/** Whole weekday names from Sunday, as Date.getDay counts, for those who hear a calendar. */
export const weekdays: Record<Language, readonly string[]> = {
  tg: tgNames.weekdays ?? [],
  ru: ruNames.weekdays ?? [],
  en: "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" "),
  az: azNames.weekdays ?? [],
};

type Instant = string | number | Date | null | undefined;

/** "14 May 2026"; a plain date (2026-05-14) is not moved by the time zone. */
export function formatDate(instant: Instant, language: Language): string {
  const day = parse(instant);
  if (!day) return noValue;
  return `${day.date()} ${monthsInDates[language][day.month()]} ${day.year()}`;
}

/** "14.05.2026", for dense tables. */
export function formatDateShort(instant: Instant, language: Language): string {
  return parse(instant)?.format(shortDatePattern(language)) ?? noValue;
}

/** "14 May 2026, 09:30" in the reader's time zone. */
export function formatDateTime(instant: Instant, language: Language): string {
  const day = parse(instant);
  return day ? `${formatDate(instant, language)}, ${day.format("HH:mm")}` : noValue;
}

/** "09:30" in the reader's time zone. */
export const formatTime = (instant: Instant): string => parse(instant)?.format("HH:mm") ?? noValue;

function parse(instant: Instant): dayjs.Dayjs | undefined {
  if (instant === null || instant === undefined || instant === "") return undefined;
  const day = dayjs(instant);
  return day.isValid() ? day : undefined;
}

function fromMonday(names: readonly string[]): readonly string[] {
  return [...names.slice(1), ...names.slice(0, 1)];
}

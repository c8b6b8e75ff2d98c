/** Words of a file, in the language that it was asked for in. */
import { formatPlainNumber, shortDatePattern } from "@nihol/locales/format-number";
import { type TextLanguage, text } from "@nihol/locales/text";

type Names = Partial<Record<string, string>>;

export interface Words {
  language: TextLanguage;
  /** A text of packages/locales: `text("territory.kind_city")`. */
  text: (key: string, params?: Record<string, string | number>) => string;
  /** A name in several languages; Azerbaijani falls back to Russian. Empty for none. */
  name: (names: Names | null | undefined) => string;
  number: (value: number, digits: number) => string;
  boolean: (value: boolean) => string;
  /** "2026-05-14" as "14.05.2026". */
  date: (day: string) => string;
  /** "05-14", a day of any year, as "14.05". */
  dayOfYear: (monthDay: string) => string;
  /** A moment as day and time of the reader's clock. */
  moment: (iso: string) => string;
}

/** Year, month, day, hour and minute of a moment on the clock of a zone. */
export function wallClock(iso: string, zone: Intl.DateTimeFormat): Date {
  const parts = new Map(zone.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  const [year, month, day, hour, minute] = ["year", "month", "day", "hour", "minute"].map((part) =>
    Number(parts.get(part as "year")),
  ) as [number, number, number, number, number];
  return new Date(Date.UTC(year, month - 1, day, hour, minute));
}

/** Reads moments on the clock of a zone ("Asia/Dushanbe"). @throws RangeError when there is no such zone */
export const zoneOf = (timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });

export function wordsOf(language: TextLanguage, timeZone: string): Words {
  const zone = zoneOf(timeZone);
  const pattern = shortDatePattern(language);
  const date = (day: string) => {
    const [year = "", month = "", date = ""] = day.slice(0, 10).split("-");
    return pattern.replace("DD", date).replace("MM", month).replace("YYYY", year);
  };
  return {
    language,
    text: (key, params) => text(language, key, params),
    name: (names) => (names ? names[language] || names.ru || names.en || "" : ""),
    number: (value, digits) => formatPlainNumber(value, language, digits),
    boolean: (value) => text(language, value ? "app.yes" : "app.no"),
    date,
    dayOfYear: (monthDay) => date(`2000-${monthDay}`).slice(0, 5),
    moment: (iso) => {
      const clock = wallClock(iso, zone).toISOString();
      return `${date(clock)} ${clock.slice(11, 16)}`;
    },
  };
}

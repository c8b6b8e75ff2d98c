import { languages } from "@nihol/contract/values/languages";
import { expect, test } from "vitest";
import { isPlainDate, readDate, writeDate } from "../src/lib/text/date-text.ts";
import { formatDate, monthNames } from "../src/lib/text/format-date.ts";

test("a date stands in the field as the language writes it", () => {
  expect(writeDate("2026-05-14", "tg")).toBe("14.05.2026");
  expect(writeDate("2026-05-14", "az")).toBe("14.05.2026");
  expect(writeDate("2026-05-14", "en")).toBe("14 May 2026");
  expect(writeDate("", "ru")).toBe("");
  expect(writeDate("2026-02-30", "ru")).toBe("");
});

test("a written date is read back in every language", () => {
  for (const language of languages) {
    for (let month = 1; month <= 12; month++) {
      const date = `2026-${String(month).padStart(2, "0")}-09`;
      expect(readDate(writeDate(date, language), language), `${language} ${date}`).toBe(date);
      expect(readDate(formatDate(date, language), language), `${language} ${date}`).toBe(date);
      const named = `9 ${monthNames[language][month - 1]?.toUpperCase()} 2026`;
      if (language !== "az") expect(readDate(named, language), named).toBe(date);
    }
  }
});

test.each([
  "14.05.2026",
  "14/5/2026",
  "14-05-2026",
  "14 05 2026",
  "14052026",
  "2026-05-14",
  "20260514",
  " 14. 5. 2026 ",
])("%s is the fourteenth of May", (typed) => expect(readDate(typed, "ru")).toBe("2026-05-14"));

test.each([
  "",
  "14.05",
  "14.05.20",
  "31.02.2026",
  "00.01.2026",
  "14.13.2026",
  "14 xyz 2026",
  "1.2.3.2026",
  "14.05.0026",
])("%j is no date", (typed) => expect(readDate(typed, "en")).toBeUndefined());

test("a year of two digits counts only when typing has ended", () => {
  expect(readDate("14.05.26", "ru")).toBeUndefined();
  expect(readDate("14.05.26", "ru", { shortYears: true })).toBe("2026-05-14");
});

test("June and July are distinguished by three letters", () => {
  expect(readDate("1 jun 2026", "en")).toBe("2026-06-01");
  expect(readDate("1 июл 2026", "tg")).toBe("2026-07-01");
  expect(readDate("29 February 2024", "en")).toBe("2024-02-29");
});

test("a plain date is a day of the calendar in ISO form", () => {
  expect(isPlainDate("2026-05-14")).toBe(true);
  expect(isPlainDate("2026-5-14")).toBe(false);
  expect(isPlainDate("2026-02-30")).toBe(false);
});

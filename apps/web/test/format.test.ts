import {
  formatBytes,
  formatHectares,
  formatNumber,
  formatShare,
} from "@nihol/locales/format-number";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compareNames } from "../src/lib/text/collate.ts";
import { formatAgo } from "../src/lib/text/format-ago.ts";
import { formatDate, formatDateTime } from "../src/lib/text/format-date.ts";

// Chromium knows neither tg nor az: what gives the right text without Intl gives it there too.
const intl = globalThis.Intl;
beforeEach(() => {
  Object.defineProperty(globalThis, "Intl", { value: undefined, configurable: true });
});
afterEach(() => {
  Object.defineProperty(globalThis, "Intl", { value: intl, configurable: true });
});

test("a number is grouped as its language does", () => {
  expect(formatNumber(1_234_567.5, "az", 1)).toBe("1\u00a0234\u00a0567,5");
  expect(formatNumber(1_234_567.5, "tg", 1)).toBe("1\u00a0234\u00a0567,5");
  expect(formatNumber(1_234_567.5, "ru", 1)).toBe("1\u00a0234\u00a0567,5");
  expect(formatNumber(1_234_567.5, "en", 1)).toBe("1,234,567.5");
});

test("a number drops zeros at its end and shows no minus for nothing", () => {
  expect(formatNumber(2.5, "en", 3)).toBe("2.5");
  expect(formatNumber(-0.0001, "en", 2)).toBe("0");
  expect(formatNumber(-3, "ru")).toBe("−3");
});

test("a value that is no number or date is a dash", () => {
  expect(formatNumber(null, "ru")).toBe("–");
  expect(formatNumber(Number.NaN, "ru")).toBe("–");
  expect(formatShare(undefined, "ru")).toBe("–");
  expect(formatDate(null, "ru")).toBe("–");
  expect(formatDate("nonsense", "ru")).toBe("–");
});

test("square metres become hectares, finer the smaller they are", () => {
  expect(formatHectares(25_100_000_00, "ru")).toBe("251\u00a0000");
  expect(formatHectares(123_456, "ru")).toBe("12,3");
  expect(formatHectares(12_345, "ru")).toBe("1,23");
  expect(formatHectares(123, "ru")).toBe("0,0123");
});

test("a share becomes per cent", () => {
  expect(formatShare(0.1234, "ru")).toBe("12,3\u00a0%");
  expect(formatShare(1, "en")).toBe("100%");
});

test("a file's size has a unit", () => {
  expect(formatBytes(0, "en")).toBe("0\u00a0B");
  expect(formatBytes(1_540_000, "ru")).toBe("1,5\u00a0МБ");
});

test("a date is written as each language writes it", () => {
  expect(formatDate("2026-05-14", "tg")).toBe("14 майи 2026");
  expect(formatDate("2026-05-14", "ru")).toBe("14 мая 2026");
  expect(formatDate("2026-05-14", "en")).toBe("14 May 2026");
  expect(formatDate("2026-10-14", "az")).toBe("14 oktyabr 2026");
  expect(formatDate("2026-06-14", "az")).toBe("14 iyun 2026");
  expect(formatDateTime("2026-05-14T09:30", "en")).toBe("14 May 2026, 09:30");
});

test("time passed has the right plural", () => {
  const now = Date.parse("2026-05-14T12:00:00Z");
  const before = (seconds: number) => new Date(now - seconds * 1000);
  expect(formatAgo(before(10), "tg", now)).toBe("ҳозир");
  expect(formatAgo(before(120), "ru", now)).toBe("2 минуты назад");
  expect(formatAgo(before(11 * 3600), "ru", now)).toBe("11 часов назад");
  expect(formatAgo(before(3600), "en", now)).toBe("1 hour ago");
  expect(formatAgo(before(3 * 86_400), "az", now)).toBe("3 gün əvvəl");
  expect(formatAgo(before(3 * 86_400), "tg", now)).toBe("3 рӯз пеш");
  expect(formatAgo(before(40 * 86_400), "en", now)).toBe("4 April 2026");
});

test("Tajik and Azerbaijani names follow their own alphabets", () => {
  const sorted = (names: string[], language: "tg" | "az") => names.sort(compareNames(language));
  expect(
    sorted(["Ҳисор", "Қубодиён", "Истаравшан", "Ӯзбекон", "Уротеппа", "Кӯлоб", "Хатлон"], "tg"),
  ).toEqual(["Истаравшан", "Кӯлоб", "Қубодиён", "Уротеппа", "Ӯзбекон", "Хатлон", "Ҳисор"]);
  expect(
    sorted(["Şəki", "Salyan", "Çar", "Cəlil", "Əli", "Elə", "Xız", "Hacı", "İsa", "Ilıq"], "az"),
  ).toEqual(["Cəlil", "Çar", "Elə", "Əli", "Hacı", "Xız", "Ilıq", "İsa", "Salyan", "Şəki"]);
});

test("numbers within names stand by their value", () => {
  for (const language of ["tg", "az"] as const)
    expect(["№ 10", "№ 2", "№ 1"].sort(compareNames(language))).toEqual(["№ 1", "№ 2", "№ 10"]);
});

import type { TextLanguage } from "./text.ts";

/**
 * Signs of numbers. Not from Intl: Chromium has no Tajik and only a stub of Azerbaijani, and
 * answers with the browser's own language instead.
 */
const signs: Record<TextLanguage, { thousands: string; decimal: string }> = {
  tg: { thousands: "\u00a0", decimal: "," },
  ru: { thousands: "\u00a0", decimal: "," },
  en: { thousands: ",", decimal: "." },
  az: { thousands: "\u00a0", decimal: "," },
};

/** Sign in place of a missing number. */
export const noValue = "–";

/** A number with at most `digits` decimals, its trailing zeros left out. */
export function formatNumber(
  value: number | null | undefined,
  language: TextLanguage,
  digits = 0,
): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return noValue;
  const { thousands, decimal } = signs[language];
  const [whole = "0", fraction = ""] = Math.abs(value).toFixed(digits).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, thousands);
  const rest = fraction.replace(/0+$/, "");
  const isZero = Number(whole) === 0 && rest === "";
  return `${value < 0 && !isZero ? "−" : ""}${grouped}${rest && decimal + rest}`;
}

/** The same number for a file that other programs read: no grouping, an ASCII minus; empty where there is none. */
export function formatPlainNumber(
  value: number | null | undefined,
  language: TextLanguage,
  digits = 0,
): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "";
  const text = value.toFixed(digits);
  const short = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return (short === "-0" ? "0" : short).replace(".", signs[language].decimal);
}

/** Tells whether numbers have a decimal comma, so that lists of them are parted by semicolons. */
export const hasDecimalComma = (language: TextLanguage) => signs[language].decimal === ",";

/** Pattern of a day in dense tables: "14.05.2026", in English "14/05/2026". */
export const shortDatePattern = (language: TextLanguage) =>
  language === "en" ? "DD/MM/YYYY" : "DD.MM.YYYY";

/** Hectares for an area in m²: more decimals the smaller it is. Number only; the unit is a text. */
export function formatHectares(areaM2: number | null | undefined, language: TextLanguage): string {
  if (areaM2 === null || areaM2 === undefined) return noValue;
  const hectares = areaM2 / 10_000;
  const digits = hectares >= 1000 ? 0 : hectares >= 10 ? 1 : hectares >= 0.1 ? 2 : 4;
  return formatNumber(hectares, language, digits);
}

/** Per cent for a share of 0 to 1, with its sign. */
export function formatShare(
  share: number | null | undefined,
  language: TextLanguage,
  digits = 1,
): string {
  if (share === null || share === undefined) return noValue;
  const text = formatNumber(share * 100, language, digits);
  return language === "ru" || language === "tg" ? `${text}\u00a0%` : `${text}%`;
}

const byteUnits: Record<TextLanguage, [string, string, string, string]> = {
  tg: ["Б", "КБ", "МБ", "ГБ"],
  ru: ["Б", "КБ", "МБ", "ГБ"],
  en: ["B", "kB", "MB", "GB"],
  az: ["B", "KB", "MB", "GB"],
};

/** A file's size in units of 1,000. */
export function formatBytes(bytes: number, language: TextLanguage): string {
  const power = Math.min(3, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = formatNumber(bytes / 1000 ** power, language, power > 1 ? 1 : 0);
  return `${value}\u00a0${byteUnits[language][power]}`;
}

/** Per cent of 0 to 100; what is above zero never reads as "0 %": a country with trees in it has some. */
export function formatPercent(value: number | null | undefined, language: TextLanguage): string {
  if (value === null || value === undefined) return noValue;
  if (value > 0 && value < 0.01) return `< ${formatShare(0.0001, language, 2)}`;
  return formatShare(value / 100, language, 2);
}

import type { Language } from "@nihol/contract/values/languages";
import { noValue } from "@nihol/locales/format-number";
import { formatDate } from "./format-date.ts";

type Unit = "minute" | "hour" | "day";
const seconds: Record<Unit, number> = { minute: 60, hour: 3600, day: 86_400 };

const now: Record<Language, string> = {
  tg: "ҳозир",
  ru: "только что",
  en: "just now",
  az: "indicə",
};

const ago: Record<Language, (count: number, unit: Unit) => string> = {
  tg: (count, unit) => `${count} ${{ minute: "дақиқа", hour: "соат", day: "рӯз" }[unit]} пеш`,
  ru: (count, unit) => `${count} ${russian(count, unit)} назад`,
  en: (count, unit) => `${count} ${unit}${count === 1 ? "" : "s"} ago`,
  az: (count, unit) => `${count} ${{ minute: "dəqiqə", hour: "saat", day: "gün" }[unit]} əvvəl`,
};

const russianForms: Record<Unit, [one: string, few: string, many: string]> = {
  minute: ["минуту", "минуты", "минут"],
  hour: ["час", "часа", "часов"],
  day: ["день", "дня", "дней"],
};

function russian(count: number, unit: Unit): string {
  const [one, few, many] = russianForms[unit];
  const tens = count % 100;
  if (tens > 10 && tens < 20) return many;
  const last = count % 10;
  return last === 1 ? one : last > 1 && last < 5 ? few : many;
}

/** "3 hours ago"; after two weeks the date. `from` is now, given by tests. */
export function formatAgo(
  instant: string | number | Date | null | undefined,
  language: Language,
  from = Date.now(),
): string {
  if (instant === null || instant === undefined) return noValue;
  const passed = (from - new Date(instant).getTime()) / 1000;
  if (!Number.isFinite(passed)) return noValue;
  if (passed < 45) return now[language];
  const unit: Unit = passed < 3600 ? "minute" : passed < 86_400 ? "hour" : "day";
  const count = Math.max(1, Math.round(passed / seconds[unit]));
  return unit === "day" && count > 14 ? formatDate(instant, language) : ago[language](count, unit);
}

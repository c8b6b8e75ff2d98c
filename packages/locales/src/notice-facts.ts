import { formatNumber, shortDatePattern } from "./format-number.ts";
import type { TextLanguage } from "./text.ts";

/** A fact of a notice: a name in several languages, a day or a moment, a number, words of people, or a code. */
type Fact = string | number | Readonly<Record<string, string>>;

const dayOrMoment = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2})$|T.*|$)/;

function written(key: string, fact: Fact, language: TextLanguage): string {
  if (typeof fact === "object") return fact[language] || fact.ru || fact.en || "";
  // A number that names something has no groups of thousands.
  if (typeof fact === "number")
    return key === "number" ? String(fact) : formatNumber(fact, language, 2);
  const [, year, month, day, time] = dayOrMoment.exec(fact) ?? [];
  if (!year || !month || !day) return fact;
  const pattern = shortDatePattern(language);
  const date = pattern.replace("YYYY", year).replace("MM", month).replace("DD", day);
  return time ? `${date} ${time}` : date;
}

/** Key of a notice's text: an alert that was over when people were told of it says so. */
export function noticeText<Kind extends string>(
  kind: Kind,
  facts: Readonly<Record<string, Fact>>,
): `text_${Kind}` | "text_alert_past" {
  const isPast = kind.startsWith("alert_") && facts.cleared !== undefined;
  return isPast && kind !== "alert_assigned" ? "text_alert_past" : `text_${kind}`;
}

/** Codes among the facts, and what each is called. */
interface CodeNames {
  /** A measured parameter. */
  parameter: (code: string) => string;
  /** Verdict on a planting task's report. */
  verdict: (code: string) => string;
}

/**
 * Values that fill a notice's text, in the reader's language. Moments are written as
 * their day in UTC; those of the programme's clock (`2026-05-14T10:30`, without a zone) with their time.
 */
export function noticeParams(
  facts: Readonly<Record<string, Fact>>,
  language: TextLanguage,
  names: CodeNames,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).map(([key, fact]) => [
      key,
      key === "parameter" || key === "verdict"
        ? names[key](String(fact))
        : written(key, fact, language),
    ]),
  );
}

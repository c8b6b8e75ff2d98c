import type { Language } from "@nihol/contract/values/languages";
import {
  formatBytes,
  formatHectares,
  formatNumber,
  formatPercent,
  formatShare,
} from "@nihol/locales/format-number";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatAgo } from "./format-ago.ts";
import { formatDate, formatDateShort, formatDateTime, formatTime } from "./format-date.ts";
import { currentLanguage } from "./i18n.ts";

/** A name in several languages, as the API carries it. */
export type Names = Partial<Record<string, string>>;

/** The name in the reader's language; Azerbaijani is optional and falls back to Russian. */
function pickName(names: Names | null | undefined, language: Language): string {
  return names ? names[language] || names.ru || names.en || "" : "";
}

type Instant = string | number | Date | null | undefined;

/** Everything that turns values into text, bound to the language that is shown. */
export type Format = ReturnType<typeof formatFor>;

/** The formatting of one language. */
export function formatFor(language: Language) {
  return {
    language,
    /** A count or measure with at most `digits` decimals. */
    number: (value: number | null | undefined, digits?: number) =>
      formatNumber(value, language, digits),
    /** m² in, hectares out, without the unit. */
    hectares: (areaM2: number | null | undefined) => formatHectares(areaM2, language),
    /** 0..1 in, per cent out. */
    share: (share: number | null | undefined, digits?: number) =>
      formatShare(share, language, digits),
    /** 0..100 in, per cent out, never "0 %" of something. */
    percent: (percent: number | null | undefined) => formatPercent(percent, language),
    bytes: (bytes: number) => formatBytes(bytes, language),
    date: (instant: Instant) => formatDate(instant, language),
    dateShort: (instant: Instant) => formatDateShort(instant, language),
    dateTime: (instant: Instant) => formatDateTime(instant, language),
    time: (instant: Instant) => formatTime(instant),
    ago: (instant: Instant) => formatAgo(instant, language),
    name: (names: Names | null | undefined) => pickName(names, language),
  };
}

/** The formatting of the language that is shown; a screen renders again when it changes. */
export function useFormat(): Format {
  useTranslation("app");
  const language = currentLanguage();
  // The same object until the language changes, so that it may stand among a hook's dependencies.
  return useMemo(() => formatFor(language), [language]);
}

import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";

/** "40 s", "12 min", "3 h 20 min". */
export function useSpanText(): (seconds: number) => string {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  return (seconds) => {
    if (seconds < 100)
      return t("span_seconds", { n: format.number(seconds, seconds < 10 ? 1 : 0) });
    const minutes = Math.round(seconds / 60);
    if (minutes < 100) return t("span_minutes", { n: format.number(minutes) });
    const rest = Math.round((minutes % 60) / 10) * 10;
    const hours = Math.floor(minutes / 60) + (rest === 60 ? 1 : 0);
    return t("span_hours", {
      n: format.number(hours),
      minutes: format.number(rest === 60 ? 0 : rest),
    });
  };
}

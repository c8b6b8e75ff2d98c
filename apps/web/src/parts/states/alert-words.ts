/** Alerts and their rules in words: what is asked, in which unit and for how long. */
import { type AlertKind, isRate } from "@nihol/contract/values/sensors/alerts";
import { useTranslation } from "react-i18next";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";

/** "06:00" of 6. */
export const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

const HOUR = 60;
const DAY = 24 * HOUR;

/** Names of parameters, values with their units, and times of minutes. */
export function useAlertWords() {
  const { t } = useTranslation("alerts");
  const format = useFormat();
  const parameters = useParameters();
  const parameter = (key: string | null) => (key === null ? "" : parameters.name(key));
  const unit = (key: string | null) => (key === null ? "" : parameters.unit(key));
  const value = (amount: number | null, key: string | null) => {
    if (amount === null) return "–";
    if (key === null) return format.number(amount, 1);
    return `${parameters.number(key, amount)} ${parameters.unitAfter(key)}`.trim();
  };
  const time = (minutes: number) => {
    if (minutes > 0 && minutes % DAY === 0) return t("time_days", { n: minutes / DAY });
    if (minutes > 0 && minutes % HOUR === 0) return t("time_hours", { n: minutes / HOUR });
    return t("time_minutes", { n: minutes });
  };
  /** "Air temperature below 0 °C for 2 h". */
  const condition = (one: Condition) => {
    const atOnce = one.minutes === 0 && !isRate(one.kind) && one.kind !== "silent";
    const any = one.kind === "faulty" && one.parameter === null ? t("each_parameter") : "";
    return t(`says_${one.kind}${atOnce ? "_at_once" : ""}`, {
      parameter: parameter(one.parameter) || any,
      limit: value(one.limit, one.parameter),
      time: time(one.minutes),
    });
  };
  return { parameter, unit, value, time, condition };
}

interface Condition {
  kind: AlertKind;
  parameter: string | null;
  limit: number | null;
  minutes: number;
}

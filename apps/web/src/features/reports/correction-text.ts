import type { ReportCorrection } from "@nihol/contract/reports/report-periods";
import { noValue } from "@nihol/locales/format-number";
import type { Format } from "../../lib/text/format.ts";

/** A corrected figure as it is written: a number of at most two decimals, or a day. */
export function correctedText(value: ReportCorrection["now"], format: Format): string {
  if (value === null) return noValue;
  return typeof value === "number" ? format.number(value, 2) : format.dateShort(value);
}

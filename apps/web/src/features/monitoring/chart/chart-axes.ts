import { clockOf } from "@nihol/contract/values/planting/programme-day";
import type { Format } from "../../../lib/text/format.ts";
import { shortMonths } from "../../../lib/text/format-date.ts";

const day = 86_400;

/** Words below the axis of time; `step` is the distance of two ticks in seconds. Days are local ones. */
export function timeLabels(
  splits: readonly number[],
  step: number,
  format: Format,
  isDays: boolean,
): string[] {
  return splits.map((split) => {
    const at = partsOf(split, isDays);
    const month = shortMonths[format.language][at.month] ?? "";
    if (step < day && (at.hour > 0 || at.minute > 0)) return `${two(at.hour)}:${two(at.minute)}`;
    if (step < 27 * day) return `${at.day} ${month}`;
    return step < 364 * day ? `${month} ${at.year}` : String(at.year);
  });
}

/** Numbers beside the axis of values, with the decimals that distinguish two ticks. */
export function valueLabels(splits: readonly number[], step: number, format: Format): string[] {
  const isEnough = (digits: number) => Math.abs(step - Number(step.toFixed(digits))) < 1e-9;
  const digits = [0, 1, 2, 3].find(isEnough) ?? 4;
  return splits.map((split) => format.number(split, digits));
}

function partsOf(split: number, isDays: boolean) {
  const moment = new Date(split * 1000);
  const at = isDays ? clockOf(moment) : moment;
  return isDays
    ? {
        year: at.getUTCFullYear(),
        month: at.getUTCMonth(),
        day: at.getUTCDate(),
        hour: at.getUTCHours(),
        minute: at.getUTCMinutes(),
      }
    : {
        year: at.getFullYear(),
        month: at.getMonth(),
        day: at.getDate(),
        hour: at.getHours(),
        minute: at.getMinutes(),
      };
}

const two = (value: number) => String(value).padStart(2, "0");

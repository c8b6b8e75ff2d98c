import { formatNumber, noValue } from "./format-number.ts";
import type { TextLanguage } from "./text.ts";

/** A count and its 90 % range; null where no accuracy is known. */
export interface RangedCount {
  total: number;
  low: number | null;
  high: number | null;
}

/** "1 240 ± 90", or "1 240 (1 100–1 330)" where the range is lopsided; a dash when nothing was seen. */
export function formatCount(count: RangedCount | null, language: TextLanguage): string {
  if (!count) return noValue;
  const { total, low, high } = count;
  const number = (value: number | null) => formatNumber(value, language);
  if (low === null || high === null) return total > 0 ? number(total) : number(null);
  if (low === high) return number(total);
  const [below, above] = [total - low, high - total];
  const half = Math.round((below + above) / 2);
  // No fewer trees than none: 0 of 0 to 1 is not ± 1.
  const isEven = Math.abs(below - above) <= Math.max(1, 0.02 * total) && half <= total;
  return isEven
    ? `${number(total)} ± ${number(half)}`
    : `${number(total)} (${number(low)}–${number(high)})`;
}

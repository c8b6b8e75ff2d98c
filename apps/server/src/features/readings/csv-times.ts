/** Times as loggers write them. */

/** Order by which 3/4/2021 is the third of April (dmy) or the fourth of March (mdy). */
export type DayOrder = "dmy" | "mdy";

const ymd = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const parts = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{2,4})(?!\d)/;
const clock =
  /^(?:[T ]\s*)?(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*(am|pm)?\s*(z|utc|gmt|[+-]\d{2}(?::?\d{2})?)?$/i;

/** The two numbers and the divider of a date that begins with day or month; undefined for any other. */
export function numericDate(text: string) {
  const [, first, divider, second] = parts.exec(text.trim()) ?? [];
  return first === undefined
    ? undefined
    : { first: Number(first), second: Number(second), divider };
}

/** Minutes ahead of UTC of a zone at a moment. */
type OffsetAt = (utcMs: number) => number;

const hour = 3_600_000;

function fixedOffset(text: string): number | undefined {
  if (/^(z|utc|gmt)$/i.test(text)) return 0;
  const [, sign, hours, minutes = "0"] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? [];
  if (!sign) return undefined;
  const offset = Number(hours) * 60 + Number(minutes);
  return offset > 14 * 60 ? undefined : sign === "-" ? -offset : offset;
}

/** The offsets of a zone: `UTC`, `+05:00` or an IANA name; undefined for an unknown one. */
export function zoneOffsets(zone: string): OffsetAt | undefined {
  const fixed = fixedOffset(zone);
  if (fixed !== undefined) return () => fixed;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  } catch {
    return undefined;
  }
  // Intl costs microseconds a row; zones change on whole hours of UTC.
  const known = new Map<number, number>();
  return (utcMs) => {
    const key = Math.floor(utcMs / hour);
    const found = known.get(key);
    if (found !== undefined) return found;
    const name = format.formatToParts(utcMs).find(({ type }) => type === "timeZoneName")?.value;
    const offset = fixedOffset((name ?? "").replace("GMT", "") || "UTC") ?? 0;
    known.set(key, offset);
    return offset;
  };
}

function dateParts(text: string, order: DayOrder): [number[], string] | undefined {
  const iso = ymd.exec(text);
  if (iso) return [iso.slice(1, 4).map(Number), text.slice(iso[0].length)];
  const found = parts.exec(text);
  if (!found) return undefined;
  const [first, second, given] = [Number(found[1]), Number(found[3]), Number(found[4])];
  const year = given < 100 ? 2000 + given : given;
  const date = order === "dmy" ? [year, second, first] : [year, first, second];
  return [date, text.slice(found[0].length)];
}

/** Milliseconds of a calendar day, NaN for one that does not exist. */
function dayMs([year = 0, month = 0, day = 0]: number[]): number {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.getTime() : Number.NaN;
}

function clockMs(match: RegExpExecArray): number {
  const [, h = "0", m = "0", s = "0", fraction = "", half = ""] = match;
  let hours = Number(h);
  if (half) hours = (hours % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  // 24:00 is the midnight that ends the day (ISO 8601).
  const endsDay = hours === 24 && !half && Number(m) === 0 && Number(s) === 0;
  if ((hours > 23 && !endsDay) || Number(m) > 59 || Number(s) > 59) return Number.NaN;
  const ms = Number(fraction.padEnd(3, "0").slice(0, 3));
  return ((hours * 60 + Number(m)) * 60 + Number(s)) * 1000 + ms;
}

/** Reads one time; seconds and milliseconds since 1970 are read too. Undefined for what is none. */
export function readTime(text: string, order: DayOrder, offsetAt: OffsetAt): Date | undefined {
  const trimmed = text.trim();
  if (/^\d{10}(\.\d+)?$/.test(trimmed)) return new Date(Math.round(Number(trimmed) * 1000));
  if (/^\d{13}$/.test(trimmed)) return new Date(Number(trimmed));
  const date = dateParts(trimmed, order);
  if (!date) return undefined;
  const rest = date[1].trim();
  const time = rest === "" ? undefined : clock.exec(rest);
  if (time === null) return undefined;
  const local = dayMs(date[0]) + (time ? clockMs(time) : 0);
  if (Number.isNaN(local)) return undefined;
  const own = time?.[6] ? fixedOffset(time[6].length === 3 ? `${time[6]}:00` : time[6]) : undefined;
  if (time?.[6] && own === undefined && !/^(z|utc|gmt)$/i.test(time[6])) return undefined;
  const guess = offsetAt(local);
  const offset = own ?? offsetAt(local - guess * 60_000);
  return new Date(local - offset * 60_000);
}

/** The zone that a heading states, `Date Time, GMT+05:00`, as `zoneOffsets` reads it. */
export function zoneInHeading(heading: string): string | undefined {
  const spaced = heading.replaceAll("_", " ");
  const found = /(?<!\p{L})(?:GMT|UTC)\s*(?:([+-])\s*(\d{1,2})(?::?(\d{2}))?)?(?!\p{L})/iu.exec(
    spaced,
  );
  if (!found) return undefined;
  const [, sign, hours = "0", minutes = "00"] = found;
  return sign ? `${sign}${hours.padStart(2, "0")}:${minutes}` : "UTC";
}

/** A heading without the zone that it states. */
export const withoutZone = (heading: string) =>
  heading.replace(/[,([]*\s*(?:GMT|UTC)\s*[+-]\s*\d{1,2}(?::?\d{2})?\s*[)\]]*/i, "");

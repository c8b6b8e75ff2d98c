/**
 * Calendar day where the programme plants, on the clock of its own zone: that of the database (`programme_zone()`),
 * which servers, workers and the panel take over when they start.
 */

const dayMs = 86_400_000;
/** Clocks of the world change at quarters of an hour. */
const quarterMs = 900_000;
const remembered = 4096;

/** The zone of a programme that chose none: UTC+5 all year round. */
export const defaultZone = "Asia/Dushanbe";

/** A zone and the offsets that were asked of it, by quarter of an hour. */
interface ZoneClock {
  zone: string;
  parts: Intl.DateTimeFormat;
  offsets: Map<number, number>;
}

/** @throws RangeError when there is no such zone */
const clockIn = (zone: string): ZoneClock => ({
  zone,
  parts: new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    ...{ year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  }),
  offsets: new Map(),
});

let clock = clockIn(defaultZone);

/** The zone whose days the programme keeps: "Asia/Dushanbe". */
export const programmeZone = (): string => clock.zone;

/** Takes over the zone of the programme. @throws RangeError when there is no such zone */
export function setProgrammeZone(zone: string): void {
  if (zone !== clock.zone) clock = clockIn(zone);
}

/** Milliseconds that the wall clock of the programme is ahead of UTC at an instant. */
function offsetAt(ms: number): number {
  const quarter = Math.floor(ms / quarterMs);
  const known = clock.offsets.get(quarter);
  if (known !== undefined) return known;
  const at = quarter * quarterMs;
  const of = Object.fromEntries(
    clock.parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  );
  const wall = Date.UTC(of.year ?? 0, (of.month ?? 1) - 1, of.day, of.hour, of.minute, of.second);
  if (clock.offsets.size >= remembered) clock.offsets.clear();
  clock.offsets.set(quarter, wall - at);
  return wall - at;
}

/** The clock there: a date whose UTC fields are what its wall clock shows. */
export const clockOf = (instant: Date): Date =>
  new Date(instant.getTime() + offsetAt(instant.getTime()));

/** The day of an instant there: `2026-05-14`. */
export const dayOf = (instant: Date): string => clockOf(instant).toISOString().slice(0, 10);

/** Today there: `2026-05-14`. */
export const today = (): string => dayOf(new Date());

/**
 * The moment at which a day (`2026-05-14`) begins there. Where the clock leaps over midnight, the one at which it
 * leaps; where midnight comes twice, the second: as PostgreSQL reads such times.
 */
export function midnightOf(day: string): Date {
  const wall = Date.parse(day);
  const near = wall - offsetAt(wall);
  const [before, after] = [near - dayMs / 2, near + dayMs / 2].map((at) => wall - offsetAt(at));
  const isLater = after !== undefined && after + offsetAt(after) === wall;
  return new Date(isLater ? after : (before ?? near));
}

/** So many days after a day, or before it. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Calendar day where the programme plants: UTC+5 all year round, as Tajikistan keeps it. */

const hoursAheadOfUtc = 5;
const dayMs = 86_400_000;

/** The clock there: a date whose UTC fields are what its wall clock shows. */
export const clockOf = (instant: Date): Date =>
  new Date(instant.getTime() + hoursAheadOfUtc * 3_600_000);

/** The day of an instant there: `2026-05-14`. */
export const dayOf = (instant: Date): string => clockOf(instant).toISOString().slice(0, 10);

/** Today there: `2026-05-14`. */
export const today = (): string => dayOf(new Date());

/** The moment at which a day (`2026-05-14`) begins there. */
export const midnightOf = (day: string): Date =>
  new Date(Date.parse(day) - hoursAheadOfUtc * 3_600_000);

/** So many days after a day, or before it. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Which day it is where the programme plants: UTC+5 all year round, as Tajikistan keeps it. */
import { type RawBuilder, sql } from "kysely";

const hoursAheadOfUtc = 5;

/** The day of an instant there: `2026-05-14`. */
export const dayOf = (instant: Date): string =>
  new Date(instant.getTime() + hoursAheadOfUtc * 3_600_000).toISOString().slice(0, 10);

/** `2026-05-14` */
export const today = (): string => dayOf(new Date());

/** The same day in SQL, as a date. */
export const todaySql = (): RawBuilder<string> => sql<string>`${today()}::date`;

/** Today where the programme plants. */
import { today } from "@nihol/contract/values/planting/programme-day";
import { type RawBuilder, sql } from "kysely";

/** Today in SQL, as a date. */
export const todaySql = (): RawBuilder<string> => sql<string>`${today()}::date`;

/** Days from today to a day there (`2026-05-14`), below nought when it has passed. */
export const daysUntil = (day: string): number =>
  Math.round((Date.parse(day) - Date.parse(today())) / 86_400_000);

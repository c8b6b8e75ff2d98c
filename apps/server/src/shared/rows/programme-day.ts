/** Which day it is now where the programme plants. */
import { dayOf } from "@nihol/contract/values/planting/programme-day";
import { type RawBuilder, sql } from "kysely";

/** `2026-05-14` */
export const today = (): string => dayOf(new Date());

/** The same day in SQL, as a date. */
export const todaySql = (): RawBuilder<string> => sql<string>`${today()}::date`;

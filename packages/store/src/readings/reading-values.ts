/** Values of readings by the key of their parameter, as they come and as they are written. */
import { type RawBuilder, sql } from "kysely";

/** Values of one moment by the key of their parameter; what is left out was not measured. */
export type Values = Record<string, number>;

/** Values of a device at one moment, checked: valid ones apart from those that no sensor can measure. */
export interface NewReading {
  ts: Date;
  values: Values;
  faulty: Values;
}

/** SQL of a parameter's id; null for a key that is none, which no table of readings takes. */
export const parameterId = (key: string): RawBuilder<number> =>
  sql<number>`(select id from parameter where key = ${key})`;

/** The measures as pieces of SQL, so that no statement names them one by one. */
import { type RawBuilder, sql } from "kysely";
import { type Measure, measures } from "./reading-measures.ts";

/** SQL for each measure, with commas between. */
export const eachMeasure = (piece: (measure: Measure) => RawBuilder<unknown>) =>
  sql.join(measures.map(piece));

/** `co2, humidity, …`; with an alias `d.co2, d.humidity, …`. */
export const measureColumns = (alias?: string) =>
  eachMeasure((measure) => sql.ref(alias ? `${alias}.${measure}` : measure));

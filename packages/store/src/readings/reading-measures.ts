/** The measures of readings: every SQL text of readings takes its columns from this list. */

/** The columns of `reading`, in the order of their numbers in reading_hour, reading_latest and reading_fault. */
export const measures = ["co2", "humidity", "temperature", "conductivity", "ph"] as const;
export type Measure = (typeof measures)[number];

/** The number of a measure in the tables that hold one measure a row. */
export const measureNumber = (measure: Measure): number => measures.indexOf(measure);

/** Right values of one moment; the rest is null. */
export type Values = Partial<Record<Measure, number>>;

/** Values of a device at one moment, checked: valid ones apart from those that no sensor can measure. */
export interface NewReading {
  ts: Date;
  values: Values;
  faulty: Values;
}

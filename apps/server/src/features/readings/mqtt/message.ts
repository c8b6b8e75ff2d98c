/** Messages in one form, whatever way they were sent. */
import type { EntryReason } from "@nihol/contract/values/sensors/readings";

/** Entry of a message: values as they were sent, by the name that was sent. */
export interface SentEntry {
  /** Its place in the message. */
  index: number;
  /** As the schema of a reading wants it, or whatever was sent in its place. */
  ts: unknown;
  values: Record<string, unknown>;
  /** Unit of SenML in which its values are; without one they are in the programme's. */
  unit?: string;
}

/** Refused entry: its place in the message, and the name where one of several was refused. */
export interface RefusedEntry {
  index: number;
  reason: EntryReason;
  key?: string;
}

export interface Message {
  entries: SentEntry[];
  refused: RefusedEntry[];
  /** Beginning of the payload as text. */
  sent?: string;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Seconds since 1970 end here and milliseconds begin: the number is 1973 in those and 5138 in these. */
const lastSeconds = 1e11;

/** A time as ISO text where it is a number of seconds or milliseconds; else as it was sent, for the schema to judge. */
export function timeText(ts: unknown): unknown {
  if (typeof ts !== "number") return ts;
  const moment = new Date(ts < lastSeconds ? ts * 1000 : ts);
  return Number.isNaN(moment.getTime()) ? ts : moment.toISOString();
}

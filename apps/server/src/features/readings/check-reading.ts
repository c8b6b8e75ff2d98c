/** Turns a sent reading into the row to write, with valid and faulty values, or into a reason for refusal. */

import { type SentReading, sentReadingSchema } from "@nihol/contract/sensors/readings";
import { type RefusalReason, readingLimits } from "@nihol/contract/values/sensors/readings";
import { isFaulty } from "@nihol/contract/values/sensors/sensor-guidance";
import { ownParameter, type Parameters, rangesFor } from "@nihol/store/readings/parameters";
import type { NewReading, Values } from "@nihol/store/readings/reading-values";
import type { DeviceFacts } from "../../policies/devices.ts";

type ReadingCheck = { reading: NewReading } | { reason: RefusalReason };

const minute = 60_000;
const oldest = Date.parse(readingLimits.oldest);

function checkTime(ts: Date, now: number): RefusalReason | undefined {
  if (Number.isNaN(ts.getTime())) return "bad_time";
  if (ts.getTime() > now + readingLimits.futureMinutes * minute) return "in_future";
  return ts.getTime() < oldest ? "too_old" : undefined;
}

/** The value in single precision; PostgreSQL refuses one that underflows. */
const held = (value: number) => (Math.abs(value) < 1e-30 ? 0 : value);

/** Checks the values of one device at one time against the ranges in force. */
export function checkReading(
  device: DeviceFacts,
  parameters: Parameters,
  ts: Date,
  sent: Values,
): ReadingCheck {
  const wrongTime = checkTime(ts, Date.now());
  if (wrongTime) return { reason: wrongTime };
  const entries = Object.entries(sent);
  if (entries.some(([key]) => !ownParameter(parameters, device.type, key)))
    return { reason: "unknown_parameter" };
  if (entries.length === 0) return { reason: "no_value" };
  const values: Values = {};
  const faulty: Values = {};
  for (const [parameter, value] of entries) {
    const wrong = isFaulty(value, rangesFor(parameters, parameter, device.soil_texture));
    (wrong ? faulty : values)[parameter] = wrong ? value : held(value);
  }
  return { reading: { ts, values, faulty } };
}

/** The part of a sent reading that its schema refused. */
function schemaReason(parameters: Parameters, sent: unknown): RefusalReason {
  const { ts, values } = (sent ?? {}) as { ts?: unknown; values?: unknown };
  if (!sentReadingSchema.shape.ts.safeParse(ts).success) return "bad_time";
  if (typeof values !== "object" || values === null) return "no_value";
  const isKnown = Object.keys(values).every((key) => parameters.byKey.has(key));
  return isKnown ? "bad_number" : "unknown_parameter";
}

/** The same for an element of a batch, whatever it is. A value of null was not measured. */
export function checkSent(
  device: DeviceFacts,
  parameters: Parameters,
  sent: unknown,
): ReadingCheck {
  const parsed = sentReadingSchema.safeParse(withoutNulls(sent));
  if (!parsed.success) return { reason: schemaReason(parameters, withoutNulls(sent)) };
  const { ts, values }: SentReading = parsed.data;
  return checkReading(device, parameters, new Date(ts), values);
}

function withoutNulls(sent: unknown): unknown {
  const values = (sent as { values?: unknown } | null)?.values;
  if (typeof values !== "object" || values === null) return sent;
  const kept = Object.entries(values).filter(([, value]) => value !== null);
  return { ...(sent as object), values: Object.fromEntries(kept) };
}

/** SenML (RFC 8428): lists of records with base names, base times and base units. */
import { converted, unitsOf } from "@nihol/contract/values/sensors/column-units";
import type { Message } from "./message.ts";

type Sent = Record<string, unknown>;

/** Times below are relative to now (RFC 8428, 4.5.3). */
const firstAbsolute = 2 ** 28;

/** Units of the registry (RFC 8428 and 8798) by the name that files give them here. */
const unitNames: Record<string, string> = {
  Cel: "°C",
  "%RH": "%",
  "/": "0–1",
  "ug/m3": "µg/m³",
  "mg/l": "mg/l",
};
/** A share of volume is written otherwise than one of vapour. */
const shares = ["0–1", "m³/m³"];

const fieldsOf = ["bn", "bt", "bu", "bv", "n", "u", "v", "vs", "vb", "t"];

/** Tells SenML from lists of our readings: every record has a name or base, and no values of ours. */
export const isSenml = (list: readonly unknown[]): list is Sent[] =>
  list.length > 0 &&
  list.every(
    (one) =>
      typeof one === "object" &&
      one !== null &&
      !("values" in one) &&
      ("n" in one || "bn" in one) &&
      Object.keys(one).some((key) => fieldsOf.includes(key)),
  );

const numberIn = (value: unknown) => (typeof value === "number" ? value : undefined);
const textIn = (value: unknown) => (typeof value === "string" ? value : "");

/** The last part of a name is the parameter: before it stands what the device is called. */
const keyOf = (name: string) => name.split(/[:/]/).at(-1) ?? "";

/**
 * Value in a parameter's own unit; undefined where it cannot be in the sent one.
 * @param own the parameter's unit
 * @param sent unit of the registry; without one the value is in the parameter's
 */
export function senmlValue(value: number, own: string, sent: string | undefined) {
  if (sent === undefined) return value;
  const name = unitNames[sent] ?? sent;
  const names = shares.includes(name) ? shares : [name];
  const known = unitsOf(own);
  const unit = names.find((one) => known.includes(one));
  return unit === undefined ? undefined : converted(value, own, unit);
}

const momentOf = (time: number, now: number) =>
  new Date(time < firstAbsolute ? now + time * 1000 : time * 1000);

/** Reads the records of a pack; each is an entry. @param now milliseconds since 1970 */
export function readSenml(records: readonly Sent[], now: number): Message {
  const message: Message = { entries: [], refused: [] };
  const base = { name: "", time: 0, unit: "", value: 0 };
  for (const [index, one] of records.entries()) {
    base.name = typeof one.bn === "string" ? one.bn : base.name;
    base.time = numberIn(one.bt) ?? base.time;
    base.unit = typeof one.bu === "string" ? one.bu : base.unit;
    base.value = numberIn(one.bv) ?? base.value;
    // A record may bring a base and nothing else.
    if (!["n", "v", "vs", "vb"].some((field) => field in one)) continue;
    const key = keyOf(base.name + textIn(one.n));
    const moment = momentOf(base.time + (numberIn(one.t) ?? 0), now);
    const value = numberIn(one.v);
    const unit = textIn(one.u) || base.unit;
    if (value === undefined) message.refused.push({ index, reason: "bad_number", key });
    else if (Number.isNaN(moment.getTime()))
      message.refused.push({ index, reason: "bad_time", key });
    else
      message.entries.push({
        index,
        ts: moment.toISOString(),
        values: { [key]: base.value + value },
        ...(unit && { unit }),
      });
  }
  return message;
}

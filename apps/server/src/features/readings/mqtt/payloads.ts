/** Payloads of messages, as devices and servers of networks send them, as readings of one form. */
import {
  type EntryReason,
  intakeSeen,
  readingLimits,
} from "@nihol/contract/values/sensors/readings";
import { strictJson } from "../../../http/bodies/loose-json.ts";
import { isRecord, type Message, type RefusedEntry, type SentEntry, timeText } from "./message.ts";
import { isSenml, readSenml } from "./senml.ts";
import { readUplink } from "./uplinks.ts";

const refuseAll = (reason: EntryReason): Message => ({
  entries: [],
  refused: [{ index: 0, reason }],
});

/** One object: a reading of ours and of ThingsBoard, `{ts, values}`, or names and values alone, which are of now. */
function readObject(sent: unknown, index: number, now: string): SentEntry | RefusedEntry {
  if (!isRecord(sent)) return { index, reason: "no_value" };
  if (isRecord(sent.values)) return { index, ts: timeText(sent.ts ?? now), values: sent.values };
  const { ts, ...values } = sent;
  return { index, ts: timeText(ts ?? now), values };
}

function readList(list: readonly unknown[], now: string): Message {
  if (list.length > readingLimits.batch) return refuseAll("too_many");
  const message: Message = { entries: [], refused: [] };
  for (const [index, one] of list.entries()) {
    const read = readObject(one, index, now);
    if ("reason" in read) message.refused.push(read);
    else message.entries.push(read);
  }
  return message;
}

/** @throws SyntaxError */
const parse = (payload: Uint8Array): unknown =>
  JSON.parse(strictJson(new TextDecoder("utf-8", { fatal: true }).decode(payload)));

function readValue(sent: unknown, now: number): Message {
  const moment = new Date(now).toISOString();
  if (Array.isArray(sent)) {
    if (isSenml(sent))
      return sent.length > readingLimits.batch ? refuseAll("too_many") : readSenml(sent, now);
    return readList(sent, moment);
  }
  if (!isRecord(sent)) return refuseAll("no_value");
  if (Array.isArray(sent.readings)) return readList(sent.readings, moment);
  const uplink = readUplink(sent, moment);
  return uplink ?? readList([sent], moment);
}

/**
 * Reads a message: our object, a list of them, `{readings: […]}` as by HTTP, ThingsBoard's telemetry, SenML, an uplink of
 * ChirpStack 4 or The Things Stack 3; on a topic of one parameter a plain number. What has no time is of now.
 * @param now milliseconds since 1970
 */
export function readPayload(
  payload: Uint8Array,
  parameter: string | undefined,
  now: number,
): Message {
  let sent: unknown;
  try {
    sent = parse(payload);
  } catch {
    return refuseAll("no_json");
  }
  if (parameter === undefined) return readValue(sent, now);
  const moment = new Date(now).toISOString();
  const { ts, value } = isRecord(sent) ? sent : { ts: undefined, value: sent };
  return {
    entries: [{ index: 0, ts: timeText(ts ?? moment), values: { [parameter]: value } }],
    refused: [],
  };
}

/** Beginning of a payload as text, for whoever looks after the device. */
export const sentText = (payload: Uint8Array) =>
  new TextDecoder().decode(payload.subarray(0, intakeSeen.payload));

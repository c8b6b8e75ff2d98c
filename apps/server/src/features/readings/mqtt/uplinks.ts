/** Uplinks of LoRaWAN network servers, which carry what the device's codec made of its bytes. */
import { isRecord, type Message, timeText } from "./message.ts";

type Sent = Record<string, unknown>;

const single = (ts: unknown, values: unknown): Message =>
  isRecord(values)
    ? { entries: [{ index: 0, ts: timeText(ts), values }], refused: [] }
    : { entries: [], refused: [{ index: 0, reason: "no_value" }] };

/** ChirpStack 4, event `up`: `time` and `object`. */
const readChirpstack = (sent: Sent, now: string) =>
  isRecord(sent.deviceInfo) ? single(sent.time ?? now, sent.object) : undefined;

/** The Things Stack 3: what is in `uplink_message`. */
function readThingsStack(sent: Sent, now: string) {
  const { uplink_message: uplink, received_at } = sent;
  if (!isRecord(uplink)) return undefined;
  return single(uplink.received_at ?? received_at ?? now, uplink.decoded_payload);
}

/** Reads an uplink; undefined for what is none. */
export const readUplink = (sent: Sent, now: string): Message | undefined =>
  readChirpstack(sent, now) ?? readThingsStack(sent, now);

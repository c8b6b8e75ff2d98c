/** Every form in which devices and network servers send readings, and what does not fit. */
import { expect, test } from "vitest";
import { maxPacketBytes, packetGuard } from "../../src/features/readings/mqtt/packet-guard.ts";
import { readPayload } from "../../src/features/readings/mqtt/payloads.ts";
import { senmlValue } from "../../src/features/readings/mqtt/senml.ts";
import { readTopic } from "../../src/features/readings/mqtt/topics.ts";

const now = Date.parse("2026-05-04T10:00:00Z");
const at = "2026-05-04T09:00:00.000Z";
const read = (sent: unknown, parameter?: string) =>
  readPayload(Buffer.from(typeof sent === "string" ? sent : JSON.stringify(sent)), parameter, now);
const one = (ts: string, values: object) => ({ entries: [{ index: 0, ts, values }], refused: [] });
const refused = (reason: string) => ({ entries: [], refused: [{ index: 0, reason }] });

test.each([
  ["our object", { ts: at, values: { co2: 400 } }, one(at, { co2: 400 })],
  [
    "an object without a time",
    { values: { co2: 400 } },
    one("2026-05-04T10:00:00.000Z", { co2: 400 }),
  ],
  ["names and values alone", { co2: 400 }, one("2026-05-04T10:00:00.000Z", { co2: 400 })],
  ["the body of HTTP", { readings: [{ ts: at, values: { co2: 4 } }] }, one(at, { co2: 4 })],
  ["milliseconds of ThingsBoard", { ts: Date.parse(at), values: { co2: 4 } }, one(at, { co2: 4 })],
  ["seconds", [{ ts: Date.parse(at) / 1000, co2: 4 }], one(at, { co2: 4 })],
  [
    "an uplink of ChirpStack 4",
    {
      deduplicationId: "3ac7e3c4-4401-4b8d-9386-a5c902f9202d",
      time: at,
      deviceInfo: { devEui: "0101010101010101", deviceName: "soil 7" },
      fPort: 2,
      data: "AQ==",
      object: { soil_humidity: 24.5, batV: 3.6 },
    },
    one(at, { soil_humidity: 24.5, batV: 3.6 }),
  ],
  [
    "an uplink of The Things Stack 3",
    {
      end_device_ids: { device_id: "soil-7", dev_eui: "0101010101010101" },
      received_at: "2026-05-04T09:00:01.5Z",
      uplink_message: { f_port: 2, decoded_payload: { soil_ph: 6.9 }, received_at: at },
    },
    one(at, { soil_ph: 6.9 }),
  ],
  [
    "an uplink that nobody decoded",
    { deviceInfo: {}, time: at, data: "AQ==" },
    refused("no_value"),
  ],
  ["no JSON", "co2=400", refused("no_json")],
  ["a number without a name", "400", refused("no_value")],
  [
    "a list that is too long",
    Array.from({ length: 1001 }, () => ({ co2: 1 })),
    refused("too_many"),
  ],
])("%s", (_what, sent, expected) => {
  expect(read(sent)).toEqual(expected);
});

test("an element of a list that is no reading is refused by its index, and the others are kept", () => {
  const { entries, refused } = read([7, { ts: at, values: { co2: 1 } }, null]);
  expect(entries.map(({ index }) => index)).toEqual([1]);
  expect(refused).toEqual([
    { index: 0, reason: "no_value" },
    { index: 2, reason: "no_value" },
  ]);
});

test("on the topic of a parameter a number is its value, with a time or of now", () => {
  const moment = "2026-05-04T10:00:00.000Z";
  expect(read("21.5", "air_temperature")).toEqual(one(moment, { air_temperature: 21.5 }));
  expect(read("NaN", "co2")).toEqual(one(moment, { co2: null }));
  expect(read({ ts: at, value: 3 }, "co2")).toEqual(one(at, { co2: 3 }));
});

test("SenML: bases, relative and absolute times, units by their codes", () => {
  const { entries, refused } = read([
    { bn: "urn:dev:ow:10e2073a01080063:", bt: Date.parse(at) / 1000, bu: "Cel" },
    { n: "air_temperature", v: 21.5 },
    { n: "air_temperature", u: "K", v: 300, t: 60 },
    { n: "air_humidity", u: "/", v: 0.45 },
    { n: "air_temperature", u: "Pa", v: 1 },
    { n: "air_temperature", vs: "warm" },
    { n: "battery", u: "V", v: 3.6 },
  ]);
  expect(entries).toEqual([
    { index: 1, ts: at, values: { air_temperature: 21.5 }, unit: "Cel" },
    { index: 2, ts: "2026-05-04T09:01:00.000Z", values: { air_temperature: 300 }, unit: "K" },
    { index: 3, ts: at, values: { air_humidity: 0.45 }, unit: "/" },
    { index: 4, ts: at, values: { air_temperature: 1 }, unit: "Pa" },
    { index: 6, ts: at, values: { battery: 3.6 }, unit: "V" },
  ]);
  expect(refused).toEqual([{ index: 5, reason: "bad_number", key: "air_temperature" }]);
  expect(senmlValue(21.5, "°C", "Cel")).toBe(21.5);
  expect(senmlValue(300, "°C", "K")).toBe(26.85);
  expect(senmlValue(0.45, "%", "/")).toBe(45);
  expect(senmlValue(0.24, "% vol", "/")).toBe(24);
  expect(senmlValue(1, "°C", "Pa")).toBeUndefined();
  expect(senmlValue(3, "particles", undefined)).toBe(3);
  expect(read([{ n: "co2", v: 400, t: -60 }]).entries[0]?.ts).toBe("2026-05-04T09:59:00.000Z");
});

test("topics of readings, and others", () => {
  expect(readTopic("devices/7/readings")).toEqual({ id: 7, parameter: undefined });
  expect(readTopic("devices/7/readings/co2")).toEqual({ id: 7, parameter: "co2" });
  expect(readTopic("v1/devices/me/telemetry")).toEqual({ id: undefined, parameter: undefined });
  for (const topic of [
    "devices/07/readings",
    "devices/7",
    "devices/7/readings/",
    "x/devices/7/readings",
  ])
    expect(readTopic(topic)).toBeUndefined();
});

test("a packet that says that it is too large is found at its head, however its bytes come", () => {
  const length = (bytes: number) => {
    const coded: number[] = [];
    for (let rest = bytes; coded.length === 0 || rest > 0; rest = Math.floor(rest / 128))
      coded.push((rest % 128) + (rest >= 128 ? 128 : 0));
    return coded;
  };
  const packet = (bytes: number) => Uint8Array.from([0x30, ...length(bytes)]);
  const sound = packetGuard();
  for (const size of [0, 127, 128, maxPacketBytes]) {
    for (const byte of packet(size)) expect(sound(Uint8Array.of(byte))).toBe(true);
    expect(sound(new Uint8Array(size))).toBe(true);
  }
  expect(sound(packet(maxPacketBytes + 1))).toBe(false);
  expect(packetGuard()(Uint8Array.of(0x10, 255, 255, 255, 255))).toBe(false);
});

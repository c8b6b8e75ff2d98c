/** The document of the topics: by the rules of AsyncAPI 3.0, and true of what the intake reads. */
import { mqttMessages, mqttValue } from "@nihol/contract/sensors/mqtt-messages";
import { expect, test } from "vitest";
import { z } from "zod";
import { asyncApi } from "../../src/features/readings/mqtt/async-api.ts";
import { readPayload } from "../../src/features/readings/mqtt/payloads.ts";
import { readTopic } from "../../src/features/readings/mqtt/topics.ts";
import { testApp } from "../support/test-app.ts";

/** Rules of AsyncAPI 3.0.0 for the parts that are used here, written from its JSON schema. */
const ref = z.strictObject({ $ref: z.string().startsWith("#/") });
const channel = z.strictObject({
  address: z.string(),
  messages: z.record(z.string().regex(/^[\w.-]+$/), ref),
  parameters: z.record(z.string(), z.strictObject({ description: z.string() })).optional(),
});
const operation = z.strictObject({
  action: z.enum(["send", "receive"]),
  channel: ref,
  summary: z.string(),
  messages: z.array(ref),
  bindings: z.strictObject({
    mqtt: z.strictObject({
      qos: z.union([0, 1, 2].map((one) => z.literal(one))),
      bindingVersion: z.literal("0.2.0"),
    }),
  }),
});
const message = z.strictObject({
  name: z.string(),
  title: z.string(),
  contentType: z.string(),
  payload: z.looseObject({ $schema: z.literal("http://json-schema.org/draft-07/schema#") }),
});
const document = z.strictObject({
  asyncapi: z.literal("3.0.0"),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  defaultContentType: z.string(),
  channels: z.record(z.string(), channel),
  operations: z.record(z.string(), operation),
  components: z.strictObject({ messages: z.record(z.string(), message) }),
});

/** Finds what a reference of the document names; undefined where there is nothing. */
function named(root: unknown, { $ref }: { $ref: string }): unknown {
  let at = root;
  for (const key of $ref.slice(2).split("/"))
    at = z.record(z.string(), z.unknown()).safeParse(at).data?.[key];
  return at;
}

const ts = "2026-05-04T09:00:00Z";
const values = { co2: 410 };
/** Messages as devices send them, each of which the intake reads without a refusal. */
const sent: Record<keyof typeof mqttMessages, unknown[]> = {
  reading: [{ ts, values }, { ts: Date.parse(ts), values }, { co2: 410 }],
  readings: [[{ ts, values }], { readings: [{ ts, values }, { values }] }],
  senml: [[{ bn: "urn:dev:17:", bt: 1_777_885_200, n: "air_temperature", u: "Cel", v: 21 }]],
  chirpstack: [{ deviceInfo: { devEui: "0102030405060708" }, time: ts, object: values }],
  thingsStack: [{ uplink_message: { received_at: ts, decoded_payload: values } }],
};
const read = (one: unknown, parameter?: string) =>
  readPayload(Buffer.from(JSON.stringify(one)), parameter, Date.now());

test("it is served to everybody, keeps the rules of AsyncAPI, and each of its references leads somewhere", async () => {
  const server = await testApp();
  try {
    const { status, body } = await server.anonymous("GET", "/asyncapi.json");
    expect(status).toBe(200);
    const { channels, operations } = document.parse(body);
    for (const { address, messages, parameters = {} } of Object.values(channels)) {
      const inAddress = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(parameters)).toEqual(inAddress);
      for (const one of Object.values(messages)) message.parse(named(body, one));
    }
    for (const { channel: of, messages } of Object.values(operations)) {
      channel.parse(named(body, of));
      for (const one of messages) ref.parse(named(body, one));
    }
  } finally {
    await server.close();
  }
});

test("its topics are those that are read", () => {
  const topics = Object.values(asyncApi().channels).map(({ address }) =>
    address.replace("{device}", "17").replace("{parameter}", "co2"),
  );
  expect(topics.map((topic) => readTopic(topic))).toEqual([
    { id: 17, parameter: undefined },
    { id: 17, parameter: "co2" },
    { id: undefined, parameter: undefined },
  ]);
});

test("what it describes is read without a refusal, and what it does not is refused", () => {
  for (const [name, { schema }] of Object.entries(mqttMessages))
    for (const one of Object.entries(sent).find(([key]) => key === name)?.[1] ?? []) {
      expect(schema.safeParse(one).success, `${name}: ${JSON.stringify(one)}`).toBe(true);
      const { entries, refused } = read(one);
      expect({ entries: entries.length > 0, refused }).toEqual({ entries: true, refused: [] });
    }
  for (const one of [410, { ts, value: 410 }]) {
    expect(mqttValue.schema.safeParse(one).success).toBe(true);
    expect(read(one, "co2")).toMatchObject({ entries: [{ values }], refused: [] });
  }
  for (const wrong of ["text", 410, [], Array.from({ length: 1001 }, () => ({ ts, values }))]) {
    const forms = Object.values(mqttMessages).filter(
      ({ schema }) => schema.safeParse(wrong).success,
    );
    expect(forms, JSON.stringify(wrong).slice(0, 40)).toEqual([]);
    expect(read(wrong).entries).toEqual([]);
  }
});

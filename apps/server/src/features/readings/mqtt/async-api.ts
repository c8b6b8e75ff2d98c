/** The AsyncAPI 3.0 document of the topics, from the same schemas as the calls' document. */
import { mqttMessages, mqttValue } from "@nihol/contract/sensors/mqtt-messages";
import { programVersion } from "@nihol/contract/values/operations";
import { z } from "@nihol/contract/z";
import { maxPacketBytes } from "./packet-guard.ts";
import { ownTopic } from "./topics.ts";

const message = (name: string, { title, schema }: { title: string; schema: z.ZodType }) => ({
  name,
  title,
  contentType: "application/json",
  // The form of schemas that AsyncAPI reads without being told of another.
  payload: z.toJSONSchema(schema, { target: "draft-7", io: "input" }),
});

const device = { description: "The device's number, which is the name that it signs in with" };
const parameter = {
  description: "Key of a parameter that the device measures: co2, soil_humidity",
};

const refsTo = (channel: string, names: readonly string[]) =>
  names.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` }));

/** A channel on which the server receives, and the operation of receiving. */
function received(
  channel: string,
  address: string,
  names: readonly string[],
  more: { summary: string; parameters?: Record<string, { description: string }> },
) {
  const { summary, ...rest } = more;
  const messages = Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/messages/${name}` }]),
  );
  return {
    channel: { address, messages, ...rest },
    operation: {
      action: "receive",
      channel: { $ref: `#/channels/${channel}` },
      summary,
      messages: refsTo(channel, names),
      bindings: { mqtt: { qos: 1, bindingVersion: "0.2.0" } },
    },
  };
}

/** Makes the document: channels, what the server does with them, and the payloads that it reads. */
export function asyncApi() {
  const forms = Object.keys(mqttMessages);
  const readings = received("readings", "devices/{device}/readings", forms, {
    summary: "Readings of a device, acknowledged once they are committed",
    parameters: { device },
  });
  const value = received("value", "devices/{device}/readings/{parameter}", ["value"], {
    summary: "A value of one parameter, of now or of a moment",
    parameters: { device, parameter },
  });
  const telemetry = received("telemetry", ownTopic, forms, {
    summary:
      "As ThingsBoard's devices send: of the device that signed in, by the broker inside alone",
  });
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Nihol: readings by MQTT",
      version: programVersion,
      description: `Devices publish with QoS 1, a message of at most ${maxPacketBytes} bytes. What cannot be taken is acknowledged and counted by its reason; the rest of the message is kept.`,
    },
    defaultContentType: "application/json",
    channels: {
      readings: readings.channel,
      value: value.channel,
      telemetry: telemetry.channel,
    },
    operations: {
      receiveReadings: readings.operation,
      receiveValue: value.operation,
      receiveTelemetry: telemetry.operation,
    },
    components: {
      messages: {
        ...Object.fromEntries(
          Object.entries(mqttMessages).map(([name, form]) => [name, message(name, form)]),
        ),
        value: message("value", mqttValue),
      },
    },
  };
}

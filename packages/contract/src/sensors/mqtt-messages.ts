/** Messages that devices publish by MQTT, as the document of the topics describes them; each entry is checked by itself. */
import { readingLimits } from "../values/sensors/readings.ts";
import { z } from "../z.ts";
import { sentReadingSchema } from "./readings.ts";
import { parameterSchema } from "./sensor-guidance.ts";

const ts = z
  .union([sentReadingSchema.shape.ts, z.number()])
  .optional()
  .describe("ISO 8601, or seconds or milliseconds since 1970; what has none is of now");
const value = z.number().nullable().describe("Null was not measured");
const values = z.record(parameterSchema, value);

const reading = z
  .object({ ts, values })
  .describe("Values of one moment, as by HTTP and as ThingsBoard's telemetry");
const plainValues = values.describe("Values of now alone");
const list = z.array(reading).min(1).max(readingLimits.batch);

const senml = z
  .array(
    z.object({
      bn: z.string().optional().describe("Base of names"),
      bt: z.number().optional().describe("Base of times, in seconds"),
      bu: z.string().optional().describe("Base of units"),
      bv: z.number().optional().describe("Base of values"),
      n: z.string().optional().describe("Its last part, after : or /, is the parameter"),
      u: z.string().optional().describe("Unit of the registry; without one the parameter's own"),
      v: z.number().optional(),
      t: z.number().optional().describe("Below 2^28 it counts from now"),
    }),
  )
  .min(1)
  .max(readingLimits.batch);

const chirpstack = z.object({
  deviceInfo: z.looseObject({}),
  time: z.iso.datetime({ offset: true }).optional(),
  object: values.describe("What the codec gave, by the names of parameters"),
});
const thingsStack = z.object({
  received_at: z.iso.datetime({ offset: true }).optional(),
  uplink_message: z.looseObject({
    received_at: z.iso.datetime({ offset: true }).optional(),
    decoded_payload: values.describe("What the codec gave, by the names of parameters"),
  }),
});

/** Forms of a message on the topic of a device, by the name that the document gives them. */
export const mqttMessages = {
  reading: { title: "One reading", schema: z.union([reading, plainValues]) },
  readings: {
    title: "Several readings",
    schema: z.union([list, z.object({ readings: list })]),
  },
  senml: { title: "SenML (RFC 8428)", schema: senml },
  chirpstack: { title: "Uplink of ChirpStack 4", schema: chirpstack },
  thingsStack: { title: "Uplink of The Things Stack 3", schema: thingsStack },
} as const;

/** Message on the topic of one parameter. */
export const mqttValue = {
  title: "A value of the topic's parameter",
  schema: z.union([z.number(), z.object({ ts, value: z.number() })]),
} as const;

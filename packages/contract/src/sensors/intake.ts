import { idParamsSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import {
  bodyProblems,
  entryReasons,
  intakeWays,
  turnAwayReasons,
} from "../values/sensors/readings.ts";
import { z } from "../z.ts";

const counts = {
  /** Readings that brought a value; those with a faulty one among them. */
  accepted: z.number().int(),
  /** Readings whose values were there already. */
  duplicates: z.number().int(),
  /** Readings with another value than the one that is there. */
  conflicts: z.number().int(),
  faulty: z.number().int(),
  /** Parts that were refused: readings, and by MQTT single names. */
  refused: z.number().int(),
};

const callSchema = z.object({
  received_at: z.iso.datetime(),
  way: z.enum(intakeWays),
  /** Messages that were written together; 1 but for MQTT. */
  messages: z.number().int(),
  bytes: z.number().int(),
  ...counts,
  /** Why the whole was refused; null where its readings were looked at one by one. */
  problem: z.enum(bodyProblems).nullable(),
  /** First refusals: `at` is the index in the call, or the line of a file; `key` the name that was refused. */
  reasons: z.array(
    z.object({ at: z.number().int(), reason: z.enum(entryReasons), key: z.string().nullable() }),
  ),
  /** Beginning of what was sent. Null to those who may not change the device, and where it was not kept. */
  payload: z.string().nullable(),
});
export type DeviceCall = z.output<typeof callSchema>;

/** GET /device/{id}/intake: what came of it and what became of that. Current within a second. */
const intakeSchema = z
  .object({
    /** Since when calls are counted; null before the first. */
    since: z.iso.datetime().nullable(),
    /** Calls, messages and files whose content was read. */
    calls: z.number().int(),
    ...counts,
    /** Calls that were not read, by reason. Of a wrong token it is the device that the caller named. */
    turned_away: z.array(
      z.object({
        reason: z.enum(turnAwayReasons),
        count: z.number().int(),
        last_at: z.iso.datetime(),
      }),
    ),
    /** Newest first, twenty at most. */
    newest: z.array(callSchema),
    /** The reader may see what was sent. */
    can: z.object({ see_sent: z.boolean() }),
  })
  .meta({ id: "DeviceIntake" });
export type DeviceIntake = z.output<typeof intakeSchema>;

export const deviceIntake = call({
  method: "GET",
  path: `${paths.device}/:id/intake`,
  access: "device.view",
  params: idParamsSchema,
  answer: intakeSchema,
});

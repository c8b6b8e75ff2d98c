/** Named groups in which devices stand, as people sort them. */
import { canSchema, idParamsSchema, idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { limits } from "../values/limits.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

const deviceGroupSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    /** Those that the reader sees, in service or not. */
    devices: z.number().int(),
    can: canSchema,
  })
  .meta({ id: "DeviceGroup" });
export type DeviceGroup = z.output<typeof deviceGroupSchema>;

const body = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: "required" })
    .max(limits.deviceFact.max, { error: "too_long" }),
});
const ofGroup = `${paths.deviceGroup}/:id` as const;

/** Groups that hold a device of the reader's scope and those that the reader made, by name; whoever sees all sees all of them. */
export const deviceGroupList = call({
  method: "GET",
  path: paths.deviceGroup,
  access: "device.view",
  answer: z.object({ results: z.array(deviceGroupSchema) }),
});
export const deviceGroupAdd = call({
  method: "POST",
  path: paths.deviceGroup,
  access: "device.change",
  body,
  answer: deviceGroupSchema,
  status: 201,
});
export const deviceGroupPatch = call({
  method: "PATCH",
  path: ofGroup,
  access: "device.change",
  params: idParamsSchema,
  body,
  answer: deviceGroupSchema,
});
/** Its devices stay. */
export const deviceGroupDelete = call({
  method: "DELETE",
  path: ofGroup,
  access: "device.change",
  params: idParamsSchema,
  answer: z.null(),
  status: 204,
});
/** Puts devices into a group, or takes them out of it. Those that are gone or beyond the scope are passed over. */
export const deviceGroupMembers = call({
  method: "POST",
  path: `${ofGroup}/device`,
  access: "device.change",
  params: idParamsSchema,
  body: z.object({
    ids: z
      .array(idSchema)
      .min(1, { error: "required" })
      .max(limits.chosenRows, { error: "too_many" }),
    is_in: z.boolean(),
  }),
  answer: z.object({ changed: z.number().int() }),
});

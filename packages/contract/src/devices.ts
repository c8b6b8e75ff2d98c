import { canSchema, idSchema, pageQuerySchema, referenceSchema } from "./paging.ts";
import { z } from "./z.ts";

export const deviceTypes = ["air", "soil", "water"] as const;
export const deviceSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    type: z.enum(deviceTypes),
    latitude: z.number(),
    longitude: z.number(),
    garden: referenceSchema.nullable(),
    region: referenceSchema.nullable(),
    district: referenceSchema.nullable(),
    can: canSchema,
  })
  .meta({ id: "Device" });
export type Device = z.output<typeof deviceSchema>;
export const deviceQuerySchema = pageQuerySchema.extend({
  type: z.enum(deviceTypes).optional(),
  region: z.coerce.number().int().optional(),
  district: z.coerce.number().int().optional(),
});
export const deviceOrderings = ["name", "type"] as const;

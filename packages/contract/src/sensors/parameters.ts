import { namesSchema } from "../names.ts";
import { pageSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { deviceTypes } from "../values/devices.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

/** Row of GET /parameter: everything that devices measure comes on one page, by kind of device as screens show it. */
const parameterRowSchema = z
  .object({
    /** The name by which a device sends it and by which the API asks for it. */
    key: z.string(),
    device_type: z.enum(deviceTypes),
    name: namesSchema,
    /** As the API writes it, the same in every language. */
    unit: z.string(),
    /** As each language writes it. */
    unit_name: namesSchema,
    /** Decimals that a screen shows. */
    decimals: z.number().int(),
    /** Not every device of the kind measures it: a device shows it once it has sent it. */
    optional: z.boolean(),
  })
  .meta({ id: "Parameter" });
export type ParameterRow = z.output<typeof parameterRowSchema>;

/** Open to everybody signed in, as the ranges are. */
export const parameterList = call({
  method: "GET",
  path: paths.parameter,
  access: "signedIn",
  answer: pageSchema(parameterRowSchema),
});

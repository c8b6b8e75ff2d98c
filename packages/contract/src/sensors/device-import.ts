/** Many devices at once: from a file, and their tokens. */
import { idSchema, referenceSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { deviceTypes } from "../values/devices.ts";
import { limits } from "../values/limits.ts";
import { paths } from "../values/paths.ts";
import { deviceColumns } from "../values/sensors/device-import.ts";
import { z } from "../z.ts";

const rowSchema = z.object({
  /** In the file, from 1; of a workbook the row. */
  line: z.number().int(),
  /** As it was read; null where it is empty or could not be. */
  name: z.string(),
  type: z.enum(deviceTypes).nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  garden: referenceSchema.nullable(),
  serial: z.string(),
  /** Names of the groups in which it is to stand. */
  groups: z.array(z.string()),
  /** Reasons for which it is not made, in the reader's language. */
  problems: z.array(z.string()),
});

const deviceImportSchema = z
  .object({
    dry_run: z.boolean(),
    columns: z.array(
      z.object({ name: z.string(), role: z.enum(deviceColumns), examples: z.array(z.string()) }),
    ),
    /** Roles that must be found among the columns yet; then no row is read. */
    missing: z.array(z.enum(["name", "type", "coordinates"])),
    rows: z.array(rowSchema),
    /** Groups that there were not, made with their first device, or to be made. */
    new_groups: z.array(z.string()),
    /** Made, or to be made. */
    accepted: z.number().int(),
    refused_count: z.number().int(),
  })
  .meta({ id: "DeviceImport" });
export type DeviceImport = z.output<typeof deviceImportSchema>;

/**
 * Makes the devices of a CSV or XLSX file whose rows are right, and says of each other one why not. `mapping` is the role of
 * each column in order, with commas between; left out, it is found by the headings.
 */
export const deviceImport = call({
  method: "POST",
  path: `${paths.device}/import`,
  access: "device.add",
  query: z.object({
    dry_run: z.enum(["0", "1"]).default("0"),
    mapping: z.string().max(4000).optional(),
  }),
  consumes: "multipart/form-data",
  answer: deviceImportSchema,
});

const manyTokensSchema = z
  .object({
    made: z.array(
      z.object({ id: idSchema, name: z.string(), serial: z.string(), token: z.string() }),
    ),
    /** Those that got none, with the reason in the reader's language. */
    skipped: z.array(z.object({ id: idSchema, name: z.string().nullable(), problem: z.string() })),
    /** Address of the API that devices send to; its path is `/device/ID/reading`. */
    address: z.string(),
    /** PDF of slips to be cut out, A4, as base64; null where no token was made. */
    slips: z.string().nullable(),
  })
  .meta({ id: "ManyTokens" });
export type ManyTokens = z.output<typeof manyTokensSchema>;

/** New tokens of several devices, the only time that they are shown; they end the earlier ones. */
export const manyTokensMake = call({
  method: "POST",
  path: `${paths.device}/token`,
  access: "device.change",
  body: z.object({
    ids: z.array(idSchema).min(1).max(limits.chosenRows),
    /** Leaves devices that have a token with it. */
    keep: z.boolean().default(true),
  }),
  answer: manyTokensSchema,
});

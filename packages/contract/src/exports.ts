import { idParamsSchema, idSchema, pageQuerySchema, pageSchema } from "./paging.ts";
import { call } from "./resource.ts";
import { exportFormats, exportLists, exportStates } from "./values/exports.ts";
import { paths } from "./values/paths.ts";
import { z } from "./z.ts";

export const exportCreateSchema = z.object({
  list: z.enum(exportLists),
  format: z.enum(exportFormats),
  /** The list's own query (search, ordering, filters); pages are left out. */
  query: z
    .record(z.string().max(60), z.union([z.string().max(2000), z.number(), z.boolean()]))
    .refine((query) => Object.keys(query).length <= 40, { error: "invalid" })
    .default({}),
  /** The reader's, for moments: "Asia/Dushanbe". */
  time_zone: z.string().max(60).default("Asia/Dushanbe"),
});
export type ExportCreate = z.input<typeof exportCreateSchema>;

const exportSchema = z
  .object({
    id: idSchema,
    list: z.enum(exportLists),
    format: z.enum(exportFormats),
    status: z.enum(exportStates),
    /** Rows that fit the filter; of a completed export, the rows in the file. */
    rows: z.number().int(),
    rows_done: z.number().int(),
    /** Bytes, once completed. */
    size: z.number().int().nullable(),
    /** In the language that it was asked for in. */
    file_name: z.string(),
    problem: z.object({ code: z.string(), detail: z.string() }).nullable(),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Export" });
export type Export = z.output<typeof exportSchema>;
/** Query of the reader's own exports, newest first; files are kept for a day, the newest twenty. */
const exportQuerySchema = pageQuerySchema;

const one = `${paths.export}/:id` as const;

export const exportList = call({
  method: "GET",
  path: paths.export,
  access: "signedIn",
  query: exportQuerySchema,
  answer: pageSchema(exportSchema),
});
export const exportCreate = call({
  method: "POST",
  path: paths.export,
  access: "signedIn",
  body: exportCreateSchema,
  answer: exportSchema,
  status: 202,
});
export const exportOne = call({
  method: "GET",
  path: one,
  access: "signedIn",
  params: idParamsSchema,
  answer: exportSchema,
});
export const exportFile = call({
  method: "GET",
  path: `${one}/file`,
  access: "signedIn",
  params: idParamsSchema,
});
export const exportDelete = call({ ...exportOne, method: "DELETE", answer: z.null(), status: 204 });

import { attachedFileCalls, attachedFileSchema } from "./attached-files.ts";
import { namesSchema } from "./names.ts";
import { canSchema, dateSchema, idSchema, pageQuerySchema } from "./paging.ts";
import { resource } from "./resource.ts";
import { documentCategories, documentLimits } from "./values/documents.ts";
import { paths } from "./values/paths.ts";
import { z } from "./z.ts";

const documentSchema = z
  .object({
    id: idSchema,
    name: namesSchema,
    number: z.string(),
    /** The day on the document itself. */
    date: dateSchema.nullable(),
    category: z.enum(documentCategories),
    description: z.string(),
    created_by: z.string(),
    created_at: z.string(),
    file_count: z.number().int(),
    can: canSchema,
  })
  .meta({ id: "Document" });
export type ProgrammeDocument = z.output<typeof documentSchema>;

const documentDetailSchema = documentSchema
  .extend({ files: z.array(attachedFileSchema) })
  .meta({ id: "DocumentDetail" });
export type DocumentDetail = z.output<typeof documentDetailSchema>;

const fields = {
  name: namesSchema,
  number: z.string().trim().max(documentLimits.number, { error: "too_long" }),
  date: dateSchema.nullable(),
  category: z.enum(documentCategories, { error: "required" }),
  description: z.string().trim().max(documentLimits.description, { error: "too_long" }),
};
export const documentCreateSchema = z.object({
  ...fields,
  number: fields.number.default(""),
  date: fields.date.default(null),
  description: fields.description.default(""),
});
export type DocumentCreate = z.output<typeof documentCreateSchema>;
const documentPatchSchema = z.object(fields).partial();
export type DocumentPatch = z.output<typeof documentPatchSchema>;

const documentQuerySchema = pageQuerySchema.extend({
  category: z.enum(documentCategories).optional(),
  /** Dates of documents, both included. */
  from: dateSchema.optional(),
  to: dateSchema.optional(),
});
export type DocumentQuery = z.output<typeof documentQuerySchema>;
export const documentOrderings = ["name", "number", "date", "category", "created_at"] as const;

export const documents = resource({
  name: "document",
  rights: "document",
  path: paths.document,
  row: documentSchema,
  create: documentCreateSchema,
  patch: documentPatchSchema,
  query: documentQuerySchema,
  orderings: documentOrderings,
  order: "-date",
  view: "signedIn",
  detail: documentDetailSchema,
});

export const documentFiles = attachedFileCalls("document");

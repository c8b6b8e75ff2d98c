/** Lists as people keep them: search, filters, order and columns under a name, for themselves or for others too. */
import { canSchema, idParamsSchema, idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { exportLists } from "../values/exports.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

const nameMax = 60;
const entriesMax = 40;

const few = (value: object) => Object.keys(value).length <= entriesMax;
const keySchema = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/i);
/** Query of the list's address; the screen reads it with the care that any address gets. */
const querySchema = z
  .record(keySchema, z.union([z.string().max(400), z.number(), z.boolean()]))
  .refine(few, { error: "invalid" });
/** Columns that are shown or not otherwise than the screen does by itself. */
const columnsSchema = z.record(keySchema, z.boolean()).refine(few, { error: "invalid" });

const savedViewSchema = z
  .object({
    id: idSchema,
    list: z.enum(exportLists),
    name: z.string(),
    query: querySchema,
    columns: columnsSchema,
    is_shared: z.boolean(),
    is_own: z.boolean(),
    /** Name of the view's owner. */
    author: z.string(),
    can: canSchema,
  })
  .meta({ id: "SavedView" });
export type SavedView = z.output<typeof savedViewSchema>;

const written = z.object({
  name: z.string().trim().min(1, { error: "required" }).max(nameMax, { error: "too_long" }),
  query: querySchema,
  columns: columnsSchema,
  /** Seen by everybody of the author's organization; by everybody where the author has none. */
  is_shared: z.boolean(),
});

/** Lists the reader's own views of a list and those shared with them, by their names. */
export const savedViewList = call({
  method: "GET",
  path: paths.savedView,
  access: "signedIn",
  query: z.object({ list: z.enum(exportLists) }),
  answer: z.array(savedViewSchema),
});

export const savedViewCreate = call({
  method: "POST",
  path: paths.savedView,
  access: "signedIn",
  body: written.extend({ list: z.enum(exportLists) }),
  answer: savedViewSchema,
  status: 201,
});

export const savedViewPatch = call({
  method: "PATCH",
  path: `${paths.savedView}/:id`,
  access: "signedIn",
  params: idParamsSchema,
  body: written.partial(),
  answer: savedViewSchema,
});

export const savedViewDelete = call({
  method: "DELETE",
  path: `${paths.savedView}/:id`,
  access: "signedIn",
  params: idParamsSchema,
  answer: z.null(),
  status: 204,
});

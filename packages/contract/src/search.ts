import { idSchema } from "./paging.ts";
import { call } from "./resource.ts";
import { paths } from "./values/paths.ts";
import { keysOf } from "./values/record-of.ts";
import { searchKinds, searchLength, searchLimit } from "./values/search-kinds.ts";
import { z } from "./z.ts";

const kindSchema = z.enum(keysOf(searchKinds));

const searchRowSchema = z
  .object({
    id: idSchema,
    /** Its name in the reader's language; of a task its garden's, of an image its file's. */
    title: z.string(),
    /** Where it lies, or whose it is, in the reader's language. */
    note: z.string().nullable(),
    /** Of a task and a violation. */
    number: z.string().nullable(),
    /** Of an image the day of its capture, of a task the day when it is due. */
    date: z.iso.date().nullable(),
  })
  .meta({ id: "SearchRow" });
export type SearchRow = z.output<typeof searchRowSchema>;

const searchAnswerSchema = z
  .object({
    /** True where something was found as it was typed; then nothing is here that is only like it. */
    exact: z.boolean(),
    /** The kinds in which something was found, the best first; within one the best first, then what changed last. */
    groups: z.array(z.object({ kind: kindSchema, rows: z.array(searchRowSchema) })),
  })
  .meta({ id: "SearchAnswer" });
export type SearchAnswer = z.output<typeof searchAnswerSchema>;

/**
 * Rows of the caller's own lists whose names answer `q` by any of the four languages' spellings and with small typing
 * errors; tasks by their numbers. Fewer than two signs find nothing.
 */
export const search = call({
  method: "GET",
  path: paths.search,
  access: "signedIn",
  query: z.object({
    q: z.string().trim().max(searchLength.max),
    limit: z.coerce.number().int().min(1).max(searchLimit.max).default(searchLimit.default),
  }),
  answer: searchAnswerSchema,
});

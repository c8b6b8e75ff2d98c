import { call } from "../resource.ts";
import { publishable } from "../values/open-data/collections.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

/** Collections at /api/ogc and readings at /api/sta, and since when everybody may read each; null where it is not published. */
const openDataSchema = z
  .object({
    results: z.array(
      z.object({ name: z.enum(publishable), published_at: z.iso.datetime().nullable() }),
    ),
  })
  .meta({ id: "OpenData" });
export type OpenData = z.output<typeof openDataSchema>;

export const openData = call({
  method: "GET",
  path: paths.openData,
  access: "builtIn",
  summary: "Which collections are published for everybody",
  answer: openDataSchema,
});
/** Publishes exactly these collections; all others are withdrawn. What was not published needs `confirm_publish`. */
export const openDataPut = call({
  method: "PUT",
  path: paths.openData,
  access: "builtIn",
  summary: "Publishes exactly these collections and withdraws all others",
  body: z.object({
    published: z.array(z.enum(publishable)).max(publishable.length),
    /** The caller means it: everybody may read what is new from then on, and keep it. */
    confirm_publish: z.boolean().default(false),
  }),
  answer: openDataSchema,
});

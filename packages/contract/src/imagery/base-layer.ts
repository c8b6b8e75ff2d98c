/** The country's own orthophoto beneath the map: a source of images that an administrator has chosen for it. */
import { namesSchema } from "../names.ts";
import { idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

/** Null where there is none. */
export const baseLayer = call({
  method: "GET",
  path: paths.baseLayer,
  access: "signedIn",
  answer: z
    .object({
      id: idSchema,
      name: namesSchema,
      attribution: z.string(),
      licence: z.string(),
      max_zoom: z.number().int(),
      /** Part of its tiles' addresses: another one when the source is asked otherwise. */
      version: z.string(),
    })
    .nullable()
    .meta({ id: "BaseLayer" }),
});

/** A tile of 256 pixels; 204 where the server has none. */
export const baseLayerTile = call({
  method: "GET",
  path: `${paths.baseLayer}/:version/:z/:x/:y`,
  access: "signedIn",
  refuses: [404],
  params: z.object({
    version: z.string().regex(/^[0-9a-f]{16}$/),
    z: z.coerce.number().int().min(0).max(24),
    x: z.coerce.number().int().min(0),
    y: z.coerce.number().int().min(0),
  }),
});

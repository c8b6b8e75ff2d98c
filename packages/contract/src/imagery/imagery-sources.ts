/** Sources of images: files that people upload, tile and map servers, catalogues. */
import { namesSchema } from "../names.ts";
import { canSchema, dateSchema, idParamsSchema, idSchema, pageQuerySchema } from "../paging.ts";
import { call, resource } from "../resource.ts";
import {
  credentialKinds,
  dateFormats,
  imagerySourceKinds,
  isAssetList,
  watchLimits,
} from "../values/imagery/imagery-sources.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

const text = (max: number) => z.string().trim().max(max, { error: "too_long" });
const zoom = z.number().int().min(0).max(24);
const gsd = z.number().min(0.01).max(1000);
const watchDays = z.number().int().min(watchLimits.daysMin).max(watchLimits.daysMax);

const assetSchema = text(200).refine((written) => isAssetList(written), { error: "asset_names" });

/** Fields that are columns under their own names. */
export const imagerySourceFields = {
  name: namesSchema,
  kind: z.enum(imagerySourceKinds, { error: "required" }),
  /** Of the server; a tile server's with `{z}`, `{x}`, `{y}` and, where it has days, `{date}`. Empty for uploads. */
  address: text(2000),
  date_format: z.enum(dateFormats),
  /** Layer of WMTS and WMS, collection of STAC; empty: the first. */
  layer: text(200),
  /** Asset of STAC items, or three or four bands with commas between; empty: the best that there is. */
  asset: assetSchema,
  /** Description of the bands in words. */
  bands: text(200),
  max_zoom: zoom.nullable(),
  /** Ground metres of a pixel. */
  gsd_m: gsd.nullable(),
  attribution: text(500),
  licence: text(500),
  enabled: z.boolean(),
  /** Days between two times that it is asked by itself for new captures of each garden; null: it is not. */
  watch_days: watchDays.nullable(),
  /** It lies beneath everything else on everybody's map; one source at most does. */
  is_base_layer: z.boolean(),
};

/** State of a source's being asked by itself. */
const watchSchema = z.object({
  /** When every garden was asked for last. */
  asked_at: z.iso.datetime().nullable(),
  due_at: z.iso.datetime().nullable(),
  /** Gardens that this round has still to ask for; 0 between two rounds. */
  gardens_left: z.number().int(),
  /** Latest problem with its server, in the reader's language; null where all is well. */
  problem: z.object({ code: z.string(), detail: z.string() }).nullable(),
});

const imagerySourceSchema = z
  .object({
    id: idSchema,
    ...imagerySourceFields,
    /** Kind of the credential that tells it who asks; the secret itself is never answered. */
    credential_kind: z.enum(credentialKinds),
    credential_name: z.string(),
    /** Null where it is not asked by itself. */
    watch: watchSchema.nullable(),
    /** Images that were fetched from it or uploaded under its name, within the actor's scope. */
    can: canSchema.extend({ test: z.boolean() }),
  })
  .meta({ id: "ImagerySource" });
export type ImagerySource = z.output<typeof imagerySourceSchema>;

/** Credential that a source is asked with. It goes with the source's address: with another host it has to be given anew. */
const credentialSchema = z
  .object({
    kind: z.enum(credentialKinds),
    name: text(200).default(""),
    secret: z.string().max(4000, { error: "too_long" }).default(""),
  })
  .superRefine(({ kind, name, secret }, context) => {
    const missing = (path: string) =>
      context.addIssue({ code: "custom", path: [path], message: "required" });
    if (kind !== "none" && secret === "") missing("secret");
    if (["basic", "query", "header"].includes(kind) && name === "") missing("name");
    if (kind === "header" && name && !/^[A-Za-z0-9-]+$/.test(name))
      context.addIssue({ code: "custom", path: ["name"], message: "invalid" });
    // A line break would begin another header.
    if (/[\r\n\0]/.test(secret))
      context.addIssue({ code: "custom", path: ["secret"], message: "invalid" });
  });

const optional = {
  address: text(2000).default(""),
  date_format: z.enum(dateFormats).default("YYYY-MM-DD"),
  layer: text(200).default(""),
  asset: assetSchema.default(""),
  bands: text(200).default(""),
  max_zoom: zoom.nullable().default(null),
  gsd_m: gsd.nullable().default(null),
  attribution: text(500).default(""),
  licence: text(500).default(""),
  enabled: z.boolean().default(true),
  watch_days: watchDays.nullable().default(null),
  is_base_layer: z.boolean().default(false),
};
const addressFits = (
  { kind, address }: { kind: string; address: string },
  context: z.core.$RefinementCtx,
) => {
  if (kind !== "upload" && address === "")
    context.addIssue({ code: "custom", path: ["address"], message: "required" });
};
const createSchema = z
  .object({
    name: namesSchema,
    kind: imagerySourceFields.kind,
    ...optional,
    credential: credentialSchema.optional(),
  })
  .superRefine(addressFits);
const patchSchema = z.object({ ...imagerySourceFields, credential: credentialSchema }).partial();

export const imagerySources = resource({
  name: "imagerysource",
  rights: "satelliteimagery",
  path: paths.imagerySource,
  row: imagerySourceSchema,
  create: createSchema,
  patch: patchSchema,
  query: pageQuerySchema.extend({
    kind: z.enum(imagerySourceKinds).optional(),
    /** Those that are asked over the network and switched on: what a process may be made of. */
    askable: z.enum(["true"]).optional(),
  }),
  orderings: ["name", "kind"],
  order: "name",
});

/** Answer of a source to a test request; null and empty where it does not say. */
const understoodSchema = z
  .object({
    title: z.string().nullable(),
    layers: z.array(z.string()),
    layer: z.string().nullable(),
    matrix_set: z.string().nullable(),
    /** As the server writes them, the newest first. */
    dates: z.array(z.string()),
    has_date: z.boolean(),
    max_zoom: z.number().int().nullable(),
    gsd_m: z.number().nullable(),
    bands: z.array(z.string()),
    format: z.string().nullable(),
    /** Captures of the place, in a catalogue. */
    captures: z.number().int().nullable(),
    /** Documents of a catalogue of files that were not read. */
    unread: z.number().int(),
    /** Sample tile, as `data:image/…;base64,…`. */
    image: z.string().nullable(),
  })
  .meta({ id: "ImagerySourceUnderstood" });
export type ImagerySourceUnderstood = z.output<typeof understoodSchema>;

/** Asks the source for one image of a garden, or of the country; a refusal says what is wrong and how to mend it. */
export const imagerySourceTest = call({
  method: "POST",
  path: `${paths.imagerySource}/:id/test`,
  access: "satelliteimagery.change",
  params: idParamsSchema,
  body: z.object({
    garden: idSchema.nullable().default(null),
    date: dateSchema.nullable().default(null),
  }),
  answer: understoodSchema,
});

/** Asks a watched source for every garden now, whatever its days say; the worker begins within seconds. */
export const imagerySourceWatch = call({
  method: "POST",
  path: `${paths.imagerySource}/:id/watch`,
  access: "satelliteimagery.change",
  summary: "Asks a watched source for new captures now",
  params: idParamsSchema,
  answer: imagerySourceSchema,
});

const hostPattern =
  /^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+(:\d{1,5})?$/;
const hostsSchema = z.object({
  /** As an administrator has written them down: a name, `*.` before it for all below it, a port behind it. */
  hosts: z.array(z.string()),
  /** Hosts that the installation's own setting allows besides: servers inside its network. */
  inside: z.array(z.string()),
  can: z.object({ change: z.boolean() }),
});
export const imageryHosts = call({
  method: "GET",
  path: paths.imageryHost,
  access: "satelliteimagery.view",
  answer: hostsSchema,
});
/** The whole list anew. */
export const imageryHostsPut = call({
  method: "PUT",
  path: paths.imageryHost,
  access: "builtIn",
  body: z.object({
    hosts: z
      .array(
        z
          .string()
          .trim()
          .toLowerCase()
          .max(200)
          .regex(hostPattern, { error: "source_host_invalid" }),
      )
      .max(500),
  }),
  answer: hostsSchema,
});

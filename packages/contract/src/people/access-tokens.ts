/**
 * Personal access tokens: what a person gives to a map program, so that it reads images in their name (WMTS, XYZ, STAC,
 * GeoTIFFs by ranges) and nothing else. Calls that take one say `personalToken`.
 */
import { idParamsSchema, idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { limits } from "../values/limits.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

const accessTokenSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    /** To the minute. */
    last_used_at: z.iso.datetime().nullable(),
    is_expired: z.boolean(),
  })
  .meta({ id: "AccessToken" });
export type AccessToken = z.output<typeof accessTokenSchema>;

export const accessTokenFormSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: "required" })
    .max(limits.accessTokens.name, { error: "too_long" }),
  /** Days that it lasts. */
  days: z.number().int().min(1).max(limits.accessTokens.days),
  /** Whoever found a screen unlocked makes none. */
  current_password: z.string().min(1, { error: "required" }).max(1024),
});

/** The parameter of calls whose programs can send no header. */
export const addressTokenShape = { token: z.string().max(100).optional() };

/** The newest first; revoked ones are gone. */
export const accessTokenList = call({
  method: "GET",
  path: paths.accessToken,
  access: "signedIn",
  summary: "The caller's personal access tokens",
  answer: z.array(accessTokenSchema),
});

/** The one answer that holds the token itself. */
export const accessTokenCreate = call({
  method: "POST",
  path: paths.accessToken,
  access: "signedIn",
  summary: "Makes a personal access token, which reads images and nothing else",
  body: accessTokenFormSchema,
  answer: accessTokenSchema.extend({ token: z.string() }),
  status: 201,
});

export const accessTokenDelete = call({
  method: "DELETE",
  path: `${paths.accessToken}/:id`,
  access: "signedIn",
  summary: "Revokes a personal access token",
  params: idParamsSchema,
  answer: z.null(),
  status: 204,
});

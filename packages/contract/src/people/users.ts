import { languageSchema } from "../names.ts";
import {
  canSchema,
  idParamsSchema,
  idSchema,
  pageQuerySchema,
  referenceSchema,
} from "../paging.ts";
import { call, resource } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";
import { emailSchema, passwordSchema, personFields } from "./sign-in.ts";

const personName = z.string().trim().min(1, { error: "required" }).max(100, { error: "too_long" });

const userSchema = z
  .object({
    ...personFields,
    group: z.object({ id: idSchema, name: z.string() }),
    ministry: referenceSchema.nullable(),
    regions: z.array(referenceSchema),
    districts: z.array(referenceSchema),
    language: languageSchema,
    is_active: z.boolean(),
    last_login: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    can: canSchema,
  })
  .meta({ id: "User" });
export type User = z.output<typeof userSchema>;

/** Fields of a new account. The patch has its own list: a default would reset whatever a patch leaves out. */
const userFields = {
  email: emailSchema,
  first_name: personName,
  last_name: personName,
  group: idSchema,
  ministry: idSchema.nullable().default(null),
  regions: z.array(idSchema).max(100).default([]),
  districts: z.array(idSchema).max(200).default([]),
  language: languageSchema.default("ru"),
  is_active: z.boolean().default(true),
};
export const userCreateSchema = z.object({ ...userFields, password: passwordSchema });
export const userPatchSchema = z
  .object({
    email: emailSchema,
    first_name: personName,
    last_name: personName,
    group: idSchema,
    ministry: idSchema.nullable(),
    regions: z.array(idSchema).max(100),
    districts: z.array(idSchema).max(200),
    language: languageSchema,
    is_active: z.boolean(),
    password: passwordSchema,
  })
  .partial();
const userQuerySchema = pageQuerySchema.extend({
  group: z.coerce.number().int().optional(),
  ministry: z.coerce.number().int().optional(),
  is_active: z.enum(["true", "false"]).optional(),
  /** Those whose role is built in: MasterAdmin and SysAdmin. */
  administrators: z.enum(["true", "false"]).optional(),
});
export const userOrderings = ["last_name", "email", "last_login", "created_at"] as const;

export const users = resource({
  name: "user",
  rights: "user",
  path: paths.user,
  row: userSchema,
  create: userCreateSchema,
  patch: userPatchSchema,
  query: userQuerySchema,
  orderings: userOrderings,
  order: "last_name",
});

export const userPhotoSend = call({
  method: "POST",
  path: `${paths.user}/:id/photo`,
  access: "user.change",
  params: idParamsSchema,
  consumes: "multipart/form-data",
  answer: userSchema,
});
export const userPhotoDelete = call({
  method: "DELETE",
  path: `${paths.user}/:id/photo`,
  access: "user.change",
  params: idParamsSchema,
  answer: z.null(),
  status: 204,
});
export const userPhoto = call({
  method: "GET",
  path: `${paths.user}/:id/photo`,
  access: "user.view",
  params: idParamsSchema,
});

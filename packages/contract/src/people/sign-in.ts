import { languageSchema } from "../names.ts";
import { idSchema, listCanSchema, referenceSchema } from "../paging.ts";
import { permissionsSchema } from "../permissions.ts";
import { call } from "../resource.ts";
import { limits } from "../values/limits.ts";
import { paths } from "../values/paths.ts";
import { z } from "../z.ts";

/** E-mail address, at most as long as mail carries one (RFC 5321, 4.5.3.1.3: a path of 256 with its brackets). */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { error: "too_long" })
  .pipe(z.email({ error: "email" }));

/** NIST SP 800-63B-4: length alone, no composition rules. The common-password list is the server's. */
export const passwordSchema = z
  .string()
  .min(1, { error: "required" })
  .min(limits.password.min, { error: "password_too_short" })
  .max(limits.password.max, { error: "password_too_long" });

/**
 * Sign-in: `username` is accepted as an alias of `email`. With `cookie` the refresh token comes as an HttpOnly
 * cookie of this site, which no script can read, and `refresh` of the answer is null: the panel signs in so. Longer
 * passwords than anybody may have are refused before they cost a hash.
 */
const tokenRequestSchema = z
  .object({
    email: z.string().max(254).optional(),
    username: z.string().max(254).optional(),
    password: z.string().max(1024),
    cookie: z.boolean().default(false),
  })
  .transform(({ email, username, password, cookie }) => ({
    email: (email ?? username ?? "").trim().toLowerCase(),
    password,
    cookie,
  }))
  .refine(({ email }) => email !== "", { path: ["email"], error: "required" });
/** Fields of the form for a new password; the call takes more. */
export const ownPasswordFormSchema = z.object({
  current_password: z.string().min(1, { error: "required" }),
  password: passwordSchema,
});
export const signInFormSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, { error: "required" }),
});
const tokenSchema = z
  .object({ access: z.string(), refresh: z.string().nullable() })
  .meta({ id: "Token" });
/**
 * Renewal of a session; without `refresh` the cookie is taken. `attempt` is an idempotency key, random for each renewal:
 * sent again, it gets the same answer, should the first have been lost on the line.
 */
const refreshRequestSchema = z.object({
  refresh: z.string().min(1, { error: "required" }).optional(),
  attempt: z.string().min(16).max(100).optional(),
});

/** Fields by which a person is named and shown, in their own profile and to who manages them. */
export const personFields = {
  id: idSchema,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  photo: z.string().nullable(),
};

const userProfileSchema = z
  .object({
    ...personFields,
    /** Name of the person's group: role and group are one thing, `group` in addresses and fields of the API. */
    role: z.string(),
    ministry: referenceSchema.nullable(),
    territory: z.object({ regions: z.array(referenceSchema), districts: z.array(referenceSchema) }),
    language: languageSchema,
    permissions: permissionsSchema,
    /** Permissions on the records of each list, by its path: known before its rows are. */
    lists: z.record(z.string(), listCanSchema),
    /** When they signed in the time before this one; null at the first time. */
    previous_login: z.iso.datetime().nullable(),
    demo: z.boolean(),
    /** Time zone by whose days everything is counted: "Asia/Dushanbe". */
    time_zone: z.string(),
  })
  .meta({ id: "UserProfile" });
export type UserProfile = z.output<typeof userProfileSchema>;

export const profilePatchSchema = z.object({
  first_name: z
    .string()
    .trim()
    .min(1, { error: "required" })
    .max(100, { error: "too_long" })
    .optional(),
  last_name: z
    .string()
    .trim()
    .min(1, { error: "required" })
    .max(100, { error: "too_long" })
    .optional(),
  language: languageSchema.optional(),
  password: passwordSchema.optional(),
  current_password: z.string().max(1024).optional(),
});

export const token = call({
  method: "POST",
  path: paths.token,
  access: "public",
  body: tokenRequestSchema,
  answer: tokenSchema,
});
export const tokenRefresh = call({
  ...token,
  path: paths.tokenRefresh,
  body: refreshRequestSchema,
});
export const tokenLogout = call({
  ...tokenRefresh,
  path: paths.tokenLogout,
  answer: z.null(),
  status: 204,
});

export const userProfile = call({
  method: "GET",
  path: paths.userProfile,
  access: "signedIn",
  answer: userProfileSchema,
});
export const userProfilePatch = call({
  ...userProfile,
  method: "PATCH",
  body: profilePatchSchema,
});
export const userProfilePhotoSend = call({
  ...userProfile,
  method: "POST",
  path: paths.userProfilePhoto,
  consumes: "multipart/form-data",
});
export const userProfilePhotoDelete = call({
  method: "DELETE",
  path: paths.userProfilePhoto,
  access: "signedIn",
  refuses: [404],
  answer: z.null(),
  status: 204,
});
export const userProfilePhoto = call({
  method: "GET",
  path: paths.userProfilePhoto,
  access: "signedIn",
  refuses: [404],
});

/** Describes every call besides its own schemas: bodies that are files, and the ways to be refused. */
import { fieldProblemsSchema, problemSchema } from "@nihol/contract/errors";
import { z } from "@nihol/contract/z";
import type { FastifyContextConfig } from "fastify";

/** Parts of a route that decide on its refusals. */
interface DescribedRoute {
  method: string | string[];
  url: string;
  config: FastifyContextConfig;
  schema: { body?: unknown; querystring?: unknown; consumes?: readonly string[] | undefined };
}

interface Described {
  description: string;
  content: Record<string, { schema: z.ZodType }>;
}

const json = (description: string, schema: z.ZodType): Described => ({
  description,
  content: { "application/json": { schema } },
});

/** A 400 names fields where the body or query has them, and is a plain problem otherwise. */
const badRequest = z.union([fieldProblemsSchema, problemSchema]);

const answers = {
  400: json("What was sent cannot be used: texts by field, or one problem", badRequest),
  401: json("No valid token", problemSchema),
  403: json(
    "The role does not allow it, or the row lies outside the caller's scope",
    problemSchema,
  ),
  404: json("There is no such row, or it is not the caller's to see", problemSchema),
  408: json("The body did not arrive in time", problemSchema),
  409: json("The row's state, or another row, does not allow it", problemSchema),
  412: json("The version of tus is missing or another one", problemSchema),
  413: json("The body is too large", problemSchema),
  415: json("The call does not take this content type", problemSchema),
  429: json("Too many calls; Retry-After says when to ask again", problemSchema),
  500: json("The server failed", problemSchema),
  503: json("The server is busy or the database is away; Retry-After says when", problemSchema),
  507: json("There is no room on the disk", problemSchema),
} satisfies Record<number, Described>;
type Status = keyof typeof answers;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Refusals of this call besides those that follow from its address, access and body. */
    refuses?: readonly (404 | 412)[];
  }
}

const isChange = (method: string) => ["POST", "PUT", "PATCH", "DELETE"].includes(method);

/** The refusals that a call can answer with. */
export function refusalsOf({
  method,
  url,
  config,
  schema,
}: DescribedRoute): Record<string, Described> {
  const methods = [method].flat();
  const { access } = config;
  const hasBody = schema.body !== undefined || schema.consumes !== undefined;
  const isPublic = access === "public";
  const wanted: [boolean, Status[]][] = [
    [true, [429, 500]],
    [!config.withoutDatabase, [503]],
    // Signing in is public and can fail.
    [!isPublic || hasBody, [401]],
    [!isPublic, [403]],
    [hasBody || schema.querystring !== undefined || url.includes(":"), [400]],
    [url.includes(":"), [404]],
    [!isPublic && methods.some(isChange), [409]],
    [hasBody, [408, 413, 415]],
    [schema.consumes !== undefined, [507]],
    [config.refuses !== undefined, [...(config.refuses ?? [])]],
  ];
  const statuses = wanted.flatMap(([can, list]) => (can ? list : []));
  return Object.fromEntries(statuses.map((status) => [status, answers[status]]));
}

/** The body of a call that reads it as a stream, which no schema validates. */
export function bodyOf(consumes: readonly string[] | undefined): object | undefined {
  if (!consumes) return undefined;
  const bytes = { type: "string", format: "binary" };
  if (!consumes.includes("multipart/form-data")) return bytes;
  return { type: "object", required: ["file"], properties: { file: bytes } };
}

/** The success of a call that answers with a file, an image or a stream. */
export const plainSuccess = { description: "The file, picture or stream", type: "null" };

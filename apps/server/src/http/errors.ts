/** Turns everything that is thrown into the answers of decisions.md; never a stack, never a path. */

import { limits } from "@nihol/contract/values/limits";
import type { z } from "@nihol/contract/z";
import { isDatabaseAway } from "@nihol/db/database-away";
import { languageOf, text } from "@nihol/locales/text";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { FieldProblem, type Params, Problem } from "./problem.ts";
import { securityHeaders } from "./security.ts";

/** Issue of a schema, as fastify-type-provider-zod reports it. */
interface ValidationIssue {
  keyword: string;
  /** `/name/tg`, or `/` for the whole body. */
  instancePath: string;
  message?: string;
  params: { minimum?: number; maximum?: number };
}

const codePattern = /^[a-z_]+$/;

/** Schemas use an error code as their message; zod's own messages become `required` or `invalid`. */
function issueCode({ keyword, message = "" }: ValidationIssue): string {
  if (codePattern.test(message)) return message;
  const isMissing = keyword === "invalid_type" && /received (undefined|null)/.test(message);
  return isMissing ? "required" : "invalid";
}

/**
 * A value as its schema reads it.
 * @throws {FieldProblem} as the check of a body makes it, where it does not fit
 */
export function parseBySchema<T>(schema: z.ZodType<T>, value: unknown): T {
  const { error, data } = schema.safeParse(value);
  if (!error) return data;
  throw fieldsOf(
    error.issues.map((issue) => ({
      ...{ keyword: issue.code, message: issue.message, params: boundsOf(issue) },
      instancePath: `/${issue.path.join("/")}`,
    })),
  );
}

const boundsOf = (issue: z.core.$ZodIssue): ValidationIssue["params"] => ({
  ...(issue.code === "too_big" && { maximum: Number(issue.maximum) }),
  ...(issue.code === "too_small" && { minimum: Number(issue.minimum) }),
});

function fieldsOf(issues: ValidationIssue[]): FieldProblem {
  const fields: Record<string, { code: string; params?: Params }[]> = {};
  for (const issue of issues) {
    const name = issue.instancePath.slice(1).replaceAll("/", ".") || "non_field_errors";
    const { minimum, maximum } = issue.params;
    fields[name] ??= [];
    fields[name].push({
      code: issueCode(issue),
      params: { min: minimum ?? 0, max: maximum ?? 0 },
    });
  }
  return new FieldProblem(fields);
}

/** A right as the role picker names it: "Gardens: View". */
function rightName(language: string, right: string): string {
  const [resource, action] = right.split(".");
  return `${text(language, `roles.resources.${resource}`)}: ${text(language, `roles.actions.${action}`)}`;
}

/** The text of an error; parameters that are rights are named as the role picker names them. */
function errorText(language: string, code: string, params: Params = {}): string {
  const named = Object.entries(params).map(([key, value]): [string, string | number] => [
    key,
    rightParams.has(key) ? rightName(language, String(value)) : value,
  ]);
  return text(language, `errors.${code}`, Object.fromEntries(named));
}
const rightParams = new Set(["right", "needs"]);

/** Sends a refusal; also used by handlers that write to the raw response. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
  const language = languageOf(request.headers["accept-language"]);
  const detail = errorText(language, problem.saying, problem.params);
  return reply.code(problem.status).headers(problem.headers).send({ detail, code: problem.code });
}

const fieldTexts = (language: string, problem: FieldProblem): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(problem.fields).map(([field, list]) => [
      field,
      list.map(({ code, params }) => errorText(language, code, params)),
    ]),
  );

/** Texts of a refusal, line by line; undefined for an error that is none. For calls that answer for many records at once. */
export function refusalTexts(language: string, thrown: unknown): string[] | undefined {
  if (thrown instanceof FieldProblem) return Object.values(fieldTexts(language, thrown)).flat();
  if (thrown instanceof Problem) return [errorText(language, thrown.saying, thrown.params)];
  return undefined;
}

function sendFields(request: FastifyRequest, reply: FastifyReply, problem: FieldProblem) {
  const language = languageOf(request.headers["accept-language"]);
  return reply.code(400).send(fieldTexts(language, problem));
}

interface Thrown {
  statusCode?: number;
  code?: string;
  name: string;
  message: string;
  /** Of a full render queue: whether the caller alone fills it. */
  ownShare?: boolean;
}

/** Fastify's own refusals (body too large, bad JSON, rate limit) under our codes. */
function ownProblem({ statusCode = 0 }: Thrown, bodyLimit: number): Problem | undefined {
  if (statusCode === 413)
    return bodyLimit < 1024 ** 2
      ? new Problem(413, "body_too_large", { max: Math.floor(bodyLimit / 1024) })
      : new Problem(413, "file_too_large", { max: Math.floor(bodyLimit / 1024 ** 2) });
  if (statusCode === 415) return new Problem(415, "unsupported_media_type");
  if (statusCode === 429) return new Problem(429, "too_many_attempts", { minutes: 1 });
  if (statusCode >= 400 && statusCode < 500) return new Problem(400, "invalid");
  return undefined;
}

// Numbers beyond int4, days that no calendar has, texts with a zero byte: schemas pass them, PostgreSQL does not.
const badValues = ["22003", "22007", "22008", "22021", "22P02", "22P05"];
// A deadlock or a lock that did not come: the same call succeeds a moment later.
const passing = ["40001", "40P01", "55P03"];

/** The database is away for moments: all is started again or taken over meanwhile. */
export const databaseAway = () => new Problem(503, "database_away", {}, { "retry-after": "2" });

// The pool's own words when all its connections stay taken.
const noConnectionFree = "timeout exceeded when trying to connect";

/** Refusals of the database, the disk and the rendering as ours; undefined for other errors. */
function storeProblem(error: Thrown): Problem | undefined {
  const { code = "", name, message, ownShare } = error;
  if (isDatabaseAway(error)) return databaseAway();
  if (message === noConnectionFree) return new Problem(503, "busy", {}, { "retry-after": "2" });
  if (name === "RenderBusy")
    return new Problem(ownShare ? 429 : 503, "busy", {}, { "retry-after": "5" });
  if (name === "FileMissing") return new Problem(404, "not_found");
  if (name === "FilesAway") return new Problem(503, "files_away", {}, { "retry-after": "5" });
  if (name === "DiskFull" || code === "ENOSPC" || code === "53100")
    return new Problem(507, "disk_full");
  if (code === "23503") return new Problem(409, "in_use");
  if (code === "23505") return new Problem(409, "conflict");
  if (badValues.includes(code)) return new Problem(400, "invalid");
  if (passing.includes(code)) return new Problem(503, "busy", {}, { "retry-after": "1" });
  return undefined;
}

/** An address that is none (`/api/%`): refused before there is a route, so before any hook. */
export function answerBadAddress(_error: Error, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ ...securityHeaders, "cache-control": "no-store" });
  sendProblem(request, reply, new Problem(400, "invalid"));
}

/** Turns anything that was thrown into a refusal of ours; an error that nobody expected is logged. */
export function refusalOf(error: Error, request: FastifyRequest): Problem | FieldProblem {
  if (error instanceof Problem || error instanceof FieldProblem) return error;
  if (hasZodFastifySchemaValidationErrors(error))
    return fieldsOf(error.validation as unknown as ValidationIssue[]);
  const known =
    ownProblem(error, request.routeOptions.bodyLimit ?? limits.bodyBytes) ?? storeProblem(error);
  if (known) return known;
  request.log.error({ err: error }, "request failed");
  return new Problem(500, "server_error");
}

/** Installs the error and not-found answers. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: Error, request, reply) => {
    const refusal = refusalOf(error, request);
    return refusal instanceof FieldProblem
      ? sendFields(request, reply, refusal)
      : sendProblem(request, reply, refusal);
  });
}

/** Answers with exceptions of the OGC (OGC 17-069r4, 7.5.1): `{code, description}`, beside the `detail` of all other calls. */
export function answerOgcErrors(app: FastifyInstance) {
  app.setErrorHandler((error: Error, request, reply) => {
    const refusal = refusalOf(error, request);
    const language = languageOf(request.headers["accept-language"]);
    const isOfFields = refusal instanceof FieldProblem;
    const { status, code, headers } = isOfFields
      ? { status: 400, code: "invalid", headers: {} }
      : refusal;
    const detail = isOfFields
      ? Object.entries(fieldTexts(language, refusal))
          .map(([field, texts]) => `${field}: ${texts.join(" ")}`)
          .join(" ")
      : errorText(language, refusal.saying, refusal.params);
    return reply.code(status).headers(headers).send({ code, description: detail, detail });
  });
}

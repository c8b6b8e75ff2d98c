/** Turns everything that is thrown into the answers of decisions.md; never a stack, never a path. */

import { languageOf, text } from "@nihol/locales/text";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { FieldProblem, type Params, Problem } from "./problem.ts";

/** One finding of a schema, as fastify-type-provider-zod hands it on. */
interface Finding {
  keyword: string;
  /** `/name/tg`, or `/` for the whole body. */
  instancePath: string;
  message?: string;
  params: { minimum?: number; maximum?: number };
}

const codePattern = /^[a-z_]+$/;

/** Schemas use an error code as their message; zod's own messages become `required` or `invalid`. */
function findingCode({ keyword, message = "" }: Finding): string {
  if (codePattern.test(message)) return message;
  const isMissing = keyword === "invalid_type" && /received (undefined|null)/.test(message);
  return isMissing ? "required" : "invalid";
}

function fieldsOf(findings: Finding[]): FieldProblem {
  const fields: Record<string, { code: string; params?: Params }[]> = {};
  for (const finding of findings) {
    const name = finding.instancePath.slice(1).replaceAll("/", ".") || "non_field_errors";
    const { minimum, maximum } = finding.params;
    fields[name] ??= [];
    fields[name].push({
      code: findingCode(finding),
      params: { min: minimum ?? 0, max: maximum ?? 0 },
    });
  }
  return new FieldProblem(fields);
}

/** Sends a refusal; also used by handlers that write to the raw response. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
  const language = languageOf(request.headers["accept-language"]);
  const detail = text(language, `errors.${problem.code}`, problem.params);
  return reply.code(problem.status).headers(problem.headers).send({ detail, code: problem.code });
}

function sendFields(request: FastifyRequest, reply: FastifyReply, problem: FieldProblem) {
  const language = languageOf(request.headers["accept-language"]);
  const body = Object.fromEntries(
    Object.entries(problem.fields).map(([field, list]) => [
      field,
      list.map(({ code, params }) => text(language, `errors.${code}`, params ?? {})),
    ]),
  );
  return reply.code(400).send(body);
}

/** Fastify's own refusals (body too large, bad JSON, rate limit) under our codes. */
function ownProblem(error: {
  statusCode?: number;
  code?: string;
  name: string;
}): Problem | undefined {
  if (error.name === "RenderBusy") return new Problem(503, "busy", {}, { "retry-after": "5" });
  if (error.statusCode === 413) return new Problem(413, "file_too_large", { max: 1 });
  if (error.statusCode === 415) return new Problem(415, "unsupported_media_type");
  if (error.statusCode === 429) return new Problem(429, "too_many_attempts", { minutes: 1 });
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new Problem(400, "invalid");
  if (error.code === "ENOSPC" || error.code === "53100") return new Problem(507, "disk_full");
  if (error.code === "23503") return new Problem(409, "in_use");
  return undefined;
}

/** Installs the error and not-found answers. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error instanceof Problem) return sendProblem(request, reply, error);
    if (error instanceof FieldProblem) return sendFields(request, reply, error);
    if (hasZodFastifySchemaValidationErrors(error)) {
      return sendFields(request, reply, fieldsOf(error.validation as unknown as Finding[]));
    }
    const known = ownProblem(error);
    if (known) return sendProblem(request, reply, known);
    request.log.error({ err: error }, "request failed");
    return sendProblem(request, reply, new Problem(500, "server_error"));
  });
}

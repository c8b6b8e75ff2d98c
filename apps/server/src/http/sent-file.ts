/** The one file of a multipart request, with every way in which its body can be broken as a refusal. */
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { FieldProblem, Problem, refuseField } from "./problem.ts";

/** The body ended in the middle, or is no form at all: said of the file, whatever the parser says. */
function refuseBroken(error: unknown, maxBytes: number): never {
  if (error instanceof Problem || error instanceof FieldProblem) throw error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === "FST_REQ_FILE_TOO_LARGE")
    refuseField("file", "file_too_large", { max: maxBytes / 1024 ** 2 });
  // No multipart body: another content type, which the call does not take.
  if (code === "FST_INVALID_MULTIPART_CONTENT_TYPE")
    throw new Problem(415, "unsupported_media_type");
  // Too many parts or fields, names that are none.
  if (statusCode !== undefined && statusCode < 500) throw new Problem(400, "invalid");
  return refuseField("file", "file_incomplete");
}

/**
 * The file of a request, not read yet.
 * @throws {FieldProblem} under `file` when it is missing or the form is broken
 */
async function sentFile(request: FastifyRequest, maxBytes: number): Promise<MultipartFile> {
  const part = await request
    .file({ limits: { fileSize: maxBytes } })
    .catch((error) => refuseBroken(error, maxBytes));
  return part ?? refuseField("file", "required");
}

/**
 * The name and bytes of a request's file.
 * @throws {FieldProblem} under `file` when it is missing, too large or did not arrive whole
 */
export async function sentBytes(
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ name: string; bytes: Buffer }> {
  const part = await sentFile(request, maxBytes);
  const bytes = await part.toBuffer().catch((error) => refuseBroken(error, maxBytes));
  // The parser sees the limit only while it reads: the last piece may be cut after that.
  if (part.file.truncated) refuseField("file", "file_too_large", { max: maxBytes / 1024 ** 2 });
  return { name: part.filename, bytes };
}

/**
 * The name of a request's file and its bytes as they come, for files that are not to lie in memory.
 * The reading throws {FieldProblem} under `file` when it is too large or does not arrive whole.
 */
export async function sentStream(
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ name: string; pieces: AsyncIterable<Buffer> }> {
  const part = await sentFile(request, maxBytes);
  async function* pieces() {
    try {
      for await (const piece of part.file) yield piece as Buffer;
    } catch (error) {
      refuseBroken(error, maxBytes);
    }
    if (part.file.truncated) refuseField("file", "file_too_large", { max: maxBytes / 1024 ** 2 });
  }
  return { name: part.filename, pieces: pieces() };
}

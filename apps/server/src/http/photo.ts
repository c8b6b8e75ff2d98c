/** Photos: read from a multipart body, judged and re-encoded in a child, stored as WebP without metadata. */
import { randomUUID } from "node:crypto";
import { limits } from "@nihol/contract/limits";
import type { FileStore } from "@nihol/db/file-store";
import { reencodePhotoInChild } from "@nihol/vision/render-pool";
import type { FastifyReply, FastifyRequest } from "fastify";
import { notFound, refuseField } from "./problem.ts";

/**
 * Stores the photo of a request under a new key below `prefix` and returns the key.
 * @throws {FieldProblem} under `file` when it is missing, too large or not a photo
 */
export async function readPhoto(
  request: FastifyRequest,
  files: FileStore,
  prefix: string,
): Promise<string> {
  const part = await request.file({ limits: { fileSize: limits.photoBytes } });
  if (!part) return refuseField("file", "required");
  const bytes = await part.toBuffer().catch((error: { code?: string }) => {
    if (error.code === "FST_REQ_FILE_TOO_LARGE")
      return refuseField("file", "file_too_large", { max: limits.photoBytes / 1024 ** 2 });
    throw error;
  });
  if (bytes.length === 0) refuseField("file", "file_empty");
  const photo = await reencodePhotoInChild(bytes).catch(() => refuseField("file", "file_type"));
  const key = `${prefix}/${randomUUID()}.webp`;
  await files.put(key, Buffer.from(photo.webp));
  return key;
}

/** Sends a stored photo, or 404 when there is none. */
export async function sendPhoto(
  reply: FastifyReply,
  files: FileStore,
  key: string | null | undefined,
) {
  if (!key) throw notFound();
  reply.header("cache-control", "private, max-age=86400").type("image/webp");
  return reply.send(await files.get(key));
}

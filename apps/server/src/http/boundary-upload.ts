/** Boundary files from a multipart body. */
import { limits } from "@nihol/contract/limits";
import type { BoundaryFile } from "@nihol/geo/boundary-codes";
import type { FastifyRequest } from "fastify";
import { readBoundaryInThread } from "./boundary-threads.ts";
import { type Params, refuseField } from "./problem.ts";

/** The texts of the limits name megabytes. */
const withLimit = (params: Params): Params => ({
  max: limits.boundaryFileBytes / 1024 ** 2,
  ...params,
});

/**
 * Reads the file of a request: its sound features, and the rejected ones with their reasons.
 * @throws {FieldProblem} under `file` when it is missing, too large or of no use as a whole
 * @throws {Problem} 503 while too many are being read
 */
export async function readBoundaryUpload(request: FastifyRequest): Promise<BoundaryFile> {
  const part = await request.file({ limits: { fileSize: limits.boundaryFileBytes } });
  if (!part) return refuseField("file", "required");
  const bytes = await part.toBuffer().catch((error: { code?: string }) => {
    if (error.code === "FST_REQ_FILE_TOO_LARGE")
      refuseField("file", "file_too_large", withLimit({}));
    throw error;
  });
  const answer = await readBoundaryInThread(bytes, part.filename);
  if ("file" in answer) return answer.file;
  return refuseField("file", answer.refusal.code, withLimit(answer.refusal.params));
}

/** The numbers of a rejected feature under the names that the texts use. */
export function rejectionParams({ lon, lat, ...rest }: Params): Params {
  const place: Params =
    lon === undefined || lat === undefined
      ? {}
      : { longitude: Number(lon).toFixed(6), latitude: Number(lat).toFixed(6) };
  return { what: "", ...rest, ...place };
}

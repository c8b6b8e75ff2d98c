/** Boundary files from a multipart body. */
import type { BoundaryPreview } from "@nihol/contract/geometry";
import { limits } from "@nihol/contract/values/limits";
import type { BoundaryFile, RejectedFeature as Rejected } from "@nihol/geo/files/boundary-codes";
import { text } from "@nihol/locales/text";
import type { FastifyRequest } from "fastify";
import { type Params, refuseField } from "../../http/problem.ts";
import { sentBytes } from "../../http/sent-file.ts";
import { readBoundaryInThread } from "./boundary-threads.ts";

/** The texts of the limits name megabytes. */
const withLimit = (params: Params): Params => ({
  max: limits.boundaryFileBytes / 1024 ** 2,
  ...params,
});

/**
 * Reads the file of a request: its sound features, and the rejected ones with their reasons.
 * @throws {FieldProblem} under `file` when it is missing, too large or of no use as a whole
 * @throws {Problem} 503 while too many are being read, 429 while too many of the caller's are
 */
export async function readBoundaryUpload(request: FastifyRequest): Promise<BoundaryFile> {
  const { name, bytes } = await sentBytes(request, limits.boundaryFileBytes);
  const answer = await readBoundaryInThread(bytes, name, request.actor.id);
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

/** Reason why a feature, or a part of one, is not taken, in the reader's language. */
export function rejectionReason(language: string, { code, detail, part, isKept }: Rejected) {
  const reason = text(language, `errors.${code}`, rejectionParams(detail));
  if (part === undefined) return reason;
  const where = isKept ? "part_left_out" : "boundary_part";
  return `${text(language, `errors.${where}`, { part })} ${reason}`;
}

/** The file's features, and each rejected one with its reason in the reader's language. */
export function previewOf(file: BoundaryFile, language: string): BoundaryPreview {
  return {
    features: file.features.map(({ name, multiPolygon, areaM2 }) => ({
      name,
      boundary: multiPolygon,
      area_m2: areaM2,
    })),
    rejected: file.rejected.map((one) => ({
      name: one.name,
      line: one.line ?? null,
      code: one.code,
      reason: rejectionReason(language, one),
    })),
  };
}

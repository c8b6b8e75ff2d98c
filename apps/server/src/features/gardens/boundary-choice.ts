/** What of a boundary file becomes a garden's boundary, and what is said about the rest. */
import type { BoundaryPreview } from "@nihol/contract/gardens";
import type { MultiPolygon } from "@nihol/contract/geometry";
import type { BoundaryFile } from "@nihol/geo/boundary-codes";
import { text } from "@nihol/locales/text";
import { rejectionParams } from "../../http/boundary-upload.ts";
import { FieldProblem, refuseField } from "../../http/problem.ts";

/** The file's features, and each rejected one with its reason in the reader's language. */
export function previewOf(file: BoundaryFile, language: string): BoundaryPreview {
  return {
    features: file.features.map(({ name, multiPolygon, areaM2 }) => ({
      name,
      boundary: multiPolygon,
      area_m2: areaM2,
    })),
    rejected: file.rejected.map(({ name, line, code, detail }) => ({
      name,
      line: line ?? null,
      code,
      reason: text(language, `errors.${code}`, rejectionParams(detail)),
    })),
  };
}

/**
 * The feature of that place among the sound ones, or all of them as one shape.
 * @throws {FieldProblem} under `file` with the reasons when no feature is sound
 */
export function chosenBoundary(file: BoundaryFile, index: number | undefined): MultiPolygon {
  if (file.features.length === 0) {
    const reasons = file.rejected
      .slice(0, 10)
      .map(({ code, detail }) => ({ code, params: rejectionParams(detail) }));
    throw new FieldProblem({ file: reasons });
  }
  const chosen = index === undefined ? file.features : file.features.slice(index, index + 1);
  if (chosen.length === 0) refuseField("feature", "invalid");
  return {
    type: "MultiPolygon",
    coordinates: chosen.flatMap(({ multiPolygon }) => multiPolygon.coordinates),
  };
}

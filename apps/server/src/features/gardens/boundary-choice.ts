/** Chooses the part of a boundary file that becomes a garden's boundary. */
import type { MultiPolygon } from "@nihol/contract/values/geometry";
import type { BoundaryFile } from "@nihol/geo/files/boundary-codes";
import { FieldProblem, refuseField } from "../../http/problem.ts";
import { rejectionParams } from "../../shared/boundaries/boundary-upload.ts";

/**
 * The feature of that place among the sound ones, or all of them as one shape.
 * @throws {FieldProblem} under `file` with the reasons when no feature is sound
 */
export function chosenBoundary(file: BoundaryFile, index: number | undefined): MultiPolygon {
  if (file.features.length === 0) {
    const reasons = file.rejected
      .slice(0, 10)
      .flatMap(({ code, detail, part }) => [
        ...(part === undefined ? [] : [{ code: "boundary_part", params: { part } }]),
        { code, params: rejectionParams(detail) },
      ]);
    throw new FieldProblem({ file: reasons });
  }
  const chosen = index === undefined ? file.features : file.features.slice(index, index + 1);
  if (chosen.length === 0) refuseField("feature", "invalid");
  return {
    type: "MultiPolygon",
    coordinates: chosen.flatMap(({ multiPolygon }) => multiPolygon.coordinates),
  };
}

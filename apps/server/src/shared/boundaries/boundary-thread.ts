/** Runs in a worker thread: reads boundary files and checks boundaries, one after the other. */

import { BoundaryFileError } from "@nihol/geo/files/boundary-codes";
import { readBoundaryFile } from "@nihol/geo/files/boundary-file";
import type { Areal } from "@nihol/geo/geometry";
import { boundaryShape } from "./boundary-shape.ts";

/** Question to a thread. */
export type ThreadRequest = { bytes: Uint8Array; fileName: string } | { boundary: Areal };

/** Answers with what comes of a file or a boundary. */
export default function answerFor(request: ThreadRequest) {
  if ("boundary" in request) return boundaryShape(request.boundary);
  try {
    return { file: readBoundaryFile(request.bytes, request.fileName) };
  } catch (error) {
    if (!(error instanceof BoundaryFileError)) throw error;
    return { refusal: { code: error.code, params: error.params } };
  }
}

/** Runs in a worker thread: reads the boundary files that it is given, one after the other. */
import { parentPort } from "node:worker_threads";
import { BoundaryFileError } from "@nihol/geo/boundary-codes";
import { readBoundaryFile } from "@nihol/geo/boundary-file";

function answerFor({ bytes, fileName }: { bytes: Uint8Array; fileName: string }) {
  try {
    return { file: readBoundaryFile(bytes, fileName) };
  } catch (error) {
    if (!(error instanceof BoundaryFileError)) throw error;
    return { refusal: { code: error.code, params: error.params } };
  }
}

parentPort?.on("message", (request) => parentPort?.postMessage(answerFor(request)));

/** Runs in a worker thread: reads one boundary file and answers with what is in it. */
import { parentPort, workerData } from "node:worker_threads";
import { BoundaryFileError } from "@nihol/geo/boundary-codes";
import { readBoundaryFile } from "@nihol/geo/boundary-file";

const { bytes, fileName } = workerData as { bytes: Uint8Array; fileName: string };
try {
  parentPort?.postMessage({ file: readBoundaryFile(bytes, fileName) });
} catch (error) {
  if (!(error instanceof BoundaryFileError)) throw error;
  parentPort?.postMessage({ refusal: { code: error.code, params: error.params } });
}

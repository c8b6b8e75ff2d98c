/** Files of readings, read off the main thread: twenty megabytes take a core for seconds. */
import type { ReadingImport } from "@nihol/contract/sensors/readings";
import { readingLimits } from "@nihol/contract/values/sensors/readings";
import type { Connection } from "@nihol/db/connection";
import type { FastifyRequest } from "fastify";
import { Problem, refuseField } from "../../http/problem.ts";
import { sentBytes } from "../../http/sent-file.ts";
import { throwPacked } from "../../shared/threads/thread-errors.ts";
import { threadPool } from "../../shared/threads/thread-pool.ts";
import type { ImportQuery } from "./import-readings.ts";
import type { ImportAnswer, ImportOrder } from "./import-thread.ts";

const askThread = threadPool<ImportOrder, ImportAnswer>({
  module: new URL("./import-thread.ts", import.meta.url),
  // Half a million rows are written in a minute on a slow disk.
  timeoutMs: 600_000,
  memoryMb: 512,
  atOnce: 2,
  maxWaiting: 4,
  maxPerAsker: 2,
});

/** Files that are being received or held: each is in memory as a whole. */
const maxHeld = 12;
let held = 0;

async function importInThread({ config }: Connection, request: FastifyRequest, query: ImportQuery) {
  // Bytes of their own: they go to the thread and are not copied there.
  const sent = await sentBytes(request, readingLimits.importBytes);
  const bytes = new Uint8Array(sent.bytes);
  const { actor } = request;
  const answer = await askThread(
    { config, actor, bytes, query },
    { asker: actor.id, transfer: [bytes.buffer] },
  );
  if (!answer) return refuseField("file", "csv_too_many_rows", { max: readingLimits.importRows });
  return "result" in answer ? answer.result : throwPacked(answer.error);
}

/**
 * Reads the file of a request as `importReadings` does.
 * @throws {FieldProblem} for a file that is missing or too large, and as `importReadings` does
 * @throws {Problem} 404 for a device out of scope, 503 while too many are read, 429 while two of the caller's are
 */
export async function importUpload(
  db: Connection,
  request: FastifyRequest,
  query: ImportQuery,
): Promise<ReadingImport> {
  if (held >= maxHeld) throw new Problem(503, "busy", {}, { "retry-after": "5" });
  held++;
  try {
    return await importInThread(db, request, query);
  } finally {
    held--;
  }
}

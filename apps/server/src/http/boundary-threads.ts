/** Reads boundary files and judges large boundaries off the main thread, with limits on time and memory. */
import type { BoundaryFile, FileCode } from "@nihol/geo/boundary-codes";
import type { BoundaryColumns, BoundaryRefusal, SentBoundary } from "./boundary-shape.ts";
import type { ThreadRequest } from "./boundary-thread.ts";
import type { Params } from "./problem.ts";
import { threadPool } from "./thread-pool.ts";

/** What came of a file: its content, or why it is of no use. */
export type BoundaryAnswer =
  | { file: BoundaryFile }
  | { refusal: { code: FileCode | "too_complex"; params: Params } };

const askThread = threadPool<ThreadRequest, unknown>({
  module: new URL("./boundary-thread.ts", import.meta.url),
  patienceMs: 30_000,
  // 100 MB of unpacked text and what is made of it.
  memoryMb: 768,
  atOnce: 2,
  waitingMost: 8,
});

const tooComplex = { refusal: { code: "too_complex" as const, params: {} } };

/**
 * Reads a boundary file.
 * @throws {Problem} 503 while too many wait
 */
export async function readBoundaryInThread(
  bytes: Uint8Array,
  fileName: string,
): Promise<BoundaryAnswer> {
  return ((await askThread({ bytes, fileName })) as BoundaryAnswer | undefined) ?? tooComplex;
}

type Judgement = { columns: BoundaryColumns } | BoundaryRefusal;

/**
 * Judges a boundary as `boundaryShape` does.
 * @throws {Problem} 503 while too many wait
 */
export async function judgeBoundaryInThread(boundary: SentBoundary): Promise<Judgement> {
  return ((await askThread({ boundary })) as Judgement | undefined) ?? tooComplex;
}

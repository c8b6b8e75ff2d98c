/** Reads boundary files and checks large boundaries off the main thread, with limits on time and memory. */

import type { BoundaryFile, FileCode } from "@nihol/geo/files/boundary-codes";
import type { Areal } from "@nihol/geo/geometry";
import type { Params } from "../../http/problem.ts";
import { threadPool } from "../threads/thread-pool.ts";
import type { BoundaryColumns, BoundaryRefusal } from "./boundary-shape.ts";
import type { ThreadRequest } from "./boundary-thread.ts";

/** What came of a file: its content, or why it is of no use. */
export type BoundaryAnswer =
  | { file: BoundaryFile }
  | { refusal: { code: FileCode | "too_complex"; params: Params } };

const shared = {
  module: new URL("./boundary-thread.ts", import.meta.url),
  // 100 MB of unpacked text and what is made of it.
  memoryMb: 768,
  // Somebody with one in the making may preview another already.
  maxPerAsker: 2,
};
/** What people draw and most files: milliseconds, and never behind a large one. */
const askQuick = threadPool<ThreadRequest, unknown>({
  ...shared,
  timeoutMs: 5000,
  atOnce: 2,
  maxWaiting: 32,
});
/** Borders of countries: seconds each. */
const askSlow = threadPool<ThreadRequest, unknown>({
  ...shared,
  timeoutMs: 20_000,
  atOnce: 1,
  maxWaiting: 8,
});

const quickBytes = 64 * 1024;
const quickPositions = 2000;

const tooComplex = { refusal: { code: "too_complex" as const, params: {} } };

/**
 * Reads a boundary file.
 * @throws {Problem} 503 while too many wait, 429 while too many of the asker's do
 */
export async function readBoundaryInThread(
  bytes: Uint8Array,
  fileName: string,
  asker: number,
): Promise<BoundaryAnswer> {
  const ask = bytes.length <= quickBytes ? askQuick : askSlow;
  return ((await ask({ bytes, fileName }, { asker })) as BoundaryAnswer | undefined) ?? tooComplex;
}

type BoundaryCheck = { columns: BoundaryColumns } | BoundaryRefusal;

/**
 * Checks a boundary of so many positions as `boundaryShape` does.
 * @throws {Problem} 503 while too many wait, 429 while too many of the asker's do
 */
export async function checkBoundaryInThread(
  boundary: Areal,
  positions: number,
  asker: number,
): Promise<BoundaryCheck> {
  const ask = positions <= quickPositions ? askQuick : askSlow;
  return ((await ask({ boundary }, { asker })) as BoundaryCheck | undefined) ?? tooComplex;
}

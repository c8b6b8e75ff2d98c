/** Reads boundary files and checks large boundaries off the main thread, with limits on time and memory. */

import type { BoundaryFile, FileCode } from "@nihol/geo/files/boundary-codes";
import type { Areal } from "@nihol/geo/geometry";
import type { Params } from "../../http/problem.ts";
import { ThreadTimedOut, threadPool } from "../threads/thread-pool.ts";
import type { BoundaryRefusal, BoundaryShape } from "./boundary-shape.ts";
import type { ThreadRequest } from "./boundary-thread.ts";

/** Outcome of a file: its content, or why it is of no use. */
type BoundaryAnswer =
  | { file: BoundaryFile }
  | { refusal: { code: FileCode | "too_complex"; params: Params } };

const quickBytes = 64 * 1024;
const quickPositions = 2000;

const tooComplex = { refusal: { code: "too_complex" as const, params: {} } };

type BoundaryCheck = { shape: BoundaryShape } | BoundaryRefusal;

/** The threads for boundaries; `quickMs` and `slowMs` are the time that a question may take in each line. */
export function boundaryThreads({ quickMs = 5000, slowMs = 20_000 } = {}) {
  const shared = {
    module: new URL("./boundary-thread.ts", import.meta.url),
    // 100 MB of unpacked text and what is made of it.
    memoryMb: 768,
    // Somebody with one in the making may preview another already.
    maxPerAsker: 2,
  };
  /** Asks of drawn shapes and most files: milliseconds, and never behind a large one. */
  const askQuick = threadPool<ThreadRequest, unknown>({
    ...shared,
    timeoutMs: quickMs,
    atOnce: 2,
    maxWaiting: 32,
  });
  /** Borders of countries: seconds each. */
  const askSlow = threadPool<ThreadRequest, unknown>({
    ...shared,
    timeoutMs: slowMs,
    atOnce: 1,
    maxWaiting: 8,
  });

  /** Asks a small question, of milliseconds of work, once more with more time on a machine too busy for it. */
  async function ask(question: ThreadRequest, isSmall: boolean, asker: number): Promise<unknown> {
    if (!isSmall) return askSlow(question, { asker });
    return askQuick(question, { asker }).catch((error) => {
      if (!(error instanceof ThreadTimedOut)) throw error;
      return askSlow(question, { asker });
    });
  }

  return {
    /**
     * Reads a boundary file.
     * @throws {Problem} 503 while too many wait or the machine is too busy, 429 while too many of the asker's do
     */
    async read(bytes: Uint8Array, fileName: string, asker: number): Promise<BoundaryAnswer> {
      const answer = await ask({ bytes, fileName }, bytes.length <= quickBytes, asker);
      return (answer as BoundaryAnswer | undefined) ?? tooComplex;
    },
    /**
     * Checks a boundary of so many positions as `boundaryShape` does.
     * @throws {Problem} 503 while too many wait or the machine is too busy, 429 while too many of the asker's do
     */
    async check(boundary: Areal, positions: number, asker: number): Promise<BoundaryCheck> {
      const answer = await ask({ boundary }, positions <= quickPositions, asker);
      return (answer as BoundaryCheck | undefined) ?? tooComplex;
    },
  };
}

const { read, check } = boundaryThreads();
export const readBoundaryInThread = read;
export const checkBoundaryInThread = check;

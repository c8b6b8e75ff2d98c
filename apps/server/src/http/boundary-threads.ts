/** Reads boundary files and judges large boundaries off the main thread, with limits on time and memory. */
import { Worker } from "node:worker_threads";
import type { BoundaryFile, FileCode } from "@nihol/geo/boundary-codes";
import type { BoundaryColumns, BoundaryRefusal, SentBoundary } from "./boundary-shape.ts";
import type { ThreadRequest } from "./boundary-thread.ts";
import { type Params, Problem } from "./problem.ts";

const patienceMs = 30_000;
// 100 MB of unpacked text and what is made of it; a bomb ends its own thread, not the server.
const memoryMb = 768;
const atOnce = 2;
const waitingMost = 8;

/** What came of a file: its content, or why it is of no use. */
export type BoundaryAnswer =
  | { file: BoundaryFile }
  | { refusal: { code: FileCode | "too_complex"; params: Params } };

let running = 0;
const waiting: (() => void)[] = [];
// One thread is kept warm: starting one costs more than reading most files.
let idle: Worker | undefined;

async function takeTurn() {
  if (running < atOnce) return void running++;
  if (waiting.length >= waitingMost) throw new Problem(503, "busy", {}, { "retry-after": "10" });
  // Whoever ends hands its place on, so `running` stays as it is.
  await new Promise<void>((resolve) => waiting.push(resolve));
}

function endTurn() {
  const next = waiting.shift();
  if (next) next();
  else running--;
}

function startThread(): Worker {
  const thread = new Worker(new URL("./boundary-thread.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  // Its end tells enough; without a listener an error would end the server.
  thread.on("error", () => {});
  thread.once("exit", () => {
    if (idle === thread) idle = undefined;
  });
  return thread;
}

function takeThread(): Worker {
  const thread = idle ?? startThread();
  idle = undefined;
  thread.ref();
  return thread;
}

function keepThread(thread: Worker) {
  if (idle) return void thread.terminate();
  idle = thread;
  // It ends with the process and does not hold it.
  thread.unref();
}

type Refusal = { refusal: { code: "too_complex"; params: Params } };

function answerOfThread<Answer>(request: ThreadRequest): Promise<Answer | Refusal> {
  const thread = takeThread();
  return new Promise((resolve) => {
    const timer = setTimeout(() => void thread.terminate(), patienceMs);
    const answered = (answer: Answer) => {
      clearTimeout(timer);
      thread.off("exit", ended);
      keepThread(thread);
      resolve(answer);
    };
    const ended = () => {
      clearTimeout(timer);
      resolve({ refusal: { code: "too_complex", params: {} } });
    };
    thread.once("message", answered);
    thread.once("exit", ended);
    thread.postMessage(request);
  });
}

/** At most two at once, eight more wait. What takes longer than 30 s or more than 768 MB is too complex. */
async function askThread<Answer>(request: ThreadRequest): Promise<Answer | Refusal> {
  await takeTurn();
  return answerOfThread<Answer>(request).finally(endTurn);
}

/**
 * Reads a boundary file.
 * @throws {Problem} 503 while too many wait
 */
export const readBoundaryInThread = (
  bytes: Uint8Array,
  fileName: string,
): Promise<BoundaryAnswer> => askThread<BoundaryAnswer>({ bytes, fileName });

/**
 * Judges a boundary as `boundaryShape` does.
 * @throws {Problem} 503 while too many wait
 */
export const judgeBoundaryInThread = (
  boundary: SentBoundary,
): Promise<{ columns: BoundaryColumns } | BoundaryRefusal> =>
  askThread<{ columns: BoundaryColumns } | BoundaryRefusal>({ boundary });

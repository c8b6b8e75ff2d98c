/** Boundary files from a multipart body, read off the main thread with limits on time and memory. */
import { Worker } from "node:worker_threads";
import { limits } from "@nihol/contract/limits";
import type { BoundaryFile, FileCode } from "@nihol/geo/boundary-codes";
import type { FastifyRequest } from "fastify";
import { type Params, Problem, refuseField } from "./problem.ts";

const patienceMs = 30_000;
// 100 MB of unpacked text and what is made of it; a bomb ends its own thread, not the server.
const memoryMb = 768;
const atOnce = 2;
const waitingMost = 8;

let running = 0;
const waiting: (() => void)[] = [];

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

type Answer =
  | { file: BoundaryFile }
  | { refusal: { code: FileCode | "too_complex"; params: Params } };

const gaveUp: Answer = { refusal: { code: "too_complex", params: {} } };

function readInThread(bytes: Uint8Array, fileName: string): Promise<Answer> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL("./boundary-thread.ts", import.meta.url), {
      workerData: { bytes, fileName },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const end = (answer: Answer) => {
      clearTimeout(timer);
      resolve(answer);
      void thread.terminate();
    };
    const timer = setTimeout(() => end(gaveUp), patienceMs);
    thread.once("message", end);
    thread.once("error", () => end(gaveUp));
    thread.once("exit", () => end(gaveUp));
  });
}

/** Codes of geo whose text takes other numbers than theirs. */
function paramsOf(params: Params): Params {
  return { max: limits.boundaryFileBytes / 1024 ** 2, ...params };
}

/**
 * Reads the file of a request: its sound features, and the rejected ones with their reasons.
 * @throws {FieldProblem} under `file` when it is missing, too large or of no use as a whole
 * @throws {Problem} 503 while too many are being read
 */
export async function readBoundaryUpload(request: FastifyRequest): Promise<BoundaryFile> {
  const part = await request.file({ limits: { fileSize: limits.boundaryFileBytes } });
  if (!part) return refuseField("file", "required");
  const bytes = await part.toBuffer().catch((error: { code?: string }) => {
    if (error.code === "FST_REQ_FILE_TOO_LARGE")
      refuseField("file", "file_too_large", paramsOf({}));
    throw error;
  });
  await takeTurn();
  const answer = await readInThread(bytes, part.filename).finally(endTurn);
  if ("file" in answer) return answer.file;
  return refuseField("file", answer.refusal.code, paramsOf(answer.refusal.params));
}

/** The numbers of a rejected feature under the names that the texts use. */
export function rejectionParams({ lon, lat, ...rest }: Params): Params {
  const place: Params =
    lon === undefined || lat === undefined
      ? {}
      : { longitude: Number(lon).toFixed(6), latitude: Number(lat).toFixed(6) };
  return { what: "", ...rest, ...place };
}

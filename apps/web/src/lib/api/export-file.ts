import type { Export, ExportCreate } from "@nihol/contract/exports";
import { paths } from "@nihol/contract/values/paths";
import { getBlob } from "./api.ts";
import { ApiError } from "./api-error.ts";
import { ask } from "./ask.ts";
import { timeZone } from "./time-zone.ts";

/** Milliseconds between two polls: short at first, then a second. */
const pausesMs = [150, 300, 600, 1000];

/**
 * Orders a list as a file, waits until it is made and fetches it. `hear` receives the progress.
 * Throws ApiError: for what the server refuses, and for a file that could not be made.
 */
export async function exportFile(
  order: ExportCreate,
  hear: (file: Export) => void,
): Promise<{ file: Export; blob: Blob }> {
  let file = await ask("POST /export", { body: { ...order, time_zone: timeZone() } });
  for (let asked = 0; file.status !== "completed"; asked++) {
    if (file.status === "failed") throw failure(file);
    hear(file);
    await pause(pausesMs[Math.min(asked, pausesMs.length - 1)] ?? 1000);
    file = await ask("GET /export/:id", { params: { id: file.id } });
  }
  return { file, blob: await getBlob(`${paths.export}/${file.id}/file`) };
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

const failure = ({ problem }: Export) =>
  new ApiError({
    status: 500,
    code: problem?.code ?? "server_error",
    detail: problem?.detail ?? "",
  });

/** Starts the thread that makes one file, and follows it. */
import { Worker } from "node:worker_threads";
import { isDatabaseAway } from "@nihol/db/database-away";
import type { ExportJob, ExportNews } from "./export-job.ts";

// A sheet of 200,000 rows is put together in memory; what needs more ends its own thread, not the server.
const memoryMb = 2048;

export type ExportOutcome = { rows: number } | { problem: string };

/**
 * Makes the file of `job`. `onRows` hears how far it is. Aborting ends the thread.
 * Never throws: what goes wrong is the outcome's problem, a code of errors.json.
 */
export function runExport(
  job: ExportJob,
  onRows: (rows: number, count: number) => void,
  signal: AbortSignal,
): Promise<ExportOutcome> {
  return new Promise((resolve) => {
    let outcome: ExportOutcome = { problem: "server_error" };
    const thread = new Worker(new URL("./export-thread.ts", import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const stop = () => void thread.terminate();
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    thread.on("message", (news: ExportNews) => {
      if (news.state === "writing") onRows(news.rows, news.count);
      else outcome = news.state === "written" ? { rows: news.rows } : { problem: news.code };
    });
    thread.on("error", (error) => {
      outcome = { problem: problemOf(error) };
    });
    thread.once("exit", () => {
      signal.removeEventListener("abort", stop);
      resolve(outcome);
    });
  });
}

function problemOf(error: unknown): string {
  if (isDatabaseAway(error)) return "database_away";
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (["ENOSPC", "EDQUOT", "EFBIG"].includes(code)) return "disk_full";
  return code === "ERR_WORKER_OUT_OF_MEMORY" ? "too_many_rows" : "server_error";
}

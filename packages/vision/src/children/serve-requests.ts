/** The child's side: answers requests of `child-pool.ts`, one at a time. */
import { flushCompileCache } from "node:module";
import type { ChildReport } from "./child-process.ts";
import { packError } from "./packed-error.ts";

const GRACE_MS = 1000;

/** The signal aborts when the answer is no longer wanted. */
type Work<Request, Result> = (
  request: Request,
  signal: AbortSignal,
  onProgress: (value: unknown) => void,
) => Promise<Result>;

/** Serves until the parent disconnects or ends; then a second is left to end what was started. */
export function serveRequests<Request, Result>(work: Work<Request, Result>): void {
  // Most children are ended by a kill, which writes nothing: the compile cache is for later children.
  flushCompileCache();
  const controller = new AbortController();
  let isWorking = false;
  // A parent that has just died receives nothing, which is no error here.
  const tell = (report: ChildReport) =>
    new Promise<void>((resolve) => {
      if (process.connected) process.send?.(report, () => resolve());
      else resolve();
    });
  process.once("disconnect", () => {
    if (!isWorking) process.exit(0);
    controller.abort();
    setTimeout(() => process.exit(1), GRACE_MS);
  });
  process.on("message", async (request: Request) => {
    isWorking = true;
    try {
      const onProgress = (value: unknown) => void tell({ type: "progress", value });
      const result = await work(request, controller.signal, onProgress);
      await tell({ type: "done", result });
    } catch (error) {
      await tell({ type: "failed", error: packError(error) });
    }
    isWorking = false;
    if (!process.connected) process.exit(0);
  });
}

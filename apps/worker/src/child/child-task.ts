/** Runs one task in a process of its own, so that no file can harm the worker and a stop is a kill. */
import { type ChildProcess, fork } from "node:child_process";
import { type Message, messageOfError } from "./end-message.ts";

/** What a child sends while it works. The last one is `done` or `failed`. */
export type ChildReport<Result> =
  | { type: "progress"; value: number }
  | { type: "done"; result: Result }
  | { type: "failed"; message: Message; text: string };

/** The child ended with a reason that people can be told. */
export class TaskFailed extends Error {
  override name = "TaskFailed";
  readonly reason: Message;
  constructor(reason: Message, text: string) {
    super(text);
    this.reason = reason;
  }
}

export interface ChildTaskOptions {
  signal: AbortSignal;
  onProgress?: (value: number) => void;
}

const PATIENCE_MS = 2000;

/**
 * Starts `entry`, hands it the request, and gives its result. An abort is told to the child, which
 * ends its own children; after two seconds its whole process group is killed.
 * @throws TaskFailed, the signal's reason, or an Error when the child died.
 */
export function runChildTask<Result>(
  entry: URL,
  request: object,
  { signal, onProgress }: ChildTaskOptions,
): Promise<Result> {
  signal.throwIfAborted();
  // A group of its own: Ctrl-C reaches the worker alone, and a kill reaches GDAL too.
  const child = fork(entry, [], {
    detached: true,
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    let end: (() => void) | undefined;
    const abort = () => {
      if (child.connected) child.disconnect();
      setTimeout(() => killGroup(child), PATIENCE_MS).unref();
      end = () => reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    child.on("message", (report: ChildReport<Result>) => {
      if (report.type === "progress") onProgress?.(report.value);
      else if (report.type === "done") end ??= () => resolve(report.result);
      else end ??= () => reject(new TaskFailed(report.message, report.text));
    });
    child.once("error", (error) => (end ??= () => reject(error)));
    child.once("exit", (code, died) => {
      signal.removeEventListener("abort", abort);
      killGroup(child);
      const lost = () => reject(new Error(`the child ended with ${died ?? code}`));
      (end ?? lost)();
    });
    child.send(request, () => {});
  });
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}

/**
 * The child's side: waits for one request, works, reports, ends. It ends too when its parent does,
 * whichever way.
 */
export function serveChildTask<Request, Result>(
  work: (
    request: Request,
    signal: AbortSignal,
    onProgress: (value: number) => void,
  ) => Promise<Result>,
): void {
  const controller = new AbortController();
  const report = (message: ChildReport<Result>) =>
    new Promise<void>((resolve) => {
      if (process.connected) process.send?.(message, () => resolve());
      else resolve();
    });
  process.once("disconnect", () => {
    controller.abort();
    setTimeout(() => process.exit(1), PATIENCE_MS / 2);
  });
  process.once("message", async (request: Request) => {
    try {
      const onProgress = (value: number) => void report({ type: "progress", value });
      const result = await work(request, controller.signal, onProgress);
      await report({ type: "done", result });
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      await report({ type: "failed", message: messageOfError(error), text });
    }
    process.exit(0);
  });
}

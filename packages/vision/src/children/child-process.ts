/** Child process that answers one request at a time: started, asked, limited, ended. */
import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BACKGROUND, lowerPriority } from "./lower-priority.ts";
import { type PackedError, unpackError } from "./packed-error.ts";

/** The process died over the request, or could not be started. */
export class ChildDied extends Error {
  override name = "ChildDied";
  /** The signal that ended it; SIGABRT where the heap was full. */
  readonly killedBy: string | null;
  constructor(message: string, killedBy: string | null = null) {
    super(message);
    this.killedBy = killedBy;
  }
}

/** The request took longer than it may; its process was ended. */
export class ChildTimedOut extends Error {
  override name = "ChildTimedOut";
}

/** Program to be started: a module that calls `serveRequests`. */
export interface ChildProgram {
  entry: URL;
  args?: readonly string[];
  /** Beside this process's own environment. */
  env?: Readonly<Record<string, string>>;
  /** Of JavaScript objects, in MB; a child that needs more dies. Pixels lie outside of it. */
  heapMb?: number;
  /** `BACKGROUND` where it is left out. */
  nice?: number;
}

/** Messages of a child while it works; the last one is `done` or `failed`. */
export type ChildReport =
  | { type: "progress"; value: unknown }
  | { type: "done"; result: unknown }
  | { type: "failed"; error: PackedError };

export interface AskOptions<Progress = unknown> {
  /** Aborting ends the child, and with it whatever it has started. */
  signal?: AbortSignal | undefined;
  /** Longer than this it may not take. */
  timeoutMs?: number | undefined;
  onProgress?: ((value: Progress) => void) | undefined;
}

/** Starts a child. It ends by itself when this process does. */
export function startChild(program: ChildProgram): ChildProcess {
  const { entry, args = [], env = {}, heapMb, nice = BACKGROUND } = program;
  const child = fork(fileURLToPath(entry), args, {
    execPath: typeScriptNode(),
    execArgv: heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`],
    env: { ...process.env, ...env },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // A group of its own: Ctrl-C reaches this process alone, and a kill reaches what the child has started too.
    detached: true,
  });
  if (child.pid !== undefined) lowerPriority(child.pid, nice);
  // Without a listener a failed start would end this process.
  child.on("error", () => {});
  child.once("exit", () => killChild(child));
  return child;
}

/** A Node that runs TypeScript: this one where it can, else the one installed with the product. */
function typeScriptNode(): string {
  if (process.features.typescript) return process.execPath;
  return join(dirname(createRequire(import.meta.url).resolve("node/package.json")), "bin", "node");
}

/** Ends a child and its whole process group at once. */
export function killChild(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, "SIGKILL");
  } catch {
    // No process is left in it, or the system has no groups.
    child.kill("SIGKILL");
  }
}

/**
 * Hands the child a request and waits for its answer. After an abort the child has `graceMs` to end what it has
 * started; then, and at a timeout at once, its group is killed. The promise settles when no work goes on any more.
 * @throws the child's own error, {ChildDied}, {ChildTimedOut}, or the signal's reason
 */
export function askChild<Progress>(
  child: ChildProcess,
  request: object,
  { signal, timeoutMs, onProgress }: AskOptions<Progress>,
  graceMs: number,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let ended: unknown;
    let timer: NodeJS.Timeout | undefined;
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      child.off("message", hear).off("exit", exit).off("error", lost);
      finish();
    };
    const abort = () => {
      ended ??= signal?.reason;
      if (graceMs === 0) return killChild(child);
      if (child.connected) child.disconnect();
      setTimeout(() => killChild(child), graceMs).unref();
    };
    const hear = (report: ChildReport) => {
      if (ended !== undefined) return;
      if (report.type === "progress") onProgress?.(report.value as Progress);
      else if (report.type === "done") settle(() => resolve(report.result));
      else settle(() => reject(unpackError(report.error)));
    };
    const exit = (code: number | null, killedBy: string | null) =>
      settle(() =>
        reject(ended ?? new ChildDied(`the child ended with ${killedBy ?? code}`, killedBy)),
      );
    const lost = (error: Error) => settle(() => reject(ended ?? new ChildDied(error.message)));
    child.on("message", hear).on("exit", exit).on("error", lost);
    signal?.addEventListener("abort", abort, { once: true });
    if (timeoutMs !== undefined)
      timer = setTimeout(() => {
        ended ??= new ChildTimedOut(`it took more than ${timeoutMs} ms`);
        killChild(child);
      }, timeoutMs);
    child.send(request, (error) => error && lost(error));
  });
}

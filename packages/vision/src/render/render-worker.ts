import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ImageRefused } from "../ingest/refusal.ts";
import type { RenderReply, RenderRequest } from "./render-requests.ts";

/** The request took longer than it may; its process was ended. */
export class RenderTimedOut extends Error {
  override name = "RenderTimedOut";
}

/** The process died over the request, or could not be started. */
export class RenderFailed extends Error {
  override name = "RenderFailed";
}

/** One render process: started at its first request, and again after it died. */
export type RenderWorker = {
  busy: boolean;
  perform(request: RenderRequest, timeoutMs: number): Promise<unknown>;
  pid(): number | undefined;
  close(): void;
};

/** A worker that has not started its process yet. It takes one request at a time. */
export function createRenderWorker(): RenderWorker {
  let child: ChildProcess | undefined;
  const worker: RenderWorker = {
    busy: false,
    pid: () => child?.pid,
    close: () => {
      child?.kill("SIGKILL");
      child = undefined;
    },
    perform: async (request, timeoutMs) => {
      if (!child?.connected) child = startChild();
      const own = child;
      worker.busy = true;
      hold(own);
      try {
        return await ask(own, request, timeoutMs);
      } catch (error) {
        if (child === own && (error instanceof RenderTimedOut || error instanceof RenderFailed))
          worker.close();
        throw error;
      } finally {
        worker.busy = false;
        release(own);
      }
    },
  };
  return worker;
}

function ask(child: ChildProcess, request: RenderRequest, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const done = (finish: () => void) => {
      clearTimeout(timer);
      child.off("message", onMessage).off("exit", onExit).off("error", onError);
      finish();
    };
    const onMessage = (reply: RenderReply) => {
      if (reply.id === request.id)
        done(() => (reply.ok ? resolve(reply.answer) : reject(errorOf(reply))));
    };
    const onExit = () => done(() => reject(new RenderFailed("The render process ended.")));
    const onError = (error: Error) => done(() => reject(new RenderFailed(error.message)));
    const timer = setTimeout(
      () =>
        done(() => reject(new RenderTimedOut(`${request.kind} took more than ${timeoutMs} ms`))),
      timeoutMs,
    );
    child.on("message", onMessage).on("exit", onExit).on("error", onError);
    child.send(request, (error) => {
      if (error) onError(error);
    });
  });
}

function errorOf(reply: RenderReply & { ok: false }): Error {
  return reply.refusal
    ? new ImageRefused(reply.refusal.code, reply.refusal.params)
    : new Error(reply.message);
}

function startChild(): ChildProcess {
  const file = fileURLToPath(new URL("./render-child.ts", import.meta.url));
  const child = fork(file, [], {
    execPath: typeScriptNode(),
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // Without a listener a failed start would end this process.
  child.on("error", () => {});
  return child;
}

/** A Node that runs TypeScript: this one where it can, else the one installed with the product. */
function typeScriptNode(): string {
  if (process.features.typescript) return process.execPath;
  return join(dirname(createRequire(import.meta.url).resolve("node/package.json")), "bin", "node");
}

/** An idle child does not keep its parent alive. */
function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function hold(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

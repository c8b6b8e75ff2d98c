import { ImageRefused } from "@nihol/geo/tiff/refusal";
import { ChildDied, ChildTimedOut, childPool } from "../children/child-pool.ts";
import { BEHIND_PROGRAMS } from "../children/lower-priority.ts";
import { FairQueue } from "./fair-queue.ts";
import type { RenderRequest } from "./render-requests.ts";

/** The request took longer than it may; its process was ended. */
export class RenderTimedOut extends Error {
  override name = "RenderTimedOut";
}

/** The process died over the request, or could not be started. */
export class RenderFailed extends Error {
  override name = "RenderFailed";
}

/** Too many requests wait already; try again shortly. */
export class RenderBusy extends Error {
  override name = "RenderBusy";
  /** True where this client (`asker`) alone has too many waiting: others may still ask. */
  readonly ownShare: boolean;
  constructor(message: string, ownShare = false) {
    super(message);
    this.ownShare = ownShare;
  }
}

/**
 * `size`: processes, started when they are needed. `maxWaiting`: requests that wait, of everybody and
 * (`maxWaitingEach`) of one asker. `timeoutMs`: what one request may take once it has begun.
 */
export type RenderLaneOptions = {
  size: number;
  maxWaiting: number;
  maxWaitingEach: number;
  timeoutMs: number;
};

/** Client of a request: clients are served in turn. An aborted request that has not begun is not begun any more. */
export type Asking = { asker?: string; signal?: AbortSignal };

type Waiting = {
  request: RenderRequest;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
};

/** Processes for one kind of work, with a queue of their own: no other kind of work waits behind them. */
export type RenderLane = {
  options: RenderLaneOptions;
  ask(request: RenderRequest, asking?: Asking): Promise<unknown>;
  pids(): number[];
  close(): void;
};

/** A lane without processes yet. Asking rejects with `RenderBusy` when its queue is full. */
export function createRenderLane(options: RenderLaneOptions): RenderLane {
  const waiting = new FairQueue<Waiting>();
  const children = childPool(
    { entry: new URL("./render-child.ts", import.meta.url), nice: BEHIND_PROGRAMS },
    options,
  );

  async function serveNext(): Promise<void> {
    if (children.busy() >= options.size) return;
    const next = waiting.shift();
    if (!next) return;
    const { request, resolve, reject } = next;
    await children
      .run(request, { timeoutMs: options.timeoutMs })
      .then(resolve, (error: unknown) => reject(renderError(error)));
    void serveNext();
  }

  function enqueue(request: RenderRequest, asker: string, signal?: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (waiting.remove(asker, item)) reject(signal?.reason);
      };
      const settled =
        <T>(finish: (value: T) => void) =>
        (value: T) => {
          signal?.removeEventListener("abort", leave);
          finish(value);
        };
      const item: Waiting = { request, resolve: settled(resolve), reject: settled(reject) };
      signal?.addEventListener("abort", leave, { once: true });
      waiting.push(asker, item);
      void serveNext();
    });
  }

  return {
    options,
    pids: () => children.pids(),
    async ask(request, { asker = "", signal } = {}) {
      signal?.throwIfAborted();
      if (waiting.length >= options.maxWaiting)
        throw new RenderBusy("Too many pictures are being made.");
      if (waiting.lengthOf(asker) >= options.maxWaitingEach)
        throw new RenderBusy("One asker has too many pictures waiting.", true);
      return await enqueue(request, asker, signal);
    },
    close() {
      void children.close();
      for (const { reject } of waiting.clear())
        reject(new RenderBusy("The render pool was closed."));
    },
  };
}

/** Error of the child, under the names by which callers know it. */
function renderError(error: unknown): unknown {
  if (error instanceof ChildTimedOut) return new RenderTimedOut(error.message);
  if (error instanceof ChildDied) return new RenderFailed(error.message);
  const { name, code, params } = error as ImageRefused;
  return name === "ImageRefused" ? new ImageRefused(code, params) : error;
}

/** Child processes of one program: kept, started ahead, replaced when they die or have served enough. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  type AskOptions,
  askChild,
  ChildDied,
  type ChildProgram,
  killChild,
  startChild,
} from "./child-process.ts";

export type { AskOptions, ChildProgram } from "./child-process.ts";
export { ChildDied, ChildTimedOut } from "./child-process.ts";

export interface PoolOptions {
  /** Requests at once; more of them wait, first come first served. It may be changed while the pool works. */
  size: number;
  /** Idle children started ahead of requests. */
  ready?: number;
  /** Requests that one child answers: 1 where no state of a file may remain for the next one. */
  uses?: number;
  /** A child that has been idle for so long is ended, which frees its memory. */
  idleMs?: number;
  /** Milliseconds that an aborted child has to end its own children. */
  graceMs?: number;
}

export interface ChildPool {
  /** Runs a request in a free child. @throws what `askChild` throws */
  run<Answer, Progress = unknown>(request: object, options?: AskOptions<Progress>): Promise<Answer>;
  /** Requests that run now. */
  busy(): number;
  pids(): number[];
  /** Ends all children and waits for their end; what runs fails. The pool starts anew with the next request. */
  close(): Promise<void>;
}

/** Opens a pool; children are started when they are needed, those that are to be ready at once. */
export function childPool(program: ChildProgram, options: PoolOptions): ChildPool {
  const idle: ChildProcess[] = [];
  const served = new Map<ChildProcess, number>();
  /** Dead, or dying of a request. */
  const spent = new WeakSet<ChildProcess>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  let closed = false;

  function start(): ChildProcess {
    const child = startChild(program);
    served.set(child, 0);
    const forget = () => {
      served.delete(child);
      if (idle.includes(child)) idle.splice(idle.indexOf(child), 1);
    };
    child.once("exit", forget).once("error", forget);
    return child;
  }

  function keepReady(): void {
    while (!closed && idle.length < (options.ready ?? 0)) keep(start());
  }

  function keep(child: ChildProcess): void {
    idle.push(child);
    // Unreferenced: it does not keep this process alive.
    child.unref();
    child.channel?.unref();
    if (options.idleMs === undefined) return;
    const times = served.get(child);
    const isIdleStill = () => idle.includes(child) && served.get(child) === times;
    setTimeout(() => isIdleStill() && drop(child), options.idleMs).unref();
  }

  function drop(child: ChildProcess): void {
    idle.splice(idle.indexOf(child), 1);
    killChild(child);
  }

  function take(): ChildProcess {
    let child = idle.pop();
    while (child && !isAlive(child)) child = idle.pop();
    child ??= start();
    child.ref();
    child.channel?.ref();
    served.set(child, (served.get(child) ?? 0) + 1);
    return child;
  }

  function giveBack(child: ChildProcess): void {
    if (
      !spent.has(child) &&
      isAlive(child) &&
      (served.get(child) ?? 0) < (options.uses ?? Number.POSITIVE_INFINITY)
    )
      keep(child);
    else killChild(child);
  }

  keepReady();
  return {
    async run<Answer, Progress>(request: object, asked: AskOptions<Progress> = {}) {
      while (busy >= options.size) await new Promise<void>((free) => waiting.push(free));
      busy++;
      closed = false;
      try {
        asked.signal?.throwIfAborted();
        const child = take();
        try {
          return (await askChild(child, request, asked, options.graceMs ?? 0)) as Answer;
        } catch (error) {
          // Dying, even where its end has not been heard of yet: never to be asked again.
          if (error instanceof ChildDied) spent.add(child);
          throw error;
        } finally {
          giveBack(child);
          keepReady();
        }
      } finally {
        busy--;
        waiting.shift()?.();
      }
    },
    busy: () => busy,
    pids: () => [...served.keys()].map(({ pid }) => pid).filter((pid) => pid !== undefined),
    async close() {
      closed = true;
      idle.length = 0;
      const children = [...served.keys()];
      const ended = children.map((child) => once(child, "exit"));
      for (const child of children) {
        child.ref();
        killChild(child);
      }
      await Promise.all(ended);
    },
  };
}

const isAlive = ({ connected, exitCode, signalCode }: ChildProcess): boolean =>
  connected && exitCode === null && signalCode === null;

import { type ChildProcess, fork } from "node:child_process";
import type { DetectJob, DetectResult, JobProgress } from "./detect-job.ts";

const ENTRY = new URL("./detect-child.ts", import.meta.url);

export type PoolOptions = { signal?: AbortSignal; onProgress?: (progress: JobProgress) => void };

export type DetectPool = {
  /**
   * Runs a job in the next free process. Aborting kills that process, so no pixel work goes on.
   * Throws the signal's reason; an Error when the job failed or its process died.
   */
  detect(job: DetectJob, options?: PoolOptions): Promise<DetectResult>;
  /** Ends all processes; jobs still running fail. */
  close(): Promise<void>;
};

type Reply = { result?: DetectResult; error?: string; progress?: JobProgress };

function runIn(child: ChildProcess, job: DetectJob, options: PoolOptions): Promise<DetectResult> {
  return new Promise((resolve, reject) => {
    const { signal, onProgress } = options;
    const settle = (act: () => void): void => {
      child.off("message", onMessage).off("exit", onExit);
      signal?.removeEventListener("abort", onAbort);
      act();
    };
    const onMessage = (reply: Reply): void => {
      const { result, error, progress } = reply;
      if (progress) onProgress?.(progress);
      else if (result) settle(() => resolve(result));
      else settle(() => reject(new Error(error ?? "the detector gave no answer")));
    };
    const onExit = (code: number | null, killedBy: string | null): void =>
      settle(() => reject(new Error(`the detector's process ended (${killedBy ?? code})`)));
    const onAbort = (): void => {
      child.kill("SIGKILL");
      settle(() => reject(signal?.reason));
    };
    child.on("message", onMessage).on("exit", onExit);
    signal?.addEventListener("abort", onAbort);
    child.send(job, (error) => {
      if (error) settle(() => reject(error));
    });
  });
}

/** Keeps up to `size` detector processes, started when needed, each with the model in memory. */
export function openDetectPool(cardPath: string, size: number): DetectPool {
  const idle: ChildProcess[] = [];
  const all = new Set<ChildProcess>();
  const waiting: (() => void)[] = [];
  let busy = 0;

  const start = (): ChildProcess => {
    // glibc otherwise keeps an arena a thread, and a child's memory creeps up with the pictures it has read.
    const env = { ...process.env, MALLOC_ARENA_MAX: "2" };
    const child = fork(ENTRY, [cardPath], { serialization: "advanced", env });
    all.add(child);
    child.on("exit", () => all.delete(child));
    return child;
  };
  const isAlive = (child: ChildProcess): boolean => child.connected && !child.killed;
  const takeIdle = (): ChildProcess => {
    for (let child = idle.pop(); child; child = idle.pop()) if (isAlive(child)) return child;
    return start();
  };

  return {
    detect: async (job, options = {}) => {
      while (busy >= size) await new Promise<void>((free) => waiting.push(free));
      if (options.signal?.aborted) {
        waiting.shift()?.();
        throw options.signal.reason;
      }
      busy++;
      const child = takeIdle();
      try {
        return await runIn(child, job, options);
      } finally {
        busy--;
        if (isAlive(child)) idle.push(child);
        waiting.shift()?.();
      }
    },
    close: async () => {
      const ended = [...all].map((child) => new Promise((done) => child.once("exit", done)));
      for (const child of all) child.kill("SIGKILL");
      await Promise.all(ended);
    },
  };
}

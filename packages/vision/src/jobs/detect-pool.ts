import { childPool } from "../children/child-pool.ts";
import type { DetectJob, DetectResult, JobProgress } from "./detect-job.ts";

const ENTRY = new URL("./detect-child.ts", import.meta.url);

type PoolOptions = { signal?: AbortSignal; onProgress?: (progress: JobProgress) => void };

type DetectPool = {
  /**
   * Runs a job in the next free process. Aborting kills that process, so no pixel work goes on.
   * Throws the signal's reason; an Error when the job failed or its process died.
   */
  detect(job: DetectJob, options?: PoolOptions): Promise<DetectResult>;
  /** Ends all processes; jobs still running fail. */
  close(): Promise<void>;
};

/** Keeps up to `size` detector processes, started when needed, each with the model in memory. */
export function openDetectPool(cardPath: string, size: number): DetectPool {
  // glibc otherwise keeps an arena a thread, and a child's memory creeps up with the images it has read.
  const env = { MALLOC_ARENA_MAX: "2" };
  const pool = childPool({ entry: ENTRY, args: [cardPath], env }, { size });
  return {
    detect: (job, options = {}) => pool.run<DetectResult, JobProgress>(job, options),
    close: () => pool.close(),
  };
}

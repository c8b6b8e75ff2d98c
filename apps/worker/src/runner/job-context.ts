import type { JobName, JobPayload } from "@nihol/contract/values/jobs";
import type { Services } from "./services.ts";

/** Context of one attempt at a job. */
export interface JobContext {
  services: Services;
  /** Aborts when the worker shuts down or has lost the job to another one. */
  signal: AbortSignal;
  /** Number of tries before. */
  retries: number;
  /** The same attempt goes on after the database was away: not to be counted as another one. */
  resumed: boolean;
}

/** Does one job. Throwing means that it is tried again. */
export type Handler<Name extends JobName> = (
  payload: JobPayload<Name>,
  context: JobContext,
) => Promise<void>;

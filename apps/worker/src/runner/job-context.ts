import type { JobName, JobPayload } from "@nihol/contract/values/jobs";
import type { Beginning } from "./outlast-outages.ts";
import type { Services } from "./services.ts";

/** Context of one attempt at a job: one that is `resumed` after an outage is not to be counted as another one. */
export interface JobContext extends Beginning {
  services: Services;
  /** Aborts when the worker shuts down or has lost the job to another one. */
  signal: AbortSignal;
  /** Number of tries before. */
  retries: number;
}

/** Does one job. Throwing means that it is tried again. */
export type Handler<Name extends JobName> = (
  payload: JobPayload<Name>,
  context: JobContext,
) => Promise<void>;

/** Takes jobs from the queue and hands them to their handlers, until it is stopped. */
import { jobs } from "@nihol/contract/jobs";
import type { JobName } from "@nihol/contract/values/jobs";
import { HEARTBEAT_SECONDS, queueMaker } from "@nihol/store/jobs/job-queue";
import type { Job } from "pg-boss";
import type { Handler } from "./job-context.ts";
import { outlastOutages } from "./outlast-outages.ts";
import type { Services } from "./services.ts";

/** How many jobs of each name one worker runs at once. */
export type Concurrency = Record<JobName, number>;

export interface JobRunner {
  /** Asks running jobs to end, waits for them, and takes no more. What was cut off is done again. */
  stop: () => Promise<void>;
}

const POLL_SECONDS = 0.5;
// A dead worker is noticed by its missing heartbeats: three may get lost.
const BEAT_SECONDS = Math.floor(HEARTBEAT_SECONDS / 3);

/** Starts working. @throws when the queue cannot be reached. */
export async function runJobs(
  services: Services,
  handlers: { [Name in JobName]: Handler<Name> },
  concurrency: Concurrency,
): Promise<JobRunner> {
  const { boss } = services.jobs;
  const shutdown = new AbortController();
  const running = new Set<Promise<void>>();
  const ensureQueue = queueMaker(boss);
  for (const name of Object.keys(jobs) as JobName[]) {
    await outlastOutages(services.database, shutdown.signal, () => ensureQueue(name));
    const run = runnerOf(name, handlers[name] as Handler<JobName>, services, shutdown.signal);
    await boss.work(
      name,
      {
        localConcurrency: concurrency[name],
        batchSize: 1,
        pollingIntervalSeconds: POLL_SECONDS,
        heartbeatRefreshSeconds: BEAT_SECONDS,
      },
      async (batch: Job[]) => {
        const all = Promise.all(batch.map(run)).then(() => {});
        running.add(all);
        await all.finally(() => running.delete(all));
      },
    );
  }
  return {
    async stop() {
      shutdown.abort(new Error("the worker shuts down"));
      const stopped = Promise.all(
        Object.keys(jobs).map((name) => boss.offWork(name, { wait: true })),
      );
      await Promise.allSettled([...running, stopped]);
    },
  };
}

function runnerOf(
  name: JobName,
  handler: Handler<JobName>,
  services: Services,
  shutdown: AbortSignal,
): (job: Job) => Promise<void> {
  return async (job) => {
    const payload = jobs[name].safeParse(job.data);
    if (!payload.success) {
      // Sent by another version: trying again cannot help, so it ends here.
      services.log(`${name}: ${payload.error.message}`);
      return;
    }
    const signal = AbortSignal.any([shutdown, job.signal]);
    await outlastOutages(services.database, signal, (resumed) =>
      handler(payload.data, { services, signal, retries: job.retryCount, resumed }),
    );
  };
}

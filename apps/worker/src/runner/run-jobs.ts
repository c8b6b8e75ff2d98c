/** Takes jobs from the queue and hands them to their handlers, until it is stopped. */
import { jobs } from "@nihol/contract/jobs";
import type { JobName } from "@nihol/contract/values/jobs";
import type { WorkerJob } from "@nihol/contract/values/operations";
import { keysOf } from "@nihol/contract/values/record-of";
import { isDatabaseAway } from "@nihol/db/database-away";
import { inSpan, placeIn, tracing } from "@nihol/db/tracing/tracing";
import { HEARTBEAT_SECONDS, queueMaker } from "@nihol/store/jobs/job-queue";
import type { Job } from "pg-boss";
import { watchFiles } from "./files-watch.ts";
import type { Handler } from "./job-context.ts";
import { outlastOutages } from "./outlast-outages.ts";
import type { Services } from "./services.ts";

/** Number of jobs of each name that one worker runs at once. */
type Concurrency = Record<JobName, number>;

interface JobRunner {
  /** Asks running jobs to end, waits for them, and takes no more. What was cut off is done again. */
  stop: () => Promise<void>;
  /** Jobs at hand. */
  doing: () => WorkerJob[];
  /** Takes no more jobs and ends those at hand, or takes jobs again. */
  drain: (isDraining: boolean) => Promise<void>;
}

/** Interval of one query for all queues: polling each of them as often would keep an idle machine busy. */
const QUERY_MS = 500;
/** Polling interval of each consumer of a queue, should nothing wake it. */
const POLL_SECONDS = 10;
// A dead worker is noticed by its missing heartbeats: three may get lost.
const BEAT_SECONDS = Math.floor(HEARTBEAT_SECONDS / 3);

/** Starts working. @throws when the queue cannot be reached. */
export async function runJobs(
  services: Services,
  handlers: { [Name in JobName]: Handler<Name> },
  concurrency: Concurrency,
): Promise<JobRunner> {
  const { boss } = services.jobs;
  const { database } = services;
  const shutdown = new AbortController();
  const files = watchFiles(services.files, shutdown.signal, services.log);
  const running = new Set<Promise<void>>();
  const doing = new Map<string, WorkerJob>();
  const ensureQueue = queueMaker(boss);
  /** Consumers of each queue by their ids; each takes one job at a time. */
  const consumers = new Map<string, string[]>();
  async function takeJobsOf(name: JobName) {
    const handler = handlers[name] as Handler<JobName>;
    const run = runnerOf(name, handler, services, { database, files }, shutdown.signal);
    const ids: string[] = [];
    for (let n = 0; n < concurrency[name]; n++) {
      const id: string = await boss.work(
        name,
        {
          batchSize: 1,
          pollingIntervalSeconds: POLL_SECONDS,
          heartbeatRefreshSeconds: BEAT_SECONDS,
        },
        async (batch: Job[]) => {
          const since = new Date().toISOString();
          for (const job of batch) doing.set(job.id, { queue: name, id: job.id, since });
          const all = Promise.all(batch.map(run)).then(() => {});
          running.add(all);
          await all.finally(() => {
            running.delete(all);
            for (const job of batch) doing.delete(job.id);
          });
          // The next job at once, where there is one.
          if (!shutdown.signal.aborted) boss.notifyWorker(id);
        },
      );
      ids.push(id);
    }
    consumers.set(name, ids);
  }
  for (const name of keysOf(jobs)) {
    await outlastOutages({ database }, shutdown.signal, () => ensureQueue(name));
    await takeJobsOf(name);
  }
  const waking = wakeConsumers(services, consumers);
  let isDrained = false;
  return {
    doing: () => [...doing.values()],
    async drain(isDraining) {
      if (isDraining === isDrained || shutdown.signal.aborted) return;
      isDrained = isDraining;
      if (!isDraining) for (const name of keysOf(jobs)) await takeJobsOf(name);
      else {
        consumers.clear();
        for (const name of keysOf(jobs)) await boss.offWork(name, { wait: false });
      }
    },
    async stop() {
      shutdown.abort(new Error("the worker shuts down"));
      clearInterval(waking);
      const stopped = Promise.all(
        Object.keys(jobs).map((name) => boss.offWork(name, { wait: true })),
      );
      await Promise.allSettled([...running, stopped]);
    },
  };
}

/** Asks for all queues in one query, and wakes the consumers of those where a job waits. */
function wakeConsumers({ jobs: queue, log }: Services, consumers: ReadonlyMap<string, string[]>) {
  let isAsking = false;
  return setInterval(async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      for (const name of await queue.waiting([...consumers.keys()]))
        for (const id of consumers.get(name) ?? []) queue.boss.notifyWorker(id);
    } catch (error) {
      // While the database is away its watch says so, once.
      if (!isDatabaseAway(error)) log(`queue: ${String(error)}`);
    } finally {
      isAsking = false;
    }
  }, QUERY_MS);
}

function runnerOf(
  name: JobName,
  handler: Handler<JobName>,
  services: Services,
  outlasted: Parameters<typeof outlastOutages>[0],
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
    const span = tracing()?.begin({
      name: `process ${name}`,
      kind: "consumer",
      attributes: {
        "messaging.system": "pg-boss",
        "messaging.operation.name": "process",
        "messaging.operation.type": "process",
        "messaging.destination.name": name,
        "messaging.message.id": job.id,
        "nihol.job.retries": job.retryCount,
      },
      parent: placeIn(job.data),
    });
    await inSpan(span, () =>
      outlastOutages(outlasted, signal, (beginning) =>
        handler(payload.data, { services, signal, retries: job.retryCount, ...beginning }),
      ),
    );
  };
}

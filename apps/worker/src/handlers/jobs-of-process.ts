/** The jobs that a process needs now, by its rows. Sending one twice adds nothing. */

import type { JobPayload } from "@nihol/contract/values/jobs";
import type { Db } from "@nihol/db/connection";
import type { JobRequest } from "@nihol/store/jobs/job-queue";
import { planShards } from "@nihol/vision/render/shard";

function detectJob(payload: JobPayload<"imagery.detect">): JobRequest {
  return { name: "imagery.detect", data: payload };
}

export function prepareJob(process: number): JobRequest {
  return { name: "imagery.prepare", data: { process } satisfies JobPayload<"imagery.prepare"> };
}

export function fetchJob(process: number): JobRequest {
  return { name: "imagery.fetch", data: { process } satisfies JobPayload<"imagery.fetch"> };
}

export function publishJob(process: number): JobRequest {
  return { name: "imagery.publish", data: { process } satisfies JobPayload<"imagery.publish"> };
}

/** Lists a job for each block that has not ended, or the publishing when none is left. */
export async function detectJobs(db: Db, process: number): Promise<JobRequest[]> {
  const blocks = await db
    .selectFrom("imagery_block")
    .select("n")
    .where("process_id", "=", process)
    .where("status", "in", ["pending", "running"])
    .orderBy("n")
    .execute();
  if (blocks.length === 0) return [publishJob(process)];
  return blocks.map(({ n }) => detectJob({ process, block: n }));
}

/** Lists the next jobs of all processes that have not ended; for the reconciler. */
export async function unfinishedJobs(db: Db): Promise<JobRequest[]> {
  const rows = await db
    .selectFrom("imagery_process")
    .select(["id", "status", "step", "fetched"])
    .where("status", "in", ["pending", "in_progress"])
    .orderBy("id")
    .execute();
  const requests: JobRequest[] = [];
  for (const { id, status, step, fetched } of rows) {
    // Share of the file that is fetched, 0..1; null where a person has uploaded it.
    if (fetched !== null && fetched < 1) {
      requests.push(fetchJob(id));
      continue;
    }
    const planned = status === "in_progress" && ["detecting", "publishing"].includes(step);
    requests.push(...(planned ? await detectJobs(db, id) : [prepareJob(id)]));
  }
  return requests;
}

/** Lists jobs that draw the map tiles of a published image before they are asked for: they only make the map faster. */
export async function displayJobs(db: Db, process: number): Promise<JobRequest[]> {
  const image = await db
    .selectFrom("whole_image")
    .select(["id", "facts"])
    .where("process_id", "=", process)
    .where("published_at", "is not", null)
    .executeTakeFirst();
  if (!image) return [];
  const { shards } = planShards(image.facts);
  return shards.map((shard) => ({
    name: "imagery.display",
    data: { whole_image: image.id, ...shard } satisfies JobPayload<"imagery.display">,
  }));
}

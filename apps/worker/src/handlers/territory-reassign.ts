/** `territory.reassign`: assigns trees and seen ground to territories after borders have moved, step by step. */

import type { JobPayload } from "@nihol/contract/values/jobs";
import type { Db } from "@nihol/db/connection";
import type { JobRequest } from "@nihol/store/jobs/job-queue";
import { listTerritoryChanges, stepTerritoryChange } from "@nihol/store/trees/territory-change";
import type { Handler } from "../runner/job-context.ts";

/** Each step is a transaction of its own that keeps the progress: an interrupted change continues there. */
export const reassignTerritory: Handler<"territory.reassign"> = async (
  { change },
  { services, signal },
) => {
  const step = () =>
    services.db.sql.transaction().execute((trx) => stepTerritoryChange(trx, change));
  while (await step()) signal.throwIfAborted();
};

function reassignJob(change: number): JobRequest {
  return {
    name: "territory.reassign",
    data: { change } satisfies JobPayload<"territory.reassign">,
  };
}

/** Lists a job for each change of territory that is not done; for the reconciler. */
export async function unfinishedTerritory(db: Db): Promise<JobRequest[]> {
  return (await listTerritoryChanges(db)).map(reassignJob);
}

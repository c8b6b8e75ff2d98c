/** `readings.pack`: packs a month of raw readings into one row for each device, parameter and day. */
import type { JobPayload } from "@nihol/contract/values/jobs";
import type { Db } from "@nihol/db/connection";
import type { JobRequest } from "@nihol/store/jobs/job-queue";
import { PackMismatch, packableMonths, packMonth } from "@nihol/store/readings/reading-pack";
import type { Handler } from "../runner/job-context.ts";

export const packReadings: Handler<"readings.pack"> = async ({ month }, { services }) => {
  try {
    const { values, days } = await packMonth(services.db.sql, month);
    services.log(`readings of ${month}: ${values} values packed, ${days} device-days`);
  } catch (error) {
    // A mismatch drops no reading. Trying at once would find the same; the next hour asks again.
    if (!(error instanceof PackMismatch)) throw error;
    services.log(error.message);
  }
};

/** Lists a job for each month that is old enough to be packed. */
export async function packJobs(db: Db): Promise<JobRequest[]> {
  return (await packableMonths(db)).map((month) => ({
    name: "readings.pack",
    data: { month } satisfies JobPayload<"readings.pack">,
  }));
}

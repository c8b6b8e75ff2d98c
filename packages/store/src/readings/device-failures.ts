/** Lets a pass over many devices go on where one of them fails. */
import { isDatabaseAway } from "@nihol/db/database-away";

/** Hears of each device that failed. */
export type OnFailure = (device: number, error: unknown) => void;

/** Tells of a device's error. @throws it where nobody hears, and where it says that the database is away, which holds for all */
export function tellFailure(device: number, error: unknown, onFailure: OnFailure | undefined) {
  if (!onFailure || isDatabaseAway(error)) throw error;
  onFailure(device, error);
}

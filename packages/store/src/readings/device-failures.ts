/** Lets a pass over many devices go on where one of them fails. */
import { isDatabaseAway } from "@nihol/db/database-away";

/** Hears of each device that failed. */
export type OnFailure = (device: number, error: unknown) => void;

/** Lets a pass go on after an error. @throws it where nobody hears, and where it says that the database is away, which holds for all */
export function requireHeard(
  error: unknown,
  onFailure: OnFailure | undefined,
): asserts onFailure is OnFailure {
  if (!onFailure || isDatabaseAway(error)) throw error;
}

/** Tells of a device's error. @throws what `requireHeard` throws */
export function tellFailure(device: number, error: unknown, onFailure: OnFailure | undefined) {
  requireHeard(error, onFailure);
  onFailure(device, error);
}

/** The ranges that hold now: the contract's defaults and what somebody has changed. */
import {
  defaultGuidance,
  type GuidanceKey,
  guidanceKeyOf,
  type Parameter,
  type Ranges,
  type SoilTexture,
} from "@nihol/contract/values/sensors/sensor-guidance";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";

export type Guidance = Record<GuidanceKey, Ranges>;

/** Every range, changed ones over the defaults. */
export async function findGuidance(db: Kysely<Database>): Promise<Guidance> {
  const rows = await db
    .selectFrom("sensor_guidance")
    .select(["key", "good_min", "good_max", "watch_min", "watch_max", "faulty_min", "faulty_max"])
    .execute();
  const changed = Object.fromEntries(rows.map(({ key, ...ranges }) => [key, ranges]));
  return { ...defaultGuidance, ...changed };
}

/** The ranges for a parameter of a device in soil of this texture. */
export const rangesFor = (guidance: Guidance, parameter: Parameter, texture: SoilTexture | null) =>
  guidance[guidanceKeyOf(parameter, texture)];

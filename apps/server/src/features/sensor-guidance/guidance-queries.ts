/** Guidance as it is listed: defaults, and what somebody has changed. */

import type { SensorGuidance } from "@nihol/contract/sensors/sensor-guidance";
import {
  defaultGuidance,
  type GuidanceKey,
  guidanceKeys,
  type Parameter,
  parameterFacts,
  parameters,
  type Ranges,
  type SoilTexture,
} from "@nihol/contract/values/sensors/sensor-guidance";
import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { guidanceCan } from "../../policies/devices.ts";

type Db = Kysely<Database>;

const parameterOfKey = (key: GuidanceKey): Parameter =>
  parameters.find((parameter) => parameter === key) ?? "soil_humidity";

function textureOf(key: GuidanceKey): SoilTexture | null {
  if (key === "soil_humidity") return "loam";
  return key.startsWith("soil_humidity_")
    ? (key.slice("soil_humidity_".length) as SoilTexture)
    : null;
}

/** Every row in the order of the keys. */
export async function listGuidance(db: Db, actor: Actor): Promise<SensorGuidance[]> {
  const can = guidanceCan(actor);
  const rows = await db.selectFrom("sensor_guidance").selectAll().execute();
  const changed = new Map(rows.map((row) => [row.key, row]));
  return guidanceKeys.map((key) => {
    const row = changed.get(key);
    const ranges: Ranges = row ?? defaultGuidance[key];
    const parameter = parameterOfKey(key);
    return {
      key,
      parameter,
      texture: textureOf(key),
      unit: parameterFacts[parameter].unit,
      good_min: ranges.good_min,
      good_max: ranges.good_max,
      watch_min: ranges.watch_min,
      watch_max: ranges.watch_max,
      faulty_min: ranges.faulty_min,
      faulty_max: ranges.faulty_max,
      basis: `guidance.basis_${key}`,
      is_default: row === undefined,
      updated_at: row?.updated_at.toISOString() ?? null,
      can,
    };
  });
}

/** Lets a single writer at a key, also where no row stands yet: two would write over each other's limits. */
export async function lockGuidance(trx: Db, key: GuidanceKey) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sensor_guidance ${key}`}, 0))`.execute(
    trx,
  );
}

/** Writes a row's ranges whole. */
export async function saveGuidance(db: Db, key: GuidanceKey, ranges: Ranges, by: number) {
  const row = { ...ranges, updated_by: by, updated_at: new Date() };
  await db
    .insertInto("sensor_guidance")
    .values({ key, ...row })
    .onConflict((at) => at.column("key").doUpdateSet(row))
    .execute();
}

export async function deleteGuidance(db: Db, key: GuidanceKey) {
  await db.deleteFrom("sensor_guidance").where("key", "=", key).execute();
}

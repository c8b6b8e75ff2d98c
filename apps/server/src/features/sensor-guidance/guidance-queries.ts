/** Guidance as it is listed: ranges as they were given, and what somebody has changed. */

import type { SensorGuidance } from "@nihol/contract/sensors/sensor-guidance";
import {
  type GuidanceKey,
  guidanceKeyOf,
  isByTexture,
  type Ranges,
  type SoilTexture,
  soilTextures,
} from "@nihol/contract/values/sensors/sensor-guidance";
import type { Database } from "@nihol/db/tables";
import { findParameters, type Parameters } from "@nihol/store/readings/parameters";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { guidanceCan } from "../../policies/devices.ts";

type Db = Kysely<Database>;

/** Humidity of soil has a row for each texture; its own is that of loam, also at a depth. */
const byTexture = "soil_humidity";

/** Keys of guidance with the parameter and the texture of each. */
function guidanceKeys({ list }: Parameters) {
  const own = list.map(({ key }) => ({
    key,
    parameter: key,
    texture: isByTexture(key) ? ("loam" as const) : null,
  }));
  const others = soilTextures.filter((texture) => texture !== "loam");
  const textures = others.map((texture) => ({
    key: guidanceKeyOf(byTexture, texture),
    parameter: byTexture,
    texture,
  }));
  return [...own, ...textures] satisfies { key: GuidanceKey; texture: SoilTexture | null }[];
}

/** Every row: of each parameter in the order of screens, then of the other textures of soil. */
export async function listGuidance(db: Db, actor: Actor): Promise<SensorGuidance[]> {
  const can = guidanceCan(actor);
  const parameters = await findParameters(db);
  const rows = await db.selectFrom("sensor_guidance").select(["key", "updated_at"]).execute();
  const changed = new Map(rows.map((row) => [row.key, row.updated_at]));
  return guidanceKeys(parameters).flatMap(({ key, parameter, texture }) => {
    const facts = parameters.byKey.get(parameter);
    const ranges = parameters.guidance.get(key);
    if (!facts || !ranges) return [];
    return {
      key,
      parameter,
      texture,
      unit: facts.unit,
      ...ranges,
      basis: `guidance.basis_${key}`,
      is_default: !changed.has(key),
      updated_at: changed.get(key)?.toISOString() ?? null,
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

/** Devices that lie within a person's scope, and the place of one. */
import type { DeviceType } from "@nihol/contract/values/devices";
import { isBuiltInRole } from "@nihol/contract/values/permissions";
import type { SoilTexture } from "@nihol/contract/values/sensors/sensor-guidance";
import type { Database } from "@nihol/db/tables";
import { devicePlace } from "@nihol/policies/sees";
import type { Kysely } from "kysely";
import type { Actor } from "../http/actor.ts";
import { notFound } from "../http/problem.ts";
import { visibleTo } from "./scope.ts";

/** Facts of a device that are needed to read and check its readings. */
export interface DeviceFacts {
  id: number;
  name: string;
  type: DeviceType;
  interval_minutes: number;
  soil_texture: SoilTexture | null;
  retired: boolean;
}

const facts = [
  "v.id",
  "v.name",
  "v.type",
  "v.interval_minutes",
  "v.soil_texture",
  "v.retired",
] as const;

/** A device within the actor's scope. @throws {Problem} 404 */
export async function findDeviceFacts(
  db: Kysely<Database>,
  actor: Actor,
  id: number,
): Promise<DeviceFacts> {
  const row = await db
    .selectFrom("device as v")
    .where("v.id", "=", id)
    .where(visibleTo(actor, devicePlace))
    .select(facts)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Devices within the actor's scope by their names or ids as text. */
export async function listDeviceFacts(db: Kysely<Database>, actor: Actor): Promise<DeviceFacts[]> {
  return db
    .selectFrom("device as v")
    .where(visibleTo(actor, devicePlace))
    .select(facts)
    .orderBy("v.id")
    .execute();
}

/** A device without a scope check: its own token has authenticated it. */
export async function findFactsById(
  db: Kysely<Database>,
  id: number,
): Promise<DeviceFacts | undefined> {
  return db.selectFrom("device as v").where("v.id", "=", id).select(facts).executeTakeFirst();
}

/** Ideal ranges hold for the whole programme: only the built-in roles change them. */
export const guidanceCan = (actor: Actor) => ({ change: isBuiltInRole(actor.role) });

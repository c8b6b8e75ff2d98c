import type { Database } from "@nihol/db/tables";
import { devicePlace } from "@nihol/policies/sees";
import type { Kysely } from "kysely";
import type { Actor } from "../http/actor.ts";
import { notFound } from "../http/problem.ts";
import { visibleTo } from "../policies/scope.ts";

/** Locks the row of a device for a change. @throws {Problem} 404 outside the actor's scope */
export async function lockDevice(trx: Kysely<Database>, actor: Actor, id: number) {
  const row = await trx
    .selectFrom("device as v")
    .where("v.id", "=", id)
    .where(visibleTo(actor, devicePlace))
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

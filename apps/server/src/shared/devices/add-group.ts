/** Makes groups of devices: by themselves, and with the devices of a file. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { refuseField } from "../../http/problem.ts";
import { deviceGroupVisibleTo } from "../../policies/devices.ts";
import { authorName } from "../attachments/attached-file-sql.ts";
import { areOneName } from "../rows/names-sql.ts";

/** Lets two that write a name at once see one another, until the transaction ends. */
export async function lockGroupNames(trx: Db) {
  await sql`select pg_advisory_xact_lock(hashtext('device group'))`.execute(trx);
}

/**
 * Two groups of one name cannot be distinguished; one beyond the scope is not told of.
 * @param except the group that is renamed
 * @throws {FieldProblem} for the name of another group that the actor sees
 */
export async function refuseTakenName(trx: Db, actor: Actor, name: string, except = 0) {
  await lockGroupNames(trx);
  const row = await trx
    .selectFrom("device_group as q")
    .where(deviceGroupVisibleTo(actor))
    .where(areOneName(sql`q.name`, sql`${name}::text`))
    .where("q.id", "!=", except)
    .select("q.id")
    .executeTakeFirst();
  if (row) refuseField("name", "name_taken");
}

/** Inserts an empty group of the actor, and writes it in the log. Returns its id. @throws what `refuseTakenName` throws */
export async function insertNamedGroup(trx: Db, actor: Actor, name: string): Promise<number> {
  await refuseTakenName(trx, actor, name);
  const { id } = await trx
    .insertInto("device_group")
    .values({ name, created_by: actor.id, author: authorName(actor) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertAudit(trx, actor, { action: "add", resource: "devicegroup", id, change: { name } });
  return id;
}

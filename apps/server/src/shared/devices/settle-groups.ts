/** Groups in which a device stands. */
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { refuseField } from "../../http/problem.ts";
import { deviceGroupVisibleTo } from "../../policies/devices.ts";

/**
 * Puts a device, which is locked or new, into these groups and out of all others that the actor sees.
 * @throws {FieldProblem} for a group that the actor does not see
 */
export async function settleGroups(trx: Db, actor: Actor, id: number, groups: readonly number[]) {
  const seen = await trx
    .selectFrom("device_group as q")
    .where(deviceGroupVisibleTo(actor))
    .select("q.id")
    .orderBy("q.id")
    .forKeyShare()
    .execute();
  const known = seen.map((one) => one.id);
  if (groups.some((group) => !known.includes(group))) refuseField("groups", "not_found");
  if (known.length === 0) return;
  await trx
    .deleteFrom("device_group_member")
    .where("device_id", "=", id)
    .where(sql<SqlBool>`group_id = any(${known}::int[])`)
    .execute();
  if (groups.length === 0) return;
  await trx
    .insertInto("device_group_member")
    .values([...new Set(groups)].map((group_id) => ({ device_id: id, group_id })))
    .execute();
}

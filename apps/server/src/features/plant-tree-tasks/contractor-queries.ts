/** Organizations of the types that plant for others. */
import type { Reference } from "@nihol/contract/paging";
import type { Database } from "@nihol/db/tables";
import { type Kysely, type SqlBool, sql } from "kysely";
import { type Actor, hasFullScope } from "../../http/actor.ts";

/** Those that an actor may name in a task, in the order of their ids; a contractor's own people know no others. */
export async function listContractors(db: Kysely<Database>, actor: Actor): Promise<Reference[]> {
  const isOwn = sql<SqlBool>`m.id = ${actor.ministryId}`;
  const isGiver = sql<SqlBool>`not exists (select from ministry own
    join organization_type oo on oo.id = own.organization_type_id
    where own.id = ${actor.ministryId} and oo.contractor)`;
  const rows = await db
    .selectFrom("ministry as m")
    .innerJoin("organization_type as o", "o.id", "m.organization_type_id")
    .where("o.contractor", "=", true)
    .$if(!hasFullScope(actor), (some) => some.where((eb) => eb.or([isOwn, isGiver])))
    .select(["m.id", "m.name"])
    .orderBy("m.id")
    .execute();
  return rows.map(({ id, name }) => ({ id, name: { ...name } }));
}

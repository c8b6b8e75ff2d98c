/** Organizations of the types that plant for others. */

import type { Reference } from "@nihol/contract/paging";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { contractorsNamedBy } from "../../policies/planting.ts";

/** Those that an actor may name in a task, in the order of their ids; a contractor's own people know no others. */
export async function listContractors(db: Db, actor: Actor): Promise<Reference[]> {
  const rows = await db
    .selectFrom("ministry as m")
    .innerJoin("organization_type as o", "o.id", "m.organization_type_id")
    .where("o.contractor", "=", true)
    .where(contractorsNamedBy(actor))
    .select(["m.id", "m.name"])
    .orderBy("m.id")
    .execute();
  return rows.map(({ id, name }) => ({ id, name: { ...name } }));
}

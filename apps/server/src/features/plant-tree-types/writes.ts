/** A tree type is the whole programme's: only a person whose reach is the country writes one. */

import type { PlantTreeType } from "@nihol/contract/plant-tree-types";
import type { Names } from "@nihol/contract/values/languages";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound } from "../../http/problem.ts";
import { requireRight } from "../../policies/rights.ts";
import { checkNamesFree } from "../../shared/rows/taken-names.ts";
import { deleteType, findType, insertType, updateType } from "./queries.ts";

type Db = Kysely<Database>;
const resource = "planttreetype";

async function written(db: Db, actor: Actor, id: number): Promise<PlantTreeType> {
  const type = await findType(db, actor, id);
  if (!type) throw notFound();
  return type;
}

/** @throws 403 unless the actor's reach is the country; 400 for a taken name */
export async function createType(
  db: Db,
  actor: Actor,
  body: { name: Names; latin_name: string },
): Promise<PlantTreeType> {
  requireRight(actor, "planttreetype", "add");
  return db.transaction().execute(async (trx) => {
    await checkNamesFree(trx, "tree_type", body.name);
    const id = await insertType(trx, body.name, body.latin_name);
    await insertAudit(trx, actor, { action: "add", resource, id, change: { ...body } });
    return written(trx, actor, id);
  });
}

/** @throws as createType does, and 404 */
export async function patchType(
  db: Db,
  actor: Actor,
  id: number,
  body: { name?: Names; latin_name?: string },
): Promise<PlantTreeType> {
  requireRight(actor, "planttreetype", "change");
  return db.transaction().execute(async (trx) => {
    await written(trx, actor, id);
    await checkNamesFree(trx, "tree_type", body.name, id);
    await updateType(trx, id, body);
    await insertAudit(trx, actor, { action: "change", resource, id, change: { ...body } });
    return written(trx, actor, id);
  });
}

/** @throws 409 `in_use` while tasks ask for it or report it */
export async function removeType(db: Db, actor: Actor, id: number) {
  requireRight(actor, "planttreetype", "delete");
  await db.transaction().execute(async (trx) => {
    const { name } = await written(trx, actor, id);
    await deleteType(trx, id);
    await insertAudit(trx, actor, { action: "delete", resource, id, change: { name } });
  });
}

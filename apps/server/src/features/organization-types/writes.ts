import type { OrganizationType } from "@nihol/contract/ministries";
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
// For the log; the permissions are those of organizations.
const resource = "organizationtype";

async function written(db: Db, actor: Actor, id: number): Promise<OrganizationType> {
  const type = await findType(db, actor, id);
  if (!type) throw notFound();
  return type;
}

/** @throws 403 unless the actor's reach is the country, 400 for a taken name */
export async function createType(db: Db, actor: Actor, name: Names): Promise<OrganizationType> {
  requireRight(actor, "organizationtype", "add");
  return db.transaction().execute(async (trx) => {
    await checkNamesFree(trx, "organization_type", name);
    const id = await insertType(trx, name);
    await insertAudit(trx, actor, { action: "add", resource, id, change: { name } });
    return written(trx, actor, id);
  });
}

/** @throws as createType does, and 404 */
export async function patchType(
  db: Db,
  actor: Actor,
  id: number,
  name: Names | undefined,
): Promise<OrganizationType> {
  requireRight(actor, "organizationtype", "change");
  return db.transaction().execute(async (trx) => {
    await written(trx, actor, id);
    await checkNamesFree(trx, "organization_type", name, id);
    await updateType(trx, id, name);
    await insertAudit(trx, actor, { action: "change", resource, id, change: { name } });
    return written(trx, actor, id);
  });
}

/** @throws 409 `in_use` while organizations are of this type */
export async function removeType(db: Db, actor: Actor, id: number) {
  requireRight(actor, "organizationtype", "delete");
  await db.transaction().execute(async (trx) => {
    const { name } = await written(trx, actor, id);
    await deleteType(trx, id);
    await insertAudit(trx, actor, { action: "delete", resource, id, change: { name } });
  });
}

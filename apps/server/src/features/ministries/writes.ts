import type { Ministry } from "@nihol/contract/ministries";
import type { Names } from "@nihol/contract/values/languages";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, refuseField } from "../../http/problem.ts";
import { notOwnMinistry, requireRight } from "../../policies/rights.ts";
import { checkNamesFree } from "../../shared/rows/taken-names.ts";
import {
  deleteMinistry,
  findMinistry,
  insertMinistry,
  typeExists,
  updateMinistry,
} from "./queries.ts";

type Db = Kysely<Database>;

interface SentMinistry {
  name?: Names;
  organization_type?: number | null;
}

async function written(db: Db, actor: Actor, id: number): Promise<Ministry> {
  const ministry = await findMinistry(db, actor, id);
  if (!ministry) throw notFound();
  return ministry;
}

async function check(db: Db, body: SentMinistry, id?: number) {
  if (body.organization_type && !(await typeExists(db, body.organization_type)))
    refuseField("organization_type", "not_found");
  await checkNamesFree(db, "ministry", body.name, id);
}

/** @throws 403 unless the actor's reach is the country; 400 for a taken name or an unknown type */
export async function createMinistry(
  db: Db,
  actor: Actor,
  body: SentMinistry & { name: Names },
): Promise<Ministry> {
  requireRight(actor, "ministry", "add");
  return db.transaction().execute(async (trx) => {
    await check(trx, body);
    const id = await insertMinistry(trx, body.name, body.organization_type ?? null);
    await insertAudit(trx, actor, {
      action: "add",
      resource: "ministry",
      id,
      change: { ...body },
    });
    return written(trx, actor, id);
  });
}

/** @throws 404 beyond the actor's reach, 403 for a ministry that they see but do not manage */
export async function patchMinistry(
  db: Db,
  actor: Actor,
  id: number,
  body: SentMinistry,
): Promise<Ministry> {
  return db.transaction().execute(async (trx) => {
    const before = await written(trx, actor, id);
    if (!before.can.change) throw notOwnMinistry();
    await check(trx, body, id);
    await updateMinistry(trx, id, {
      name: body.name,
      organization_type_id: body.organization_type,
    });
    await insertAudit(trx, actor, {
      action: "change",
      resource: "ministry",
      id,
      change: { ...body },
    });
    return written(trx, actor, id);
  });
}

/** @throws 409 `in_use` while users, gardens, employees or tasks refer to it */
export async function removeMinistry(db: Db, actor: Actor, id: number) {
  await db.transaction().execute(async (trx) => {
    requireRight(actor, "ministry", "delete");
    const ministry = await written(trx, actor, id);
    await deleteMinistry(trx, id);
    await insertAudit(trx, actor, {
      action: "delete",
      resource: "ministry",
      id,
      change: { name: ministry.name },
    });
  });
}

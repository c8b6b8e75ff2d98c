import type { MinistryEmployee, ministryEmployees } from "@nihol/contract/ministry-employees";
import type { CreateOf, PatchOf } from "@nihol/contract/resource";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, refuseField } from "../../http/problem.ts";
import { managesMinistry } from "../../policies/ministries.ts";
import { notOwnMinistry } from "../../policies/rights.ts";
import {
  deleteEmployee,
  findEmployee,
  insertEmployee,
  ministryExists,
  updateEmployee,
} from "./employee-queries.ts";

interface Stores {
  db: { sql: Db };
}
type Create = CreateOf<typeof ministryEmployees>;
type Patch = PatchOf<typeof ministryEmployees>;
const resource = "ministryemployee";

async function written(db: Db, actor: Actor, id: number): Promise<MinistryEmployee> {
  const employee = await findEmployee(db, actor, id);
  if (!employee) throw notFound();
  return employee;
}

async function checkMinistry(db: Db, actor: Actor, ministryId: number | undefined) {
  if (ministryId === undefined) return;
  if (!managesMinistry(actor, ministryId)) refuseField("ministry", "out_of_reach");
  if (!(await ministryExists(db, ministryId))) refuseField("ministry", "not_found");
}

/** @throws {FieldProblem} under `ministry` for one that does not exist or lies outside the actor's scope */
export async function createEmployee({ db }: Stores, actor: Actor, body: Create): Promise<number> {
  return db.sql.transaction().execute(async (trx) => {
    await checkMinistry(trx, actor, body.ministry);
    const { ministry, ...rest } = body;
    const id = await insertEmployee(trx, { ...rest, ministry_id: ministry });
    await insertAudit(trx, actor, { action: "add", resource, id, change: { ...body } });
    return id;
  });
}

/** @throws as createEmployee does; 404 outside the actor's scope */
export async function patchEmployee({ db }: Stores, actor: Actor, id: number, body: Patch) {
  await db.sql.transaction().execute(async (trx) => {
    const before = await written(trx, actor, id);
    if (!before.can.change) throw notOwnMinistry();
    await checkMinistry(trx, actor, body.ministry);
    const { ministry, ...rest } = body;
    await updateEmployee(trx, id, { ...rest, ministry_id: ministry });
    await insertAudit(trx, actor, { action: "change", resource, id, change: { ...body } });
  });
}

export async function removeEmployee({ db }: Stores, actor: Actor, id: number) {
  await db.sql.transaction().execute(async (trx) => {
    const { can, first_name, last_name, ministry } = await written(trx, actor, id);
    if (!can.delete) throw notOwnMinistry();
    await deleteEmployee(trx, id);
    const change = { first_name, last_name, ministry: ministry.id };
    await insertAudit(trx, actor, { action: "delete", resource, id, change });
  });
}

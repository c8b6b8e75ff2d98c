import type { Names } from "@nihol/contract/names";
import type { District } from "@nihol/contract/territory";
import type { Database } from "@nihol/db/tables";
import { reassignTerritory } from "@nihol/db/tree-territory";
import type { Kysely } from "kysely";
import { type Actor, reachesAll } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { boundaryColumns } from "../../http/boundary-columns.ts";
import type { SentBoundary } from "../../http/boundary-shape.ts";
import { denied, notFound, refuseField } from "../../http/problem.ts";
import {
  codeTaken,
  deleteDistrict,
  findDistrict,
  insertDistrict,
  regionExists,
  updateDistrict,
} from "./queries.ts";

type Db = Kysely<Database>;

interface SentDistrict {
  name?: Names;
  code?: string;
  kind?: string;
  region?: number;
  boundary?: SentBoundary | null;
}

async function editable(db: Db, actor: Actor, id: number): Promise<District> {
  if (!reachesAll(actor)) throw denied();
  const district = await findDistrict(db, actor, id);
  if (!district) throw notFound();
  return district;
}

/** What was sent, with the columns that follow from its boundary. */
async function columnsOf({ boundary, region, ...rest }: SentDistrict) {
  return {
    ...rest,
    ...(region && { region_id: region }),
    ...(boundary !== undefined && (await boundaryColumns(boundary))),
  };
}

async function check(db: Db, body: SentDistrict, id?: number) {
  if (body.region !== undefined && !(await regionExists(db, body.region)))
    refuseField("region", "not_found");
  if (await codeTaken(db, body.code, id)) refuseField("code", "name_taken");
}

const audited = ({ boundary, ...rest }: SentDistrict) => ({
  ...rest,
  boundary: boundary === undefined ? undefined : "changed",
});

export async function createDistrict(
  db: Db,
  actor: Actor,
  body: SentDistrict & { name: Names; region: number },
): Promise<District> {
  if (!reachesAll(actor)) throw denied();
  const columns = { ...(await columnsOf(body)), name: body.name, region_id: body.region };
  return db.transaction().execute(async (trx) => {
    await check(trx, body);
    const id = await insertDistrict(trx, columns);
    await insertAudit(trx, actor, {
      action: "add",
      resource: "district",
      id,
      change: audited(body),
    });
    const district = (await findDistrict(trx, actor, id)) as District;
    if (district.bbox) await reassignTerritory(trx, { bbox: district.bbox });
    return district;
  });
}

/** A moved border finds the district of the trees on both sides anew. */
export async function patchDistrict(
  db: Db,
  actor: Actor,
  id: number,
  body: SentDistrict,
): Promise<District> {
  if (!reachesAll(actor)) throw denied();
  const columns = await columnsOf(body);
  return db.transaction().execute(async (trx) => {
    const before = await editable(trx, actor, id);
    await check(trx, body, id);
    await updateDistrict(trx, id, columns);
    await insertAudit(trx, actor, {
      action: "change",
      resource: "district",
      id,
      change: audited(body),
    });
    const after = (await findDistrict(trx, actor, id)) as District;
    if (body.boundary !== undefined) {
      for (const bbox of [before.bbox, after.bbox])
        if (bbox) await reassignTerritory(trx, { bbox });
    }
    return after;
  });
}

/** @throws 409 `in_use` while gardens lie in it */
export async function removeDistrict(db: Db, actor: Actor, id: number) {
  await db.transaction().execute(async (trx) => {
    const district = await editable(trx, actor, id);
    await deleteDistrict(trx, id);
    await insertAudit(trx, actor, {
      action: "delete",
      resource: "district",
      id,
      change: { name: district.name },
    });
    if (district.bbox) await reassignTerritory(trx, { bbox: district.bbox });
  });
}

import type { Names } from "@nihol/contract/names";
import type { Region } from "@nihol/contract/territory";
import type { Database } from "@nihol/db/tables";
import { reassignTerritory } from "@nihol/db/tree-territory";
import type { Kysely } from "kysely";
import { type Actor, reachesAll } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { boundaryColumns } from "../../http/boundary-columns.ts";
import type { SentBoundary } from "../../http/boundary-shape.ts";
import { denied, notFound, refuseField } from "../../http/problem.ts";
import { codeTaken, deleteRegion, findRegion, insertRegion, updateRegion } from "./queries.ts";

type Db = Kysely<Database>;

interface SentRegion {
  name?: Names;
  code?: string;
  boundary?: SentBoundary | null;
}

async function editable(db: Db, actor: Actor, id: number): Promise<Region> {
  if (!reachesAll(actor)) throw denied();
  const region = await findRegion(db, actor, id);
  if (!region) throw notFound();
  return region;
}

/** What was sent, with the columns that follow from its boundary. */
async function columnsOf({ boundary, ...rest }: SentRegion) {
  return { ...rest, ...(boundary !== undefined && (await boundaryColumns(boundary))) };
}

export async function createRegion(
  db: Db,
  actor: Actor,
  body: SentRegion & { name: Names },
): Promise<Region> {
  if (!reachesAll(actor)) throw denied();
  const columns = { ...(await columnsOf(body)), name: body.name };
  return db.transaction().execute(async (trx) => {
    if (await codeTaken(trx, body.code)) refuseField("code", "name_taken");
    const id = await insertRegion(trx, columns);
    await insertAudit(trx, actor, {
      action: "add",
      resource: "region",
      id,
      change: { name: body.name, code: body.code },
    });
    const region = (await findRegion(trx, actor, id)) as Region;
    if (region.bbox) await reassignTerritory(trx, { bbox: region.bbox });
    return region;
  });
}

/** A moved border finds the region of the trees on both sides anew. */
export async function patchRegion(
  db: Db,
  actor: Actor,
  id: number,
  body: SentRegion,
): Promise<Region> {
  if (!reachesAll(actor)) throw denied();
  const columns = await columnsOf(body);
  return db.transaction().execute(async (trx) => {
    const before = await editable(trx, actor, id);
    if (await codeTaken(trx, body.code, id)) refuseField("code", "name_taken");
    await updateRegion(trx, id, columns);
    await insertAudit(trx, actor, {
      action: "change",
      resource: "region",
      id,
      change: {
        name: body.name,
        code: body.code,
        boundary: body.boundary === undefined ? undefined : "changed",
      },
    });
    const after = (await findRegion(trx, actor, id)) as Region;
    if (body.boundary !== undefined) {
      for (const bbox of [before.bbox, after.bbox])
        if (bbox) await reassignTerritory(trx, { bbox });
    }
    return after;
  });
}

/** @throws 409 `in_use` while districts or gardens lie in it */
export async function removeRegion(db: Db, actor: Actor, id: number) {
  await db.transaction().execute(async (trx) => {
    const region = await editable(trx, actor, id);
    await deleteRegion(trx, id);
    await insertAudit(trx, actor, {
      action: "delete",
      resource: "region",
      id,
      change: { name: region.name },
    });
    if (region.bbox) await reassignTerritory(trx, { bbox: region.bbox });
  });
}

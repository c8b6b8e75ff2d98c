/** Writing gardens: the row, where it lies, the trees in it, and who did it, in one transaction. */

import { isDeepStrictEqual } from "node:util";
import {
  type gardenCreateSchema,
  gardenFields,
  type gardenPatchSchema,
} from "@nihol/contract/gardens";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { gardenPlace } from "@nihol/policies/sees";
import { measurePositions } from "@nihol/store/evidence/report-positions";
import type { JobQueue } from "@nihol/store/jobs/job-queue";
import { lockTerritory } from "@nihol/store/trees/territory-lock";
import { lockTrees } from "@nihol/store/trees/tree-pyramid";
import { reassignTerritory } from "@nihol/store/trees/tree-territory";
import { bumpTreeVersion } from "@nihol/store/trees/tree-version";
import type { Actor } from "../http/actor.ts";
import { insertAudit } from "../http/audit.ts";
import { notFound, Problem, refuseField } from "../http/problem.ts";
import {
  type DrawnShape,
  type Owner,
  refuseOverlap,
  requireGardenPlace,
} from "../policies/garden-place.ts";
import { visibleTo } from "../policies/scope.ts";
import { checkedBoundary, columnsOf } from "../shared/boundaries/boundary-columns.ts";
import { writtenFields } from "../shared/rows/field-columns.ts";
import { findTerritory } from "./find-territory.ts";
import { deleteRulesOf } from "./rule-removal.ts";
import { settleTerritory } from "./settle-territory.ts";

/** The database, and the queue for what takes too long in a call. */
interface Stores {
  db: { sql: Db };
  jobs: JobQueue;
}
type GardenCreate = z.output<typeof gardenCreateSchema>;
type GardenPatch = z.output<typeof gardenPatchSchema>;

const shapeOf = ({ boundary, bbox }: { boundary: MultiPolygon | null; bbox: Bbox | null }) =>
  boundary && bbox ? { boundary, bbox } : null;

/** Locks the row. @throws {Problem} 404 outside the actor's scope */
async function lockGarden(trx: Db, actor: Actor, id: number) {
  const row = await trx
    .selectFrom("garden as g")
    .where("g.id", "=", id)
    .where(visibleTo(actor, gardenPlace))
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Checks the row as it has been written. @throws {Problem} 403 `out_of_reach` outside the actor's scope */
async function requireInScope(trx: Db, actor: Actor, id: number) {
  const row = await trx
    .selectFrom("garden as g")
    .where("g.id", "=", id)
    .where(visibleTo(actor, gardenPlace))
    .select("g.id")
    .executeTakeFirst();
  if (!row) throw new Problem(403, "out_of_reach");
}

/** @throws {FieldProblem} under the field whose row does not exist */
async function refuseUnknown(
  trx: Db,
  ids: Partial<Record<"region" | "district" | "ministry", number | null>>,
) {
  for (const table of ["region", "district", "ministry"] as const) {
    const id = ids[table];
    if (!id) continue;
    const row = await trx.selectFrom(table).where("id", "=", id).select("id").executeTakeFirst();
    if (!row) refuseField(table, "not_found");
  }
}

/** Fields that were sent, for the log; a boundary only by its area, for it is large. */
const loggable = (
  { boundary, confirm_large: _, ...rest }: GardenPatch,
  area: number | null | undefined,
) => (boundary === undefined ? rest : { ...rest, area_m2: area ?? null });

/**
 * Inserts a garden and gives it the trees that stand in it. Returns its id.
 * @throws {FieldProblem} for an invalid boundary or one that may not lie there, an unknown reference
 * @throws {Problem} 403 out_of_reach
 */
export async function createGarden(
  { db: { sql: db }, jobs }: Stores,
  actor: Actor,
  body: GardenCreate,
): Promise<number> {
  const drawn = await checkedBoundary(body.boundary, actor.id);
  if (drawn) await requireGardenPlace(db, actor, drawn, body.confirm_large);
  // An actor assigned to a ministry creates gardens of that ministry.
  const ministry_id = body.ministry ?? actor.ministryId;
  return db.transaction().execute(async (trx) => {
    if (drawn) await lockTerritory(trx);
    await refuseUnknown(trx, body);
    if (drawn) await refuseTaken(trx, actor, drawn, { ministry_id });
    const sent = { region_id: body.region, district_id: body.district };
    const { id } = await trx
      .insertInto("garden")
      .values({
        ...writtenFields(gardenFields, body),
        ...columnsOf(drawn),
        ...(await findTerritory(trx, drawn, sent)),
        ministry_id,
        created_by: actor.id,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await requireInScope(trx, actor, id);
    await settleGarden(trx, jobs, id, [drawn?.bbox ?? null]);
    await insertAudit(trx, actor, {
      action: "add",
      resource: "garden",
      id,
      change: loggable(body, drawn?.area_m2),
    });
    return id;
  });
}

/** Assigns trees anew after a garden was drawn or moved, or before it is deleted; `boxes` are its bounds before and after. */
async function settleGarden(
  trx: Db,
  jobs: JobQueue,
  gardenId: number,
  boxes: (Bbox | null)[],
  removed = false,
) {
  const known = boxes.filter((box) => box !== null);
  const move = { kind: "garden", placeIds: [gardenId], boxes: known } as const;
  await settleTerritory(trx, jobs, move, () => reassignTerritory(trx, { gardenId, removed }));
}

/** The trees first: two people who draw over the same place at once are checked one after the other. */
async function refuseTaken(trx: Db, actor: Actor, drawn: DrawnShape, owner: Owner) {
  await lockTrees(trx);
  await refuseOverlap(trx, actor, drawn, owner);
}

/** Says whether a boundary is another one than the garden has already, wherever that lies. */
async function isRedrawn(db: Db, actor: Actor, id: number, { boundary }: DrawnShape) {
  const row = await db
    .selectFrom("garden as g")
    .where("g.id", "=", id)
    .where(visibleTo(actor, gardenPlace))
    .select("g.boundary")
    .executeTakeFirst();
  if (!row) throw notFound();
  return !isDeepStrictEqual(boundary, row.boundary);
}

/** A region that is sent replaces a district of another region; a district brings its own region. */
function sentTerritory(
  body: GardenPatch,
  row: { region_id: number | null; district_id: number | null },
) {
  if (body.district !== undefined && body.district !== null)
    return { region_id: null, district_id: body.district };
  const moved = body.region !== undefined && body.region !== row.region_id;
  const district_id = body.district === null || moved ? null : row.district_id;
  return { region_id: body.region === undefined ? row.region_id : body.region, district_id };
}

/**
 * Changes what was sent; a changed boundary moves its trees in the same transaction.
 * @throws {FieldProblem} for an invalid boundary or one that may not lie there, an unknown reference
 * @throws {Problem} 404 for a garden outside the actor's scope, 403 when the change would move it outside
 */
export async function patchGarden(
  { db: { sql: db }, jobs }: Stores,
  actor: Actor,
  id: number,
  body: GardenPatch,
) {
  const sent =
    body.boundary === undefined ? undefined : await checkedBoundary(body.boundary, actor.id);
  const drawn = sent && (await isRedrawn(db, actor, id, sent)) ? sent : undefined;
  if (drawn) await requireGardenPlace(db, actor, drawn, body.confirm_large === true);
  await db.transaction().execute(async (trx) => {
    if (sent !== undefined) await lockTerritory(trx);
    const row = await lockGarden(trx, actor, id);
    await refuseUnknown(trx, body);
    const ministry_id = body.ministry === undefined ? row.ministry_id : body.ministry;
    if (drawn) await refuseTaken(trx, actor, drawn, { ministry_id, id });
    const shape = sent === undefined ? shapeOf(row) : sent;
    await trx
      .updateTable("garden")
      .set({
        ...(sent !== undefined && columnsOf(sent)),
        ...(await findTerritory(trx, shape, sentTerritory(body, row))),
        ...writtenFields(gardenFields, body),
        ministry_id,
        updated_at: new Date(),
      })
      .where("id", "=", id)
      .execute();
    await requireInScope(trx, actor, id);
    if (sent !== undefined) {
      await settleGarden(trx, jobs, id, [row.bbox, sent?.bbox ?? null]);
      await measurePositions(trx, { garden: id });
    }
    await insertAudit(trx, actor, {
      action: "change",
      resource: "garden",
      id,
      change: loggable(body, sent?.area_m2),
    });
    // Another ministry or territory lets other people see the same trees.
    await bumpTreeVersion(trx);
  });
}

/**
 * Deletes a garden with its notes; its trees stay and belong to none. Returns the key of its photo.
 * @throws {Problem} 409 in_use while planting tasks hang on it
 */
export async function deleteGarden(
  { db, jobs }: Stores,
  actor: Actor,
  id: number,
): Promise<string | null> {
  return db.sql.transaction().execute(async (trx) => {
    await lockTerritory(trx);
    const row = await lockGarden(trx, actor, id);
    const task = await trx
      .selectFrom("planting_task")
      .where("garden_id", "=", id)
      .select("id")
      .executeTakeFirst();
    if (task) throw new Problem(409, "in_use");
    await trx.deleteFrom("garden_note").where("garden_id", "=", id).execute();
    await deleteRulesOf(trx, actor, "garden_id", id);
    await settleGarden(trx, jobs, id, [row.bbox], true);
    await trx.deleteFrom("garden").where("id", "=", id).execute();
    await insertAudit(trx, actor, {
      action: "delete",
      resource: "garden",
      id,
      change: { name: row.name },
    });
    return row.photo_key;
  });
}

/** Sets the photo of a garden within the actor's scope, or with null removes it, and returns the key of the one before. */
export async function updateGardenPhoto(
  db: Db,
  actor: Actor,
  id: number,
  photoKey: string | null,
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const row = await lockGarden(trx, actor, id);
    await trx
      .updateTable("garden")
      .set({ photo_key: photoKey, updated_at: new Date() })
      .where("id", "=", id)
      .execute();
    const change = photoKey === null ? { photo: null } : undefined;
    await insertAudit(trx, actor, { action: "photo", resource: "garden", id, change });
    return row.photo_key;
  });
}

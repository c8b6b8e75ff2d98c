/** Writing gardens: the row, where it lies, the trees in it, and who did it, in one transaction. */
import type { gardenCreateSchema, gardenPatchSchema } from "@nihol/contract/gardens";
import type { z } from "@nihol/contract/z";
import type { Database } from "@nihol/db/tables";
import { reassignTerritory } from "@nihol/db/tree-territory";
import { bumpTreeVersion } from "@nihol/db/tree-version";
import type { Areal, Bbox } from "@nihol/geo/geometry";
import type { Kysely } from "kysely";
import type { Actor } from "../http/actor.ts";
import { insertAudit } from "../http/audit.ts";
import { boundaryColumns } from "../http/boundary-columns.ts";
import type { BoundaryColumns } from "../http/boundary-shape.ts";
import { notFound, Problem, refuseField } from "../http/problem.ts";
import { gardenPlace } from "../http/tree-reach.ts";
import { visibleTo } from "../http/visible-to.ts";
import { findTerritory } from "./find-territory.ts";

type Db = Kysely<Database>;
export type GardenCreate = z.output<typeof gardenCreateSchema>;
export type GardenPatch = z.output<typeof gardenPatchSchema>;

const shapeOf = (row: { boundary: unknown; bbox: number[] | null }) =>
  row.boundary && row.bbox
    ? { boundary: row.boundary as Areal, bbox: row.bbox as unknown as Bbox }
    : null;

const shapeOfColumns = (columns: BoundaryColumns) =>
  shapeOf({ boundary: columns.boundary && JSON.parse(columns.boundary), bbox: columns.bbox });

/** The row for writing; one that is out of reach is not there. */
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

/** Judged on the row as written, by the one rule of reach. */
async function refuseOutOfReach(trx: Db, actor: Actor, id: number) {
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

/** What goes into the log: the fields that were sent, a boundary only by its area. */
const loggable = ({ boundary, ...rest }: GardenPatch, area: number | null | undefined) =>
  boundary === undefined ? rest : { ...rest, area_m2: area ?? null };

/**
 * Inserts a garden and gives it the trees that stand in it. Returns its id.
 * @throws {FieldProblem} for a boundary that is none, an unknown reference
 * @throws {Problem} 403 out_of_reach
 */
export async function createGarden(db: Db, actor: Actor, body: GardenCreate): Promise<number> {
  const columns = await boundaryColumns(body.boundary);
  return db.transaction().execute(async (trx) => {
    await refuseUnknown(trx, body);
    const sent = { region_id: body.region, district_id: body.district };
    const { id } = await trx
      .insertInto("garden")
      .values({
        name: JSON.stringify(body.name),
        ...columns,
        ...(await findTerritory(trx, shapeOfColumns(columns), sent)),
        // Whoever acts for one ministry makes that ministry's gardens.
        ministry_id: body.ministry ?? actor.ministryId,
        created_by: actor.id,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await refuseOutOfReach(trx, actor, id);
    if (columns.boundary) await reassignTerritory(trx, { gardenId: id });
    await insertAudit(trx, actor, {
      action: "add",
      resource: "garden",
      id,
      change: loggable(body, columns.area_m2),
    });
    return id;
  });
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
 * @throws {Problem} 404 for a garden out of reach, 403 when it would be moved out of it
 */
export async function patchGarden(db: Db, actor: Actor, id: number, body: GardenPatch) {
  const columns = body.boundary === undefined ? undefined : await boundaryColumns(body.boundary);
  await db.transaction().execute(async (trx) => {
    const row = await lockGarden(trx, actor, id);
    await refuseUnknown(trx, body);
    const shape = columns ? shapeOfColumns(columns) : shapeOf(row);
    await trx
      .updateTable("garden")
      .set({
        ...columns,
        ...(await findTerritory(trx, shape, sentTerritory(body, row))),
        ...(body.name && { name: JSON.stringify(body.name) }),
        ...(body.ministry !== undefined && { ministry_id: body.ministry }),
        updated_at: new Date(),
      })
      .where("id", "=", id)
      .execute();
    await refuseOutOfReach(trx, actor, id);
    if (columns) await reassignTerritory(trx, { gardenId: id });
    await insertAudit(trx, actor, {
      action: "change",
      resource: "garden",
      id,
      change: loggable(body, columns?.area_m2),
    });
    // Another ministry or territory lets other people see the same trees.
    await bumpTreeVersion(trx);
  });
}

/**
 * Deletes a garden; its trees stay and belong to none. Returns the key of its photo.
 * @throws {Problem} 409 in_use while planting tasks hang on it
 */
export async function deleteGarden(db: Db, actor: Actor, id: number): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const row = await lockGarden(trx, actor, id);
    const task = await trx
      .selectFrom("planting_task")
      .where("garden_id", "=", id)
      .select("id")
      .executeTakeFirst();
    if (task) throw new Problem(409, "in_use");
    await reassignTerritory(trx, { gardenId: id, removed: true });
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

/** Sets the photo of a garden within reach and returns the key of the one before. */
export async function updateGardenPhoto(
  db: Db,
  actor: Actor,
  id: number,
  photoKey: string,
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const row = await lockGarden(trx, actor, id);
    await trx
      .updateTable("garden")
      .set({ photo_key: photoKey, updated_at: new Date() })
      .where("id", "=", id)
      .execute();
    await insertAudit(trx, actor, { action: "photo", resource: "garden", id });
    return row.photo_key;
  });
}

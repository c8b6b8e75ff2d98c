/** Writes what the preparation found: the whole image, its fragments, its blocks. */

import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { Db } from "@nihol/db/connection";
import { isDatabaseAway } from "@nihol/db/database-away";
import { json } from "@nihol/db/json";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { bboxOf, centroidOf, geodesicAreaM2 } from "@nihol/geo/polygon";
import { loadTerritory } from "@nihol/store/trees/territory-index";
import type { FragmentGrid } from "@nihol/vision/raster/fragment-grid";
import { sql } from "kysely";
import type { Plan } from "../imagery/coverage.ts";
import type { Services } from "../runner/services.ts";
import { noteLessons } from "./calibrating/chosen-lessons.ts";
import { lockRunning, type ProcessRow } from "./process-rows.ts";

interface PreparedImage {
  /** Of the COG. */
  facts: ImageMetadata;
  hash: string;
  coverage: MultiPolygon;
  /** Moved into the store. */
  cogFile: string;
  grid: FragmentGrid;
  version: number;
  plan: Plan;
  /** True where the image is fine enough for counting trees. */
  counted: boolean;
}

export type PlannedImage = Omit<PreparedImage, "cogFile">;

/** All or nothing, and nothing when the process was stopped or restarted meanwhile. */
export async function writePlan(
  { db, files, finder }: Services,
  process: ProcessRow,
  image: PreparedImage,
): Promise<void> {
  let moved: string | undefined;
  try {
    const older = await db.sql.transaction().execute(async (trx) => {
      if (!(await lockRunning(trx, process.id, process.run))) return undefined;
      const before = await imageOf(trx, process.id);
      const isPublished = before?.published_at != null;
      const id = isPublished ? before.id : await writeWholeImage(trx, process, image);
      await trx.deleteFrom("imagery_block").where("process_id", "=", process.id).execute();
      await writeBlocks(trx, process.id, image.plan);
      await resetCounts(trx, process.id, image.plan);
      await noteLessons(trx, process.id, finder.model, image.facts);
      // Last: the row must never name a file that is not there.
      const key = `image/${id}/cog-${process.run}.tif`;
      await files.put(key, { moveFrom: image.cogFile });
      moved = key;
      if (isPublished) {
        await writeNextImage(trx, process.id, key, image);
        return undefined;
      }
      await trx.updateTable("whole_image").set({ cog_key: key }).where("id", "=", id).execute();
      return before?.cog_key === key ? undefined : before?.cog_key;
    });
    if (older) await files.delete(older);
  } catch (error) {
    // A commit whose answer was lost may have named it.
    if (moved && !isDatabaseAway(error)) await files.delete(moved);
    throw error;
  }
}

/** Writes the row of the image and its fragments, without a tree. @returns the image's number */
export async function writeWholeImage(
  trx: Db,
  process: ProcessRow,
  image: PlannedImage,
): Promise<number> {
  const id = await writeImage(trx, process, image);
  await trx.deleteFrom("fragment").where("whole_image_id", "=", id).execute();
  await trx.deleteFrom("tree").where("whole_image_id", "=", id).execute();
  await trx.deleteFrom("planting_rows").where("whole_image_id", "=", id).execute();
  await writeFragments(trx, id, image.plan);
  return id;
}

/** Keeps it beside the published image, in place of what an earlier run left there. */
async function writeNextImage(
  trx: Db,
  process: number,
  cog_key: string,
  { cogFile: _, ...planned }: PreparedImage,
): Promise<void> {
  const values = { cog_key, image: json(planned satisfies PlannedImage) };
  await trx
    .insertInto("next_image")
    .values({ process_id: process, ...values })
    .onConflict((conflict) => conflict.column("process_id").doUpdateSet(values))
    .execute();
}

async function imageOf(trx: Db, process: number) {
  return trx
    .selectFrom("whole_image")
    .select(["id", "cog_key", "published_at"])
    .where("process_id", "=", process)
    .executeTakeFirst();
}

async function resetCounts(trx: Db, process: number, plan: Plan): Promise<void> {
  await trx
    .updateTable("imagery_process")
    .set({
      conversion: 1,
      blocks_total: plan.blocks.length,
      blocks_done: 0,
      fragments_total: plan.fragments.length,
      fragments_done: 0,
      tree_count: 0,
      updated_at: sql`now()`,
    })
    .where("id", "=", process)
    .execute();
}

async function writeImage(
  trx: Db,
  process: ProcessRow,
  { facts, hash, coverage, grid, version, plan, counted }: PlannedImage,
): Promise<number> {
  const bbox: Bbox = bboxOf(coverage);
  const [lon, lat] = centroidOf(coverage);
  const place = (await loadTerritory(trx, bbox))(lon, lat);
  const territory = { region_id: place.region_id, district_id: place.district_id };
  await trx.updateTable("imagery_process").set(territory).where("id", "=", process.id).execute();
  const values = {
    captured_on: process.capture_date,
    date_hash: hash,
    original_key: process.file_key,
    facts: json(facts),
    width: grid.width,
    height: grid.height,
    gsd_m: facts.gsdMeters,
    has_nir: facts.roles.nir !== null,
    counted,
    bbox,
    coverage: json(coverage),
    coverage_m2: geodesicAreaM2(coverage),
    grid_version: version,
    fragment_count: plan.fragments.length,
    tree_count: 0,
    green_count: 0,
    ...territory,
  };
  const { id } = await trx
    .insertInto("whole_image")
    .values({ process_id: process.id, cog_key: "", ...values })
    .onConflict((conflict) => conflict.column("process_id").doUpdateSet(values))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function writeBlocks(trx: Db, process: number, plan: Plan): Promise<void> {
  await sql`
    insert into imagery_block (process_id, n, fx0, fy0, fx1, fy1, fragments)
    select ${process}, n, fx0, fy0, fx1, fy1, fragments
    from json_to_recordset(${JSON.stringify(plan.blocks)})
      as b (n int, fx0 int, fy0 int, fx1 int, fy1 int, fragments int)`.execute(trx);
}

async function writeFragments(trx: Db, image: number, plan: Plan): Promise<void> {
  await sql`
    insert into fragment (whole_image_id, n, fx, fy, block, bbox)
    select ${image}, n, fx, fy, block, array(select json_array_elements_text(bbox)::float8)
    from json_to_recordset(${JSON.stringify(plan.fragments)})
      as f (n int, fx int, fy int, block int, bbox json)`.execute(trx);
}

/** Replaces a block's trees and updates all counters, in one transaction. */

import type { Connection, Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { Bbox } from "@nihol/geo/geometry";
import { preparePolygon } from "@nihol/geo/polygon";
import { mortonOf } from "@nihol/geo/tiles/morton";
import { endAttempt } from "@nihol/store/processes/block-attempts";
import { doubtOf } from "@nihol/store/trees/doubt";
import { loadTerritory } from "@nihol/store/trees/territory-index";
import { holdTerritory } from "@nihol/store/trees/territory-lock";
import { copyTrees, type NewTree } from "@nihol/store/trees/tree-copy";
import { pixelsToLonLats } from "@nihol/vision/coordinates/projection";
import type { Detection } from "@nihol/vision/detect/detector";
import { fragmentGrid, fragmentOfPixel } from "@nihol/vision/raster/fragment-grid";
import type { Shrub } from "@nihol/vision/shrubs/dry-land";
import { sql } from "kysely";
import { canopyOfBlock } from "../imagery/block-canopy.ts";
import type { BlockResult } from "../imagery/tree-finder.ts";
import type { BlockWork } from "./block-rows.ts";
import { writePlantings } from "./planting-rows.ts";
import { lockRunning, sumBlocks } from "./process-rows.ts";

const GREEN_NUMBERS = { not_green: 0, green: 1, unsure: 2 } as const;

/** Part of a block's result that becomes rows of trees, or is kept in the block's row until it may (`BlockWork.waits`). */
export type FoundInBlock = Pick<BlockResult, "trees" | "plantings" | "indexName">;
type PlacedBlock = Omit<BlockWork, "attempts" | "run" | "threshold" | "lessons" | "waits">;

/** Replaces the trees and plantings of a block by those found, and updates its fragments. */
export async function writeFound(trx: Db, work: PlacedBlock, found: FoundInBlock): Promise<void> {
  await sql`
    delete from tree using fragment f
    where tree.whole_image_id = ${work.whole_image_id} and f.whole_image_id = ${work.whole_image_id}
      and f.block = ${work.n} and tree.fragment = f.n`.execute(trx);
  await copyTrees(trx, await treesOf(trx, work, found.trees));
  await writePlantings(trx, work, found.plantings);
  await countFragments(trx, work);
  if (found.indexName)
    await trx
      .updateTable("whole_image")
      .set({ green_index: found.indexName })
      .where("id", "=", work.whole_image_id)
      .where("green_index", "is distinct from", found.indexName)
      .execute();
}

/**
 * Ends a block with its result; nothing when the process was stopped or restarted meanwhile. Writing twice gives the same.
 * Of a published image the result is kept in the block's row until all blocks are done.
 * @returns whether this was the last block to be done.
 */
export async function writeBlock(
  db: Connection,
  work: BlockWork,
  result: BlockResult,
): Promise<boolean> {
  return db.sql.transaction().execute(async (trx) => {
    if (!(await lockRunning(trx, work.process_id, work.run))) return false;
    await holdTerritory(trx);
    const canopy = canopyOfBlock(work, result);
    const shrubs = result.shrubs && shrubsCounted(work, result.shrubs);
    const trees = await treesOf(trx, work, result.trees);
    const { indexName, plantings } = result;
    const found: FoundInBlock = { trees: result.trees, plantings, indexName };
    if (!work.waits) await writeFound(trx, work, found);
    await trx
      .updateTable("imagery_block")
      .set({
        status: "done",
        message: null,
        trees: trees.length,
        result: work.waits ? json(found) : null,
        valid_pixels: result.groundPixels,
        green_pixels: result.greenPixels,
        look: result.look && json(result.look),
        canopy: canopy && json(canopy),
        shrubs: shrubs?.length ?? null,
        shrub_points: shrubs?.flatMap(({ x, y }) => [x, y]) ?? null,
        finished_at: sql<Date>`clock_timestamp()`,
        updated_at: sql`now()`,
      })
      .where("process_id", "=", work.process_id)
      .where("n", "=", work.n)
      .execute();
    await endAttempt(trx, work.process_id, work.n, { outcome: "done", trees: trees.length });
    return sumBlocks(trx, work.process_id);
  });
}

async function countFragments(
  trx: Db,
  work: Pick<BlockWork, "whole_image_id" | "n">,
): Promise<void> {
  await sql`
    update fragment f set status = 'done', version = version + 1,
      tree_count = c.trees, green_count = c.green, doubt = c.doubt, checked = false
    from (
      select f.n, count(t.id)::int as trees, (count(t.id) filter (where t.green = 1))::int as green,
        ${doubtOf} as doubt
      from fragment f left join tree t on t.whole_image_id = f.whole_image_id and t.fragment = f.n
      where f.whole_image_id = ${work.whole_image_id} and f.block = ${work.n}
      group by f.n
    ) c
    where f.whole_image_id = ${work.whole_image_id} and f.n = c.n`.execute(trx);
}

/** Rows for the trees that stand in the coverage, with their Morton codes and territory. */
async function treesOf(db: Db, work: PlacedBlock, found: Detection[]): Promise<NewTree[]> {
  if (found.length === 0) return [];
  const facts = work.facts;
  const grid = fragmentGrid(work.width, work.height);
  const positions = pixelsToLonLats(
    facts,
    found.flatMap(({ x, y }) => [x, y]),
  );
  const placeOf = await loadTerritory(db, boundsOf(positions));
  const covered = work.area_kind === "image" ? () => true : preparePolygon(work.coverage);
  const trees: NewTree[] = [];
  for (const [i, tree] of found.entries()) {
    const [lon, lat] = [positions[2 * i] as number, positions[2 * i + 1] as number];
    const fragment = fragmentOfPixel(grid, tree.x, tree.y);
    if (fragment === undefined || !covered(lon, lat)) continue;
    trees.push({
      whole_image_id: work.whole_image_id,
      fragment,
      zc: mortonOf(lon, lat),
      lon,
      lat,
      captured_on: work.captured_on,
      score: tree.score,
      green: GREEN_NUMBERS[tree.green],
      veg_index: tree.index,
      veg_index_name: tree.indexName,
      area_m2: tree.areaM2,
      box: tree.box,
      crown: tree.crown.flat(),
      ...placeOf(lon, lat),
    });
  }
  return trees;
}

/** Of the shrubs in a block those that stand in the coverage. */
function shrubsCounted({ facts, area_kind, coverage }: BlockWork, shrubs: readonly Shrub[]) {
  if (area_kind === "image") return shrubs;
  const covered = preparePolygon(coverage);
  const positions = pixelsToLonLats(
    facts,
    shrubs.flatMap(({ x, y }) => [x, y]),
  );
  return shrubs.filter((_, i) =>
    covered(positions[2 * i] as number, positions[2 * i + 1] as number),
  );
}

function boundsOf(positions: Float64Array): Bbox {
  const box: Bbox = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 2) {
    const [lon, lat] = [positions[i] as number, positions[i + 1] as number];
    box[0] = Math.min(box[0], lon);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lon);
    box[3] = Math.max(box[3], lat);
  }
  return box;
}

/** A new run over a published image takes its place. */
import type { Db } from "@nihol/db/connection";
import { holdTerritory } from "@nihol/store/trees/territory-lock";
import { unpublishImage } from "@nihol/store/trees/tree-publish";
import { sql } from "kysely";
import { type FoundInBlock, writeFound } from "./write-block.ts";
import { type PlannedImage, writeWholeImage } from "./write-plan.ts";

/**
 * Puts the prepared image and all that was found in its blocks in the place of the published one, which counts until the
 * caller's transaction ends. Nothing happens where no image was published when the run began.
 */
export async function applyNextImage(trx: Db, process: number): Promise<void> {
  const next = await trx
    .selectFrom("next_image")
    .select(["cog_key", sql<PlannedImage>`image`.as("image")])
    .where("process_id", "=", process)
    .executeTakeFirst();
  if (!next) return;
  const row = await trx
    .selectFrom("imagery_process")
    .selectAll()
    .where("id", "=", process)
    .executeTakeFirstOrThrow();
  const before = await trx
    .selectFrom("whole_image")
    .select(["id", "captured_on"])
    .where("process_id", "=", process)
    .executeTakeFirstOrThrow();
  const { image: planned } = next;
  await holdTerritory(trx);
  // The ground that it showed may be more than it shows now.
  await unpublishImage(trx, before.id);
  await writeWholeImage(trx, row, planned);
  await trx
    .updateTable("whole_image")
    .set({ cog_key: next.cog_key })
    .where("id", "=", before.id)
    .execute();
  const { facts, coverage, counted } = planned;
  const { width, height } = planned.grid;
  const image = { facts, coverage, counted, width, height, cog_key: next.cog_key };
  const place = { process_id: process, whole_image_id: before.id, area_kind: row.area_kind };
  for (const { n } of planned.plan.blocks) {
    const block = await trx
      .selectFrom("imagery_block")
      .select(["n", "fx0", "fy0", "fx1", "fy1"])
      .select(sql<FoundInBlock | null>`result`.as("result"))
      .where("process_id", "=", process)
      .where("n", "=", n)
      .executeTakeFirstOrThrow();
    const { result, ...rect } = block;
    const found = result ?? { trees: [], plantings: [], indexName: null };
    const captured_on = row.capture_date;
    await writeFound(trx, { ...place, ...rect, ...image, captured_on }, found);
  }
  await trx
    .updateTable("imagery_block")
    .set({ result: null })
    .where("process_id", "=", process)
    .execute();
  await trx.deleteFrom("next_image").where("process_id", "=", process).execute();
}

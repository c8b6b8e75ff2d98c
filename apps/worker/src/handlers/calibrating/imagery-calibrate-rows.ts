/** Rows of a calibration, as its job reads and writes them. */

import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { JobPayload } from "@nihol/contract/values/jobs";
import type { CellGrid } from "@nihol/counting/plot-grid";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { JobRequest } from "@nihol/store/jobs/job-queue";
import { sql } from "kysely";
import type { SampledImage, SamplePlot } from "../../imagery/sample-plots.ts";

export interface CalibratedImage extends SampledImage {
  id: number;
  date_hash: string;
  cog_key: string;
  facts: ImageMetadata;
  wanted: number;
  occupied: number[];
  /** Undefined until it is laid over the image. */
  grid: CellGrid | undefined;
}

/** An image that is counted and has a calibration; "lock" keeps others from drawing. */
export async function findCalibration(
  db: Db,
  id: number,
  lock?: "lock",
): Promise<CalibratedImage | undefined> {
  let query = db
    .selectFrom("calibration as c")
    .innerJoin("whole_image as w", "w.id", "c.whole_image_id")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .where("w.id", "=", id)
    .where("p.status", "=", "completed")
    .where("w.counted", "=", true)
    .select([
      "w.id",
      "w.date_hash",
      "w.cog_key",
      "w.facts",
      "w.width",
      "w.height",
      "w.gsd_m",
      "w.coverage",
    ])
    .select(["w.coverage_m2", "w.tree_count", "c.wanted", "c.side", "c.columns", "c.occupied"]);
  if (lock) query = query.forUpdate("c");
  const row = await query.executeTakeFirst();
  if (!row) return undefined;
  const { side, columns, ...image } = row;
  return {
    ...image,
    facts: row.facts,
    coverage: row.coverage,
    grid: side && columns ? { side, columns } : undefined,
  };
}

export async function writeGridCells(
  db: Db,
  id: number,
  grid: CellGrid & { occupied: number[]; empty: number; outside: number },
): Promise<void> {
  await db.updateTable("calibration").set(grid).where("whole_image_id", "=", id).execute();
}

export async function findWindows(db: Db, id: number) {
  return db
    .selectFrom("calibration_window")
    .where("whole_image_id", "=", id)
    .select(["n", "cell", "is_occupied", "found"])
    .select(sql<boolean>`found is not null and candidates is not null`.as("is_described"))
    .orderBy("n")
    .execute();
}

/** Numbers them after those drawn before, in random order, so that the number does not give away where trees were found. */
export async function writeWindows(
  trx: Db,
  id: number,
  drawn: readonly { n: number }[],
  cells: SamplePlot[],
): Promise<void> {
  // A small image has no more grid cells to draw.
  await trx
    .updateTable("calibration")
    .set({ wanted: drawn.length + cells.length })
    .where("whole_image_id", "=", id)
    .execute();
  if (cells.length === 0) return;
  // Numbers of windows that were dropped leave gaps.
  const last = Math.max(0, ...drawn.map(({ n }) => n));
  const mixed = [...cells].sort((a, b) => a.cell - b.cell);
  await trx
    .insertInto("calibration_window")
    .values(mixed.map((plot, i) => ({ whole_image_id: id, n: last + i + 1, ...plot })))
    .execute();
}

/** Deletes the detections of another model than `sha256`, so that they are made anew. */
export async function forgetDetections(db: Db, id: number, sha256: string): Promise<void> {
  await sql`
    with changed as (
      update calibration set model_sha256 = ${sha256}
      where whole_image_id = ${id} and model_sha256 is distinct from ${sha256} returning whole_image_id
    )
    update calibration_window w set found = null, candidates = null from changed c where w.whole_image_id = c.whole_image_id`.execute(
    db,
  );
}

export async function writeDetections(
  db: Db,
  id: number,
  n: number,
  { found, candidates }: { found: number[]; candidates: number[][] },
): Promise<void> {
  await db
    .updateTable("calibration_window")
    .set({ found, candidates: json(candidates) })
    .where("whole_image_id", "=", id)
    .where("n", "=", n)
    .execute();
}

/**
 * Gives up windows in which nothing could be detected. Those that nobody looked into are dropped, and people go on with the
 * others, or begin again; what a person counted or skipped stays, without detections.
 */
export async function giveUpDetection(db: Db, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("calibration_window")
      .where("whole_image_id", "=", id)
      .where("found", "is", null)
      .where("marks", "is", null)
      .where("is_skipped", "=", false)
      .execute();
    const left = await findWindows(trx, id);
    if (left.length === 0)
      await trx.deleteFrom("calibration").where("whole_image_id", "=", id).execute();
    else
      await trx
        .updateTable("calibration")
        // Detections in the others are not waited for.
        .set({ wanted: left.filter(({ found }) => found !== null).length })
        .where("whole_image_id", "=", id)
        .execute();
  });
}

export const calibrateJob = (id: number): JobRequest => ({
  name: "imagery.calibrate",
  data: { whole_image: id } satisfies JobPayload<"imagery.calibrate">,
});

/** An image that was counted anew, perhaps by another model: its windows are detected again. */
export async function calibrationJobs(db: Db, process: number): Promise<JobRequest[]> {
  const rows = await db
    .selectFrom("calibration as c")
    .innerJoin("whole_image as w", "w.id", "c.whole_image_id")
    .where("w.process_id", "=", process)
    .where("w.counted", "=", true)
    .select("w.id")
    .execute();
  return rows.map(({ id }) => calibrateJob(id));
}

/** Images whose windows are not all drawn and detected; for the reconciler. */
export async function unfinishedCalibrations(db: Db): Promise<JobRequest[]> {
  const { rows } = await sql<{ id: number }>`
    select c.whole_image_id as id
    from calibration c
    join whole_image w on w.id = c.whole_image_id
    join imagery_process p on p.id = w.process_id
    where p.status = 'completed' and w.counted and c.wanted >
      (select count(*) from calibration_window o where o.whole_image_id = c.whole_image_id and o.found is not null)
    order by 1`.execute(db);
  return rows.map(({ id }) => calibrateJob(id));
}

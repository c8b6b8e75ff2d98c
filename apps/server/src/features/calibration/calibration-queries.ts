import type { PlotSource } from "@nihol/contract/imagery/calibration";
import type { Db } from "@nihol/db/connection";
import { rangeColumns } from "@nihol/store/trees/image-range";
import { treesAsFound } from "@nihol/store/trees/trees-as-found";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { changeableBy, visibleImagery } from "../../policies/imagery.ts";
import { visibleImages } from "../../shared/imagery/published-images.ts";

/** An image that the actor may see, with what a calibration needs to know of it. */
export async function findImage(db: Db, actor: Actor, id: number) {
  return visibleImages(db, actor)
    .where("w.id", "=", id)
    .select(["w.id", "w.process_id", "w.cog_key", "w.facts", "w.width", "w.height", "w.gsd_m"])
    .select([
      "w.tree_count",
      ...rangeColumns,
      "w.range_basis",
      "w.range_images",
      "w.familiarity",
      "w.lessons_id",
      "p.status",
    ])
    .select(changeableBy(actor).as("in_scope"))
    .select(
      sql<number>`coalesce(w.threshold, p.threshold,
        (select min(score) from tree t where t.whole_image_id = w.id), 0.3)`.as("threshold"),
    )
    .executeTakeFirst();
}
export type CalibratedImage = NonNullable<Awaited<ReturnType<typeof findImage>>>;

export async function findCalibration(db: Db, id: number) {
  return db
    .selectFrom("calibration")
    .where("whole_image_id", "=", id)
    .select(["wanted", "side", "columns", "occupied", "empty"])
    .executeTakeFirst();
}

/** The images of a range by other images' windows: all of them counted, and those that the actor may see named. */
export async function findPlotSource(
  db: Db,
  actor: Actor,
  images: readonly number[],
): Promise<PlotSource> {
  const rows = await db
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .where("w.id", "in", [...images])
    .select(["w.id", "p.file_name", "w.captured_on as date", visibleImagery(actor).as("seen")])
    .select(
      sql<number>`(select count(*)::int from calibration_window c
        where c.whole_image_id = w.id and c.marks is not null)`.as("windows"),
    )
    .orderBy("w.captured_on", "desc")
    .orderBy("w.id", "desc")
    .execute();
  return {
    images: rows.length,
    windows: rows.reduce((sum, { windows }) => sum + windows, 0),
    listed: rows.flatMap(({ seen, ...image }) => (seen ? [image] : [])),
  };
}

/** Windows in order; `found` is null until the detector has run. */
export async function listWindows(db: Db, id: number) {
  return db
    .selectFrom("calibration_window as c")
    .leftJoin("user_account as u", "u.id", "c.counted_by")
    .where("c.whole_image_id", "=", id)
    .select(["c.n", "c.cell", "c.marks", "c.is_skipped", "c.found", "c.counted_at"])
    .select(["u.first_name", "u.last_name"])
    .orderBy("c.n")
    .execute();
}
export type WindowRow = Awaited<ReturnType<typeof listWindows>>[number];

/** Middles of the trees that stand in these squares, as they were found, by square; pixels of the image. */
export async function treesInCells(
  db: Db,
  id: number,
  { side, columns }: { side: number; columns: number },
  cells: readonly number[],
): Promise<Map<number, [number, number][]>> {
  const { rows } = await sql<{ cell: number; x: number; y: number }>`
    select cell, x, y from (
      select floor(m.y / ${side}::int)::int * ${columns}::int + floor(m.x / ${side}::int)::int as cell, m.x, m.y
      from (select (t.box[1] + t.box[3]) / 2 as x, (t.box[2] + t.box[4]) / 2 as y
        from ${treesAsFound(id)} t where t.found = 1) m
    ) found where cell = any(${[...cells]}::int[])`.execute(db);
  const byCell = Map.groupBy(rows, ({ cell }) => cell);
  return new Map(
    [...byCell].map(([cell, found]) => [cell, found.map(({ x, y }): [number, number] => [x, y])]),
  );
}

/** Begins, or asks for `more` windows, at most `max` in all. */
export async function askForWindows(
  db: Db,
  actor: Actor,
  id: number,
  { first, more, max }: { first: number; more: number; max: number },
): Promise<void> {
  await db
    .insertInto("calibration")
    .values({ whole_image_id: id, wanted: first, requested_by: actor.id })
    .onConflict((conflict) =>
      conflict.column("whole_image_id").doUpdateSet({
        // Windows that the image could not be read in are not waited for any more, and are drawn all the same.
        wanted: sql<number>`least(greatest(calibration.wanted, (select count(*) from calibration_window w
          where w.whole_image_id = ${id})) + ${more}, ${max})`,
      }),
    )
    .execute();
}

/** @returns whether there is such a window. */
export async function writeAnnotations(
  db: Db,
  actor: Actor,
  { id, n, annotations }: { id: number; n: number; annotations: number[] | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("calibration_window")
    .set({
      marks: annotations,
      is_skipped: annotations === null,
      counted_by: actor.id,
      counted_at: new Date(),
    })
    .where("whole_image_id", "=", id)
    .where("n", "=", n)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteCalibration(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("calibration")
    .where("whole_image_id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Sets the threshold of the next run, in the actor's name. */
export async function updateThreshold(
  db: Db,
  actor: Actor,
  process: number,
  threshold: number,
): Promise<void> {
  await db
    .updateTable("imagery_process")
    .set({ threshold, threshold_by: actor.id, threshold_at: new Date() })
    .where("id", "=", process)
    .execute();
}

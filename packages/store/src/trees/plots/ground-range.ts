/** The range of an image's count by the sample plots that its ground was learned from, where they lie in other images. */

import type { LessonPlot } from "@nihol/contract/values/imagery/lessons";
import { effectivePlots } from "@nihol/counting/ground/independent-plots";
import { factorsByPlots, type GroundLogRatio } from "@nihol/counting/ground/plot-range";
import type { Db } from "@nihol/db/connection";
import { METERS_PER_DEGREE } from "@nihol/geo/flat-meters";
import { sql } from "kysely";
import type { RangeOfKind } from "./shared-plots.ts";

/** Orders lessons `l` of a ground: the newest that nobody took back first; where all are taken back, the newest of those. */
export const newestLessonsFirst = sql`l.withdrawn_at is not null, l.n desc`;

/** The independent plots that the image's trees stand on, and how many trees there are. */
export async function plotsOfImage(
  db: Db,
  image: number,
  plotM2: number,
): Promise<{ plots: number; trees: number }> {
  const side = Number.isFinite(plotM2) ? Math.sqrt(plotM2) / METERS_PER_DEGREE : 360;
  const { rows } = await sql<{ trees: number }>`
    select count(*)::int as trees from tree t join whole_image w on w.id = t.whole_image_id
    where w.id = ${image}
    group by floor(t.lat / ${side}::float8),
      floor(t.lon * cos(radians((w.bbox[2] + w.bbox[4]) / 2)) / ${side}::float8)`.execute(db);
  const trees = rows.map((row) => row.trees);
  return { plots: effectivePlots(trees), trees: trees.reduce((sum, n) => sum + n, 0) };
}

/** @returns undefined where the image was not counted by what was learned of a ground */
export async function rangeOfGround(db: Db, id: number): Promise<RangeOfKind | undefined> {
  const lessons = await db
    .selectFrom("whole_image as w")
    .innerJoin("ground_lessons as l", "l.id", "w.lessons_id")
    .where("w.id", "=", id)
    .select(["l.images", sql<GroundLogRatio>`l.lessons -> 'ratio'`.as("ratio")])
    .executeTakeFirst();
  if (!lessons) return undefined;
  const { ratio, images } = lessons;
  const found = await plotsOfImage(db, id, ratio.plotM2);
  return { ...factorsByPlots(ratio, found), images };
}

/**
 * Trees found on the sample plots of an image by what the other plots taught, by square, where its trees were counted by
 * what these plots taught, as far as the present grid is theirs: on its own plots a count looks nicer than it is elsewhere (cross-fitting; Breidt and Opsomer 2017).
 */
export async function crossFound(db: Db, id: number): Promise<Map<number, number>> {
  const row = await db
    .selectFrom("whole_image as w")
    .innerJoin("ground_lessons as l", "l.id", "w.lessons_id")
    .innerJoin("calibration as c", "c.whole_image_id", "w.id")
    .where("w.id", "=", id)
    .select(["c.side", sql<LessonPlot[]>`l.counts`.as("counts")])
    .executeTakeFirst();
  const own = (row?.counts ?? []).filter(({ image, side }) => image === id && side === row?.side);
  return new Map(own.map(({ cell, found }) => [cell, found]));
}

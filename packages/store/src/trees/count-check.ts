/** What counted windows say of an image's count: shared by the server (a window is saved) and the worker (it was counted anew). */

import { widenedByChecked } from "@nihol/counting/checked-part";
import { narrowedFactors, type PlotRange } from "@nihol/counting/ground/independent-plots";
import { type CountedWindow, estimateRange, type Strata } from "@nihol/counting/sample-plots";
import type { Database } from "@nihol/db/tables";
import { type Kysely, type SqlBool, sql } from "kysely";
import { crossFound, rangeOfGround } from "./plots/ground-range.ts";
import { rangeOfKind } from "./plots/shared-plots.ts";
import { treesAsFound } from "./trees-as-found.ts";

type Db = Kysely<Database>;

/** Trees of the image by square, as they were found, of the squares that are asked for; and in all of them. */
export interface CellCounts {
  byCell: Map<number, number>;
  inOccupied: number;
  /** Beside the whole squares. */
  inOutside: number;
  total: number;
}

/** The square that holds the middle of a tree's box. */
const cellOf = (side: number, columns: number) => sql<number>`
  floor((t.box[2] + t.box[4]) / 2 / ${side}::int)::int * ${columns}::int
  + floor((t.box[1] + t.box[3]) / 2 / ${side}::int)::int`;

interface CellRow {
  cell: number | null;
  is_occupied: boolean;
  is_outside: boolean;
  n: number;
}

/** Counts what was found on an image by the squares of its calibration, whatever people corrected since. */
export async function countByCell(
  db: Db,
  id: number,
  grid: { side: number; columns: number; occupied: number[] },
  windows: number[],
): Promise<CellCounts> {
  const { rows } = await sql<CellRow>`
    with occupied as (select unnest(${grid.occupied}::int[]) as cell),
      counted as (
        select ${cellOf(grid.side, grid.columns)} as cell, sum(t.found)::int as n
        from ${treesAsFound(id)} t group by 1
      )
    select case when c.cell = any(${windows}::int[]) then c.cell end as cell,
      o.cell is not null as is_occupied, (c.cell % ${grid.columns}::int + 1) * ${grid.side}::int > w.width
        or (c.cell / ${grid.columns}::int + 1) * ${grid.side}::int > w.height as is_outside, sum(c.n)::int as n
    from counted c left join occupied o on o.cell = c.cell, whole_image w
    where w.id = ${id}
    group by 1, 2, 3`.execute(db);
  const sum = (some: typeof rows) => some.reduce((total, row) => total + row.n, 0);
  return {
    byCell: new Map(rows.flatMap(({ cell, n }) => (cell === null ? [] : [[cell, n]]))),
    inOccupied: sum(rows.filter((row) => row.is_occupied)),
    inOutside: sum(rows.filter((row) => row.is_outside)),
    total: sum(rows),
  };
}

/**
 * Gives an image's count the range of its counted windows; where they are too few that of its kind's windows, or the model's.
 * To be called in the transaction that changes its trees, its windows or the model's range.
 */
export async function refreshRange(trx: Db, id: number): Promise<void> {
  // Of two windows saved at once the later one must see the other's annotations.
  await trx.selectFrom("whole_image").select("id").where("id", "=", id).forNoKeyUpdate().execute();
  const found = await compareWithFound(trx, id);
  const range = await measureRange(trx, id);
  const { ratio = null, logVariance = null } = range ?? {};
  // Each correction of a tree comes by here, and most of them leave the plots' word as it was.
  await trx
    .updateTable("calibration")
    .set({ ratio, ratio_variance: logVariance })
    .where("whole_image_id", "=", id)
    .where(
      sql<SqlBool>`(ratio, ratio_variance) is distinct from (${ratio}::float8, ${logVariance}::float8)`,
    )
    .execute();
  const values = range
    ? {
        // Plots say how many trees stand for each one found; the range is a factor of those that count on unchecked ground.
        range_low: range.low * found.correction,
        range_high: range.high * found.correction,
        range_middle: range.ratio * found.correction,
        range_scatter: range.scatter,
        range_basis: "calibration" as const,
        // Sample plots are drawn in each image by itself.
        range_shared: 0,
        range_plots: 1,
        range_images: [],
      }
    : await predictedRange(trx, id, found.checked);
  await trx.updateTable("whole_image").set(values).where("id", "=", id).execute();
}

/** The range of the image's kind, of the plots that taught its ground, or the model's; widened where checked ground contradicts it. */
async function predictedRange(trx: Db, id: number, checked: { found: number; trees: number }) {
  const model = await trx
    .selectFrom("whole_image")
    .select(["model_range_low as low", "model_range_high as high", "model_range_shared as shared"])
    .select("model_range_plots as plots")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const ofKind = (await rangeOfKind(trx, id, model)) ?? (await rangeOfGround(trx, id));
  const { low, high, shared } = ofKind ?? model;
  // Plots of sample plots' kinds are whole images: nothing averages out in them.
  const plots = ofKind ? 1 : model.plots;
  const wide =
    low === null || high === null
      ? { low, high, plots }
      : widenedOverPlots({ low, high, shared }, plots, checked);
  return {
    range_low: wide.low,
    range_high: wide.high,
    range_middle: ofKind?.middle ?? null,
    range_scatter: ofKind?.scatter ?? 0,
    range_basis: ofKind ? ("shared" as const) : ("model" as const),
    range_shared: shared,
    range_plots: wide.plots,
    range_images: ofKind?.images ?? [],
  };
}

/** Checked ground that contradicts what the plots of the image have in common shows that they do not err apart. */
function widenedOverPlots(
  range: PlotRange,
  plots: number,
  checked: { found: number; trees: number },
) {
  const { low, high } = widenedByChecked(range, checked);
  const factors = narrowedFactors(range, plots);
  const fits = widenedByChecked(factors, checked);
  const isSame = fits.low === factors.low && fits.high === factors.high;
  return { low, high, plots: isSame ? plots : 1 };
}

/** What people left of what a run found: on checked ground, and as a factor elsewhere. Nothing is read where nobody corrected. */
async function compareWithFound(db: Db, id: number) {
  const { rows } = await sql<{ checked: boolean; trees: number; found: number }>`
    select checked, sum(present)::int as trees, sum(found)::int as found from ${treesAsFound(id)} t
    where exists (select from tree_correction where whole_image_id = ${id})
      or exists (select from fragment where whole_image_id = ${id} and checked)
    group by 1`.execute(db);
  const { trees = 0, found = 0 } = rows.find((row) => row.checked) ?? {};
  const rest = rows.find((row) => !row.checked);
  return {
    checked: { trees, found },
    correction: rest && rest.trees > 0 ? rest.found / rest.trees : 1,
  };
}

/** Where the layout does not say, by the areas. */
const outsideOf = sql<number>`coalesce(c.outside, greatest(0,
  w.coverage_m2 / (c.side * w.gsd_m) ^ 2 - cardinality(c.occupied) - c.empty))`;

async function measureRange(db: Db, id: number) {
  const calibration = await db
    .selectFrom("calibration as c")
    .innerJoin("whole_image as w", "w.id", "c.whole_image_id")
    .select(["c.side", "c.columns", "c.occupied", "c.empty", outsideOf.as("outside")])
    .where("w.id", "=", id)
    .executeTakeFirst();
  if (!calibration?.side || !calibration.columns) return undefined;
  const windows = await db
    .selectFrom("calibration_window")
    .select(["cell", "is_occupied", sql<number>`cardinality(marks) / 2`.as("marked")])
    .where("whole_image_id", "=", id)
    .where("marks", "is not", null)
    .execute();
  const { side, columns, occupied, empty, outside } = calibration;
  const cells = windows.map((w) => w.cell);
  const trees = await countByCell(db, id, { side, columns, occupied }, cells);
  const cross = await crossFound(db, id);
  const counted = windows.map(
    (w): CountedWindow => ({
      marked: w.marked,
      found: cross.get(w.cell) ?? trees.byCell.get(w.cell) ?? 0,
      isOccupied: w.is_occupied,
    }),
  );
  const strata: Strata = {
    occupied: occupied.length,
    empty,
    inOccupied: trees.inOccupied,
    inEmpty: trees.total - trees.inOccupied - trees.inOutside,
    outside,
    inOutside: trees.inOutside,
  };
  return estimateRange(counted, strata);
}

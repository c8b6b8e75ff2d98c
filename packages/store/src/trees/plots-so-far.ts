/** The sample plots of an image as they stand: what people counted in them, and how many trees were found in each cell. */

import type { PlotNumbers, PlotsSoFar } from "@nihol/counting/next-plots";
import { cellGrid } from "@nihol/counting/plot-grid";
import type { CountedWindow } from "@nihol/counting/sample-plots";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { crossFound } from "./plots/ground-range.ts";
import { treesAsFound } from "./trees-as-found.ts";

/** Trees of the image by cell, as they were found, of the cells that are asked for; and in all of them. */
interface CellCounts {
  byCell: Map<number, number>;
  inOccupied: number;
  /** Squares of the trees in each occupied one, summed. */
  squared: number;
  /** Beside the whole cells. */
  inOutside: number;
  total: number;
}

/** The cell that holds the middle of a tree's box. */
const cellOf = (side: number, columns: number) => sql<number>`
  floor((t.box[2] + t.box[4]) / 2 / ${side}::int)::int * ${columns}::int
  + floor((t.box[1] + t.box[3]) / 2 / ${side}::int)::int`;

interface CellRow {
  cell: number | null;
  is_occupied: boolean;
  is_outside: boolean;
  n: number;
  squared: number;
  cells: number;
}

/** @param occupied null: every whole cell in which there are trees now */
async function listCellRows(
  db: Db,
  id: number,
  grid: { side: number; columns: number; occupied: number[] | null },
  windows: number[],
): Promise<CellRow[]> {
  const { rows } = await sql<CellRow>`
    with occupied as (select unnest(${grid.occupied ?? []}::int[]) as cell),
      counted as (
        select ${cellOf(grid.side, grid.columns)} as cell, sum(t.found)::int as n
        from ${treesAsFound(id)} t group by 1
      )
    select case when c.cell = any(${windows}::int[]) then c.cell end as cell,
      o.cell is not null as is_occupied, (c.cell % ${grid.columns}::int + 1) * ${grid.side}::int > w.width
        or (c.cell / ${grid.columns}::int + 1) * ${grid.side}::int > w.height as is_outside, sum(c.n)::int as n,
      sum(c.n::float8 ^ 2) as squared, count(*) filter (where c.n > 0)::int as cells
    from counted c left join occupied o on o.cell = c.cell, whole_image w
    where w.id = ${id}
    group by 1, 2, 3`.execute(db);
  return rows.map((row) => ({
    ...row,
    is_occupied: row.is_occupied || (grid.occupied === null && !row.is_outside),
  }));
}

const sum = (rows: readonly CellRow[], of: "n" | "squared" | "cells") =>
  rows.reduce((total, row) => total + row[of], 0);

function countsOf(rows: readonly CellRow[]): CellCounts {
  const occupied = rows.filter((row) => row.is_occupied);
  return {
    byCell: new Map(rows.flatMap(({ cell, n }) => (cell === null ? [] : [[cell, n]]))),
    inOccupied: sum(occupied, "n"),
    squared: sum(occupied, "squared"),
    inOutside: sum(
      rows.filter((row) => row.is_outside),
      "n",
    ),
    total: sum(rows, "n"),
  };
}

/** Counts what was found on an image by the cells of its calibration, whatever people corrected since. */
export async function countByCell(
  db: Db,
  id: number,
  grid: { side: number; columns: number; occupied: number[] },
  windows: number[],
): Promise<CellCounts> {
  return countsOf(await listCellRows(db, id, grid, windows));
}

/** Where the layout does not say, by the areas. */
const outsideOf = sql<number>`coalesce(c.outside, greatest(0,
  w.coverage_m2 / (c.side * w.gsd_m) ^ 2 - cardinality(c.occupied) - c.empty))`;

const modelOf = ({ low, high }: { low: number | null; high: number | null }) =>
  low === null || high === null ? undefined : { low, high };

/**
 * The plots of an image, and the cells of which further ones are drawn.
 * @returns undefined where no grid is laid over it
 */
export async function readPlots(db: Db, id: number): Promise<PlotsSoFar | undefined> {
  const row = await db
    .selectFrom("calibration as c")
    .innerJoin("whole_image as w", "w.id", "c.whole_image_id")
    .select(["c.side", "c.columns", "c.occupied", "c.empty", outsideOf.as("outside")])
    .select(["w.model_range_low as low", "w.model_range_high as high"])
    .where("w.id", "=", id)
    .executeTakeFirst();
  if (!row?.side || !row.columns) return undefined;
  const { side, columns, occupied, empty, outside } = row;
  const windows = await db
    .selectFrom("calibration_window")
    .select(["cell", "is_occupied", "is_skipped", sql<number>`cardinality(marks) / 2`.as("marked")])
    .where("whole_image_id", "=", id)
    .execute();
  const cells = windows.map((w) => w.cell);
  const trees = await countByCell(db, id, { side, columns, occupied }, cells);
  const cross = await crossFound(db, id);
  const counted = windows.flatMap((w): CountedWindow[] => {
    const found = cross.get(w.cell) ?? trees.byCell.get(w.cell) ?? 0;
    return w.marked === null ? [] : [{ marked: w.marked, found, isOccupied: w.is_occupied }];
  });
  const numbers = (isSkipped: boolean): PlotNumbers => {
    const some = windows.filter((w) => w.marked === null && w.is_skipped === isSkipped);
    const inOccupied = some.filter((w) => w.is_occupied).length;
    return { occupied: inOccupied, empty: some.length - inOccupied };
  };
  return {
    counted,
    open: numbers(false),
    skipped: numbers(true),
    cells: {
      occupied: occupied.length,
      empty,
      inOccupied: trees.inOccupied,
      inEmpty: trees.total - trees.inOccupied - trees.inOutside,
      outside,
      inOutside: trees.inOutside,
    },
    foundSquared: trees.squared,
    model: modelOf(row),
  };
}

/** Plots as `readPlots` will give them for an image over which no grid is laid yet: its cells by its areas. */
export async function planPlots(db: Db, id: number): Promise<PlotsSoFar> {
  const image = await db
    .selectFrom("whole_image")
    .select(["width", "height", "gsd_m", "coverage_m2", "tree_count"])
    .select(["model_range_low as low", "model_range_high as high"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const grid = cellGrid(image);
  const rows = await listCellRows(db, id, { ...grid, occupied: null }, []);
  const { inOccupied, inOutside, squared } = countsOf(rows);
  const { side } = grid;
  const whole = Math.floor(image.width / side) * Math.floor(image.height / side);
  const shown = image.coverage_m2 / (side * image.gsd_m) ** 2;
  const occupied = sum(
    rows.filter((row) => row.is_occupied),
    "cells",
  );
  const cells = Math.max(occupied, Math.min(whole, Math.round(shown)));
  const none = { occupied: 0, empty: 0 };
  return {
    ...{ counted: [], open: none, skipped: none, foundSquared: squared },
    model: modelOf(image),
    cells: {
      ...{ occupied, empty: cells - occupied, inOccupied, inEmpty: 0, inOutside },
      outside: Math.max(0, shown - cells),
    },
  };
}

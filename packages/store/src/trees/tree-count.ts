/**
 * The one way to count trees: list, map, analytics and statistics add up the same rows of tree_tally,
 * so the same filter gives the same number everywhere.
 */

import type { Familiarity, ForeignReason } from "@nihol/contract/values/imagery/familiarity";
import { leftOver, MODEL_SCATTER } from "@nihol/counting/checked-part";
import { rangeOfSum } from "@nihol/counting/summed-range";
import type { Db } from "@nihol/db/connection";
import { type Expression, type SqlBool, sql } from "kysely";
import { estimateOfTrees, type RangedImage, rangeColumns, rangeOfTrees } from "./image-range.ts";

/** Fields of an image that give the range of its count, whatever part of it is asked for. */
export interface CountedImage extends RangedImage {
  whole_image_id: number;
  captured_on: string;
  gsd_m: number;
  model: string | null;
  range_basis: string;
  familiarity: Familiarity;
  foreign_reasons: ForeignReason[];
  /** Taken while leaves are off. */
  leaf_off: boolean;
  /** All trees of the image. */
  image_trees: number;
  /** Share of the ground, of the image or of the garden that is asked for, that no person has looked over whole. */
  unchecked_ground: number;
}

/** The sums of one image's share of what was asked for. */
export interface ImageCount extends CountedImage {
  /** Number of its trees that are asked for. */
  n: number;
  /** Of them, trees in fragments that a person has looked over whole. */
  checked: number;
  green: number;
  not_green: number;
  unsure: number;
  area_m2: number;
  green_area_m2: number;
}

/**
 * Share of a garden's ground that no person has looked over: of the fragments that meet its bounds.
 * @param isChecked condition on a fragment `f`, where not everybody's look counts
 */
export const uncheckedOf = (
  garden: number,
  isChecked = sql<boolean>`f.checked`,
) => sql<number>`case when w.checked_ground = 0 then 1 else coalesce((
  select 1 - avg((${isChecked})::int)::float8 from fragment f join garden g on g.id = ${garden}
  where f.whole_image_id = w.id and f.bbox[1] < g.bbox[3] and f.bbox[3] > g.bbox[1]
    and f.bbox[2] < g.bbox[4] and f.bbox[4] > g.bbox[2]), 1) end`;

/** The columns of `CountedImage`, of an image `w`; of a garden alone where one is given. */
export const countedImageColumns = (
  garden?: number,
) => sql`w.id as whole_image_id, w.captured_on, w.gsd_m, w.model,
  ${sql.join(rangeColumns.map((column) => sql.ref(column)))}, w.range_basis, w.familiarity,
  w.foreign_reasons, w.leaf_off, w.tree_count as image_trees,
  ${garden === undefined ? sql`1 - w.checked_ground` : uncheckedOf(garden)} as unchecked_ground`;

const imageSums = (garden?: number) => sql`${countedImageColumns(garden)},
  sum(t.n)::int as n, sum(t.checked)::int as checked, sum(t.green)::int as green, sum(t.not_green)::int as not_green,
  sum(t.unsure)::int as unsure, sum(t.area_m2) as area_m2, sum(t.green_area_m2) as green_area_m2`;

/** Sums per image of the tally rows `t` that `where` keeps, newest image first; `garden` where it is of that alone. */
export async function countTreesByImage(
  db: Db,
  where: Expression<SqlBool>,
  garden?: number,
): Promise<ImageCount[]> {
  const { rows } = await sql<ImageCount>`
    select ${imageSums(garden)}
    from tree_tally t join whole_image w on w.id = t.whole_image_id
    where ${where}
    group by w.id order by w.captured_on desc, w.id desc`.execute(db);
  return rows;
}

/** The same sums apart for each value of `territory`, an expression over the tally rows `t`. */
export async function countTreesByTerritory(
  db: Db,
  territory: Expression<number>,
  where: Expression<SqlBool>,
  garden?: number,
): Promise<(ImageCount & { territory_id: number })[]> {
  const { rows } = await sql<ImageCount & { territory_id: number }>`
    select ${territory} as territory_id, ${imageSums(garden)}
    from tree_tally t join whole_image w on w.id = t.whole_image_id
    where ${where}
    group by 1, w.id order by w.captured_on desc, w.id desc`.execute(db);
  return rows;
}

/** The sums of images with all of their own trees, whether they count today or not; also of those without trees. */
export async function countTreesOfImages(db: Db, ids: readonly number[]): Promise<ImageCount[]> {
  const { rows } = await sql<ImageCount>`
    select ${countedImageColumns()}, w.tree_count as n, coalesce(f.checked, 0)::int as checked,
      0 as green, 0 as not_green, 0 as unsure, 0 as area_m2, 0 as green_area_m2
    from whole_image w, lateral (
      select sum(tree_count) as checked from fragment where whole_image_id = w.id and checked
    ) f where w.id = any(${ids}::int[])`.execute(db);
  return rows;
}

/** `n` of an image's trees, of which as large a share was looked over as of all. */
export const partOfImage = (image: ImageCount, n: number): ImageCount => ({
  ...image,
  n,
  checked: image.n > 0 ? n * (image.checked / image.n) : 0,
});

const sums = ["n", "checked", "green", "not_green", "unsure", "area_m2", "green_area_m2"] as const;

/** Merges sums that were parted by territory into one row per image again: a range is rounded once. */
export function mergeByImage(rows: readonly ImageCount[]): ImageCount[] {
  const images = new Map<number, ImageCount>();
  for (const row of rows) {
    const before = images.get(row.whole_image_id);
    if (!before) images.set(row.whole_image_id, { ...row });
    else for (const one of sums) before[one] += row[one];
  }
  return [...images.values()];
}

type RangeBasis = "model" | "calibration" | "shared" | "both" | "checked";

/** A count with what it stands on: TreeCounts of the contract, and the crowns' area. */
interface CombinedCount {
  /** The best estimate; it lies in the range. */
  total: number;
  found: number;
  /** On ground that people have looked over whole: these are exact. */
  checked: number;
  green: number;
  not_green: number;
  unsure: number;
  unsure_leaf_off: number;
  low: number | null;
  high: number | null;
  range_basis: RangeBasis | null;
  captured_from: string | null;
  captured_to: string | null;
  gsd_m: number | null;
  models: string[];
  ground: CountGround | null;
}

/** Knowledge that the detector has of the ground of images whose range is the model's. */
interface CountGround {
  familiarity: Familiarity;
  reasons: ForeignReason[];
  unfamiliar_trees: number;
  unfamiliar_image: number | null;
}

const sum = (rows: ImageCount[], of: (row: ImageCount) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

/** People have looked all of its ground over: nothing is left to be predicted. */
const isExact = (row: ImageCount) => row.unchecked_ground === 0 && row.checked === row.n;

function partOf(row: ImageCount) {
  const range = rangeOfTrees(row, row.n, row.image_trees);
  const { n, checked, unchecked_ground: uncheckedGround } = row;
  const scatter = row.range_basis === "model" ? MODEL_SCATTER : row.range_scatter;
  const left = leftOver({ n, checked, uncheckedGround }, range, scatter);
  return { ...range, left };
}

/** Exact on checked ground, and the range of the rest. */
function summedRange(rows: ImageCount[]) {
  const known = sum(rows, (row) => row.checked);
  const { low, high } = rangeOfSum(rows.map(partOf));
  return { low: known + low, high: known + high };
}

/** Width of the range, in trees, not rounded; null where there is none. */
export function rangeWidth(rows: ImageCount[]): number | null {
  if (combineCounts(rows).low === null) return null;
  const { low, high } = summedRange(rows);
  return high - low;
}

/** From the least to the most doubtful. */
const byDoubt: readonly Familiarity[] = ["known", "unassessed", "unlike", "unfamiliar"];

/** Sample plots take over where they are, and people where they have looked all over: those images are not asked about. */
function groundOf(rows: ImageCount[]): CountGround | null {
  const assessed = rows.filter(
    (row) => row.range_basis === "model" && row.model !== null && !isExact(row),
  );
  const unfamiliar = assessed.filter((row) => row.familiarity === "unfamiliar");
  const familiarity = byDoubt.findLast((one) => assessed.some((row) => row.familiarity === one));
  if (!familiarity) return null;
  return {
    familiarity,
    reasons: [...new Set(assessed.flatMap((row) => row.foreign_reasons))].sort(),
    unfamiliar_trees: sum(unfamiliar, (r) => r.n - r.checked),
    unfamiliar_image: unfamiliar[0]?.whole_image_id ?? null,
  };
}

function basisOf(rows: ImageCount[]): RangeBasis {
  const predicted = rows.filter((row) => !isExact(row));
  if (predicted.length === 0) return "checked";
  const bases = new Set(predicted.map((row) => row.range_basis));
  if (!bases.has("model")) return bases.has("shared") ? "shared" : "calibration";
  return bases.size === 1 ? "model" : "both";
}

/**
 * Adds images up. What images of a kind have in common of their errors adds up in the range, what each has of its own
 * averages out (`rangeOfSum`); trees on ground that people have looked over are known (decision 55). One image without a known range, or of unfamiliar ground without sample plots, leaves the sum
 * without one. The total is what is expected to stand there, a number of the range. `gsd_m` is the coarsest.
 */
export function combineCounts(rows: ImageCount[]): CombinedCount {
  const dates = rows.map((row) => row.captured_on).sort();
  const ground = groundOf(rows);
  const ranged =
    rows.length > 0 &&
    ground?.familiarity !== "unfamiliar" &&
    rows.every((r) => isExact(r) || (r.range_low !== null && r.range_high !== null));
  const range = ranged ? summedRange(rows) : null;
  const total = Math.round(sum(rows, (r) => estimateOfTrees(r, r.n, r.checked)));
  return {
    total,
    found: sum(rows, (r) => r.n),
    checked: sum(rows, (r) => r.checked),
    green: sum(rows, (r) => r.green),
    not_green: sum(rows, (r) => r.not_green),
    unsure: sum(rows, (r) => r.unsure),
    unsure_leaf_off: sum(rows, (r) => (r.leaf_off ? r.unsure : 0)),
    low: range && Math.min(total, Math.floor(range.low + 1e-6)),
    high: range && Math.max(total, Math.ceil(range.high - 1e-6)),
    range_basis: ranged ? basisOf(rows) : null,
    captured_from: dates.at(0) ?? null,
    captured_to: dates.at(-1) ?? null,
    gsd_m: rows.length > 0 ? Math.max(...rows.map((r) => r.gsd_m)) : null,
    models: [...new Set(rows.map((r) => r.model).filter((m) => m !== null))].sort(),
    ground,
  };
}

/** Crown area of all images in square metres. */
export const crownArea = (rows: ImageCount[]) => sum(rows, (r) => r.area_m2);

/** Crown area of green trees in square metres. */
export const greenCrownArea = (rows: ImageCount[]) => sum(rows, (r) => r.green_area_m2);

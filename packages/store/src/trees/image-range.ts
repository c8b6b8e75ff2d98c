/** The range of an image's trees, of all of them or of a part. */
import { narrowedByPlots, type PlotRange } from "@nihol/counting/ground/independent-plots";
import { rangeOfPart } from "@nihol/counting/sample-plots";
import { sql } from "kysely";

/** Fields of an image that give the range of any part of its count. */
export interface RangedImage {
  range_low: number | null;
  range_high: number | null;
  /** Trees that stand for each one that counts, by sample plots; null: one. */
  range_middle: number | null;
  range_scatter: number;
  range_extra: number;
  range_shared: number;
  range_plots: number;
}

/** The columns of `RangedImage`, of an image `w`. */
export const rangeColumns = [
  "w.range_low",
  "w.range_high",
  "w.range_middle",
  "w.range_scatter",
  "w.range_extra",
  "w.range_shared",
  "w.range_plots",
] as const satisfies `w.${keyof RangedImage}`[];

/** The best estimate of `n` trees of an image, of which `checked` stand on ground that people looked over; not rounded. */
export const estimateOfTrees = (image: Pick<RangedImage, "range_middle">, n: number, checked = 0) =>
  checked + (n - checked) * (image.range_middle ?? 1);

/** The same of a whole image, a row of whole_image named `alias`; rounded. */
export const estimateOfImage = (alias: "w" | "c") => sql<number>`(select round(k.checked
    + (${sql.ref(`${alias}.tree_count`)} - k.checked) * coalesce(${sql.ref(`${alias}.range_middle`)}, 1))::int
  from (select coalesce(sum(f.tree_count), 0) as checked from fragment f
    where f.whole_image_id = ${sql.ref(`${alias}.id`)} and f.checked) k)`;

/** The same summed over rows `t` of tree_tally and images `w`, rounded; null of no rows. */
export const estimatedTrees = sql<number | null>`round(
  sum(t.checked + (t.n - t.checked) * coalesce(w.range_middle, 1)))::int`;

/**
 * The range of `n` of the `all` trees of an image, not rounded. A part stands on as large a share of the image's plots as of
 * its trees; what one plot says is as unsure as the images that the range was measured on.
 */
export function rangeOfTrees(image: RangedImage, n: number, all: number): PlotRange {
  const { range_extra: extra, range_shared: shared } = image;
  const [low, high] = [image.range_low ?? 0, image.range_high ?? 0];
  // Images without any find have no factor, and whatever stands there was added by people.
  if (extra > 0 && high === 0) return { low: n, high: n + extra, shared };
  const range = rangeOfPart({ low, high, scatter: image.range_scatter, extra }, n, all);
  return narrowedByPlots({ ...range, shared }, image.range_plots * (all > 0 ? n / all : 1));
}

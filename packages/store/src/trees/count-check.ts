/**
 * Range of an image's count by its counted windows: shared by the server (a window is saved) and the worker (it was
 * counted anew).
 */

import { widenedByChecked } from "@nihol/counting/checked-part";
import { narrowedFactors, type PlotRange } from "@nihol/counting/ground/independent-plots";
import { allocatePlots, forecastRange } from "@nihol/counting/next-plots";
import { estimateRange, type PlotEstimate } from "@nihol/counting/sample-plots";
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";
import { rangeOfGround } from "./plots/ground-range.ts";
import { rangeOfKind } from "./plots/shared-plots.ts";
import { planPlots, readPlots } from "./plots-so-far.ts";
import { combineCounts, countTreesOfImages } from "./tree-count.ts";
import { treesAsFound } from "./trees-as-found.ts";

/**
 * Gives an image's count the range of its counted windows; where they are too few that of its kind's windows, or the model's.
 * To be called in the transaction that changes its trees, its windows or the model's range.
 */
export async function refreshRange(trx: Db, id: number): Promise<void> {
  // Of two windows saved at once the later one must see the other's annotations.
  await trx.selectFrom("whole_image").select("id").where("id", "=", id).forNoKeyUpdate().execute();
  const found = await compareWithFound(trx, id);
  const plots = await readPlots(trx, id);
  const range = plots && estimateRange(plots.counted, plots.cells);
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
    ? rangeByPlots(range, found.correction)
    : await predictedRange(trx, id, found.checked);
  await trx.updateTable("whole_image").set(values).where("id", "=", id).execute();
}

/** Plots say how many trees stand for each one found; the range is a factor of those that count on unchecked ground. */
const rangeByPlots = (range: Omit<PlotEstimate, "logVariance">, correction: number) => ({
  range_low: range.low * correction,
  range_high: range.high * correction,
  range_middle: range.ratio * correction,
  range_scatter: range.scatter,
  range_basis: "calibration" as const,
  // Sample plots are drawn in each image by itself.
  range_shared: 0,
  range_plots: 1,
  range_images: [],
});

/**
 * The range that an image's count is expected to have once its open plots are counted, and so many more with them.
 * @returns one for each of `more` that has plots which those before have not; none where there would be too few for a range
 */
export async function forecastCounts(
  db: Db,
  id: number,
  more: readonly number[],
): Promise<{ plots: number; low: number; high: number }[]> {
  const plots = (await readPlots(db, id)) ?? (await planPlots(db, id));
  const { correction } = await compareWithFound(db, id);
  const [row] = await countTreesOfImages(db, [id]);
  const open = plots.open.occupied + plots.open.empty;
  const forecasts = more.flatMap((n) => {
    const next = allocatePlots(plots, n);
    const range = forecastRange(plots, next);
    const count = open + next.occupied + next.empty;
    if (!row || !range || count === 0) return [];
    const { low, high } = combineCounts([{ ...row, ...rangeByPlots(range, correction) }]);
    return low === null || high === null ? [] : [{ plots: count, low, high }];
  });
  return forecasts.filter(({ plots: n }, i) => n > (forecasts[i - 1]?.plots ?? 0));
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

/**
 * Compares what a run found with what people left of it: on checked ground, and as a factor elsewhere. Reads no trees
 * where nobody corrected or checked anything.
 */
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

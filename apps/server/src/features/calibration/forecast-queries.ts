/** Forecasts of what further windows give, and the ranges that came true. */

import type { KeptForecast, PlotForecast } from "@nihol/contract/imagery/calibration";
import { calibrationLimits } from "@nihol/contract/values/imagery/calibration";
import type { Db } from "@nihol/db/connection";
import { forecastCounts } from "@nihol/store/trees/count-check";
import { combineCounts, countTreesOfImages } from "@nihol/store/trees/tree-count";
import { sql } from "kysely";

/** Windows are counted one after the other, with a pause where a person does something else. */
const SECONDS = { min: 3, max: 600 };
/** Number of the windows counted last that give the pace. */
const NEWEST = 500;

interface Pace {
  /** Of one window. */
  seconds: number;
  /** False: an assumption. */
  isKnown: boolean;
}

/** Median time between two windows that one person counted one after the other, in all images. */
export async function findPace(db: Db): Promise<Pace> {
  const { rows } = await sql<{ n: number; seconds: number | null }>`
    select count(*)::int as n, percentile_cont(0.5) within group (order by s) as seconds from (
      select extract(epoch from counted_at - lag(counted_at)
        over (partition by whole_image_id, counted_by order by counted_at))::float8 as s
      from (select whole_image_id, counted_by, counted_at from calibration_window
        where counted_at is not null order by counted_at desc limit ${NEWEST}) newest
    ) gaps where s between ${SECONDS.min} and ${SECONDS.max}`.execute(db);
  const { known, seconds: assumed } = calibrationLimits.pace;
  const { n = 0, seconds = null } = rows[0] ?? {};
  return n < known || seconds === null
    ? { seconds: assumed, isKnown: false }
    : { seconds, isKnown: true };
}

/** Windows that may be asked for next, beside those drawn: none, one portion and two. */
function stepsOf(wanted: number, drawn: number): number[] {
  const { first, more, max } = calibrationLimits.windows;
  const asked = wanted - drawn;
  const portions = wanted === 0 ? [first, first + more, first + 2 * more] : [0, more, 2 * more];
  return portions.map((portion) => Math.min(asked + portion, max - drawn));
}

/** @param wanted windows asked for so far, of which so many are drawn */
export async function listForecasts(
  db: Db,
  id: number,
  { wanted, drawn }: { wanted: number; drawn: number },
  pace: Pace,
): Promise<PlotForecast[]> {
  const forecasts = await forecastCounts(db, id, stepsOf(wanted, drawn));
  return forecasts.map((one) => ({ ...one, seconds: one.plots * pace.seconds }));
}

/** Keeps what is expected of the windows that were just asked for; nothing where no range can be expected. */
export async function keepForecast(trx: Db, id: number): Promise<void> {
  const { wanted, drawn } = await trx
    .selectFrom("calibration as c")
    .where("c.whole_image_id", "=", id)
    .select("c.wanted")
    .select(
      sql<number>`(select count(*)::int from calibration_window w
        where w.whole_image_id = c.whole_image_id)`.as("drawn"),
    )
    .executeTakeFirstOrThrow();
  const [forecast] = await forecastCounts(trx, id, [wanted - drawn]);
  if (!forecast) return;
  const { seconds } = await findPace(trx);
  const now = combineCounts(await countTreesOfImages(trx, [id]));
  await trx
    .insertInto("calibration_forecast")
    .values({
      ...{ ...forecast, whole_image_id: id, windows: wanted, seconds: forecast.plots * seconds },
      ...{ from_low: now.low, from_high: now.high },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes beside what was expected the range that came of it, once no window that was asked for is left. */
export async function closeForecasts(trx: Db, id: number): Promise<void> {
  const { low, high, range_basis: basis } = combineCounts(await countTreesOfImages(trx, [id]));
  if (basis !== "calibration") return;
  await sql`
    update calibration_forecast f set true_low = ${low}, true_high = ${high}, ended_at = now()
    from calibration c where c.whole_image_id = f.whole_image_id
      and f.whole_image_id = ${id} and f.ended_at is null
      and least(f.windows, c.wanted) <= (select count(*) from calibration_window w
        where w.whole_image_id = ${id} and (w.marks is not null or w.is_skipped))`.execute(trx);
}

/** Forecasts whose windows are done, each with the range that came true. */
export async function listCameTrue(db: Db, id: number): Promise<KeptForecast[]> {
  const { rows } = await sql<KeptForecast>`
    select windows, plots, seconds, low, high, from_low, from_high, true_low, true_high
    from calibration_forecast where whole_image_id = ${id} and true_low is not null
    order by windows`.execute(db);
  return rows;
}

/** Facts behind the living trees of a planting besides its plots: its verdict, and the trees that share its ground. */
import type { CountedPlanting, StandingVerdict } from "@nihol/counting/living-trees";
import { type PlotSums, placesOfSums, survivalOfSums } from "@nihol/counting/survival";
import { type Expression, type RawBuilder, sql } from "kysely";

/** Of `planting_verdict as e`: what a person or until then the machine says; its range is none where a person rejected it. */
export const standingVerdict = sql<StandingVerdict | null>`(case when e.verdict is not null then json_build_object(
  'contradicts', e.verdict = 'contradicts',
  'standing', case when e.standing is not null and not (e.verdict in ('agrees', 'contradicts')
      and e.proposed in ('agrees', 'contradicts') and e.verdict <> e.proposed)
    then json_build_object('value', e.standing, 'low', e.standing_low, 'high', e.standing_high) end) end)`;

/** Of `planting_task as o` with its verdict `e`: trees planted again stand in places of others, and what is contradicted does not stand. */
const standsByReport = sql`o.replaces_id is null and o.status <> 'cancelled' and e.verdict is distinct from 'contradicts'`;

/**
 * Trees that stand on gardens by the reports of all tasks: `garden_id` and `trees`.
 * @param gardens a query for the gardens' numbers
 */
export const reportedOnGround = (gardens: RawBuilder<unknown>) => sql`(
  select o.garden_id, sum(r.count)::float8 as trees
  from planting_task o join planting_report r on r.task_id = o.id left join planting_verdict e on e.task_id = o.id
  where o.garden_id in (${gardens}) and ${standsByReport}
  group by 1)`;

/**
 * The same of the tasks that may stand on the ground of `survival_draw as d`: its own and those that share it; null for
 * a draw over the whole garden.
 * @param task a query or an expression for the number of the draw's task
 */
export const treesSharing = (task: Expression<unknown>) => sql<number | null>`(
  select sum(r.count)::float8
  from planting_task o join planting_report r on r.task_id = o.id left join planting_verdict e on e.task_id = o.id
  where d.sharing is not null and (o.id = (${task}) or o.id = any(d.sharing))
    and ${standsByReport})`;

/** The sums of the counted ones of `survival_plot as p`, as `PlotSums`; with `plotPlaces` joined. */
export const plotSumsSql = sql<PlotSums>`json_build_object('plots', count(*), 'living', sum(p.living), 'places', sum(n.places),
  'living2', sum(p.living::int8 * p.living), 'livingPlaces', sum(p.living * n.places),
  'places2', sum(n.places * n.places), 'areaM2', sum(p.area_m2),
  'placesArea', sum(n.places * p.area_m2), 'area2', sum(p.area_m2 * p.area_m2))`;
/** Holds where a count of `survival_plot as p` in the draw `d` weighs: the verdict left neither out (`writeDoubts`). */
export const isWeighed = sql`(p.living is not null and p.doubt is null and not d.left_out)`;
export const plotPlaces = sql`(select (p.living + p.dead + p.missing)::int8 as places)`;

/** A planting with what was reported and found. */
export interface PlantingRow {
  reported: number;
  /** By `treesSharing` or, for a draw over the whole garden, `reportedOnGround`; null where nothing is. */
  ground_trees: number | null;
  verdict: StandingVerdict | null;
}

/** Undefined where too few plots are counted. */
export function countedPlanting(
  { reported, ground_trees, verdict }: PlantingRow,
  sums: PlotSums,
  groundM2: number,
): CountedPlanting | undefined {
  const survival = survivalOfSums(sums, groundM2);
  const places = placesOfSums(sums, groundM2);
  if (!survival || !places) return undefined;
  // Plots do not tell the trees of several tasks apart.
  const share = reported / Math.max(1, reported, ground_trees ?? 0);
  return { survival, places, reported, share, verdict };
}

/** Facts of a planting task, read from the database as the verdict's engine takes them. */

import { doubtOfCount } from "@nihol/contract/values/planting/plausible-counts";
import { growthOf, isEvergreen } from "@nihol/counting/verdict/crown-growth";
import type {
  PlantedTrees,
  ReportFacts,
  TaskFacts,
  VisitFacts,
  VisitPlot,
} from "@nihol/counting/verdict/facts";
import type { Db } from "@nihol/db/connection";
import { metresApart } from "@nihol/geo/draw-plots";
import { sql } from "kysely";
import { rowFlags, taskFlags } from "../evidence/flags-sql.ts";
import { listCaptures, patternOf } from "./garden-captures.ts";
import { listRows } from "./garden-rows.ts";
import { listImageChanges } from "./own-side.ts";

async function findGround(db: Db, taskId: number) {
  return db
    .selectFrom("planting_task as t")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .where("t.id", "=", taskId)
    .select(["t.id", "t.spacing_m", "g.id as garden", "g.boundary", "g.area_m2", "g.bbox"])
    .executeTakeFirst();
}

/** As reported; where the report does not say it, as ordered. */
const stockHeight = sql<number | null>`coalesce(p.stock_height_cm, i.stock_height_cm)`;

async function listPlanted(db: Db, taskId: number): Promise<PlantedTrees[]> {
  const rows = await db
    .selectFrom("planting_report as p")
    .innerJoin("tree_type as y", "y.id", "p.tree_type_id")
    .leftJoin("planting_task_item as i", (join) =>
      join.onRef("i.task_id", "=", "p.task_id").onRef("i.tree_type_id", "=", "y.id"),
    )
    .where("p.task_id", "=", taskId)
    .groupBy(["p.plant_date", "y.id", stockHeight])
    .select(["p.plant_date", "y.latin_name", sql<number>`sum(p.count)::int`.as("trees")])
    .select(stockHeight.as("height_cm"))
    .orderBy("p.plant_date")
    .orderBy("y.id")
    .orderBy(stockHeight)
    .execute();
  return rows.map(({ plant_date, latin_name, trees, height_cm }) => ({
    trees,
    plantedOn: plant_date,
    growth: growthOf(latin_name),
    isEvergreen: isEvergreen(latin_name),
    stockHeightM: height_cm === null ? null : height_cm / 100,
  }));
}

/**
 * Trees that other tasks may have in the same garden: those reported; of a report that was not handed in, which nobody
 * judges, no more than were ordered; of one that the ground contradicts, no more than stand.
 */
async function countOthers(db: Db, taskId: number, garden: number): Promise<number> {
  const { rows } = await sql<{ trees: number }>`
    select coalesce(sum(least(r.trees,
      case when t.status not in ('submitted', 'needs_changes', 'completed') then o.trees end,
      case when v.verdict = 'contradicts' then v.standing_high end)), 0)::int as trees
    from planting_task t
    cross join lateral (select sum(p.count) as trees from planting_report p where p.task_id = t.id) r
    cross join lateral (select coalesce(sum(i.quantity), 0) as trees from planting_task_item i where i.task_id = t.id) o
    left join planting_verdict v on v.task_id = t.id
    where t.garden_id = ${garden} and t.id <> ${taskId} and t.status <> 'cancelled' and r.trees > 0`.execute(
    db,
  );
  return rows[0]?.trees ?? 0;
}

async function findReport(db: Db, taskId: number): Promise<ReportFacts> {
  const { rows } = await sql<{
    trees: number;
    warned: number;
    flags: string[] | null;
    dense: boolean;
  }>`
    with warned as (
      select f.report_id, f.flag from ${rowFlags} f where f.task_id = ${taskId} and f.severity = 'warning'
    )
    select coalesce(sum(p.count), 0)::int as trees,
      coalesce(sum(p.count) filter (where p.id in (select report_id from warned)), 0)::int as warned,
      (select array_agg(distinct flag order by flag) from warned) as flags,
      exists (select from planting_task t join garden g on g.id = t.garden_id cross join lateral ${taskFlags} d
        where t.id = ${taskId} and d.flag = 'too_dense' and d.severity = 'warning') as dense
    from planting_report p where p.task_id = ${taskId}`.execute(db);
  const [row] = rows;
  return {
    trees: row?.trees ?? 0,
    warnedTrees: row?.warned ?? 0,
    warnings: row?.flags ?? [],
    isTooDense: row?.dense ?? false,
  };
}

interface StoredCount extends Record<"living" | "dead" | "missing" | "areaM2", number> {
  longitude: number;
  latitude: number;
  counter: { longitude: number; latitude: number } | null;
  accuracyM: number | null;
  isOwnSide: boolean | null;
  plot: number;
}

function plotOf(count: StoredCount, radiusM: number, spacingM: number | null): VisitPlot {
  const { living, dead, missing, areaM2, counter, accuracyM, isOwnSide } = count;
  const distanceM = counter && metresApart(count, counter);
  const counted = { living, dead, missing, areaM2 };
  const doubt = doubtOfCount({ ...counted, radiusM, spacingM, distanceM, accuracyM, isOwnSide });
  return { ...counted, doubt, plot: count.plot };
}

/** Visits that ended, and those of which every plot is counted: a part of the plots may be the easy ones. */
async function listVisits(db: Db, taskId: number, spacingM: number | null): Promise<VisitFacts[]> {
  const { rows } = await sql<{
    id: number;
    measured_on: string;
    ground_m2: number;
    radius_m: number;
    draw: number;
    is_drawn_by_own_side: boolean;
    drawn: number;
    draws: number;
    plots: StoredCount[];
  }>`
    select v.id, d.id as draw, programme_day(max(p.measured_at))::text as measured_on, d.ground_m2, d.radius_m,
      count(*)::int as drawn, d.number as draws,
      coalesce(of_reporting_side(v.task_id, d.drawn_by, d.drawn_at), false) as is_drawn_by_own_side,
      json_agg(json_build_object('plot', p.id, 'living', p.living, 'dead', p.dead, 'missing', p.missing, 'areaM2', p.area_m2,
        'longitude', p.longitude, 'latitude', p.latitude, 'accuracyM', p.accuracy_m,
        'counter', case when p.counter_latitude is not null
          then json_build_object('longitude', p.counter_longitude, 'latitude', p.counter_latitude) end,
        'isOwnSide', case when p.measured_by is not null
          then of_reporting_side(v.task_id, p.measured_by, p.measured_at) end)
        order by p.number) filter (where p.living is not null) as plots
    from survival_visit v
    join lateral (select * from survival_draw d where d.visit_id = v.id order by d.number desc limit 1) d on true
    join survival_plot p on p.draw_id = d.id
    where v.task_id = ${taskId} and v.state in ('drawn', 'done')
    group by v.id, d.id, d.ground_m2, d.radius_m, d.drawn_by, d.drawn_at, d.number
    having count(p.living) > 0 and (v.state = 'done' or count(p.living) = count(*))
    order by v.id`.execute(db);
  return rows.map((row) => ({
    visit: row.id,
    draw: row.draw,
    measuredOn: row.measured_on,
    plots: row.plots.map((plot) => plotOf(plot, row.radius_m, spacingM)),
    groundM2: row.ground_m2,
    isDrawnByOwnSide: row.is_drawn_by_own_side,
    drawn: row.drawn,
    draws: row.draws,
  }));
}

/** Undefined where there is no such task. @param today `2026-05-14` */
export async function findTaskFacts(
  db: Db,
  taskId: number,
  today: string,
): Promise<TaskFacts | undefined> {
  const ground = await findGround(db, taskId);
  if (!ground) return undefined;
  const planted = await listPlanted(db, taskId);
  const captures = await listCaptures(db, ground);
  const facts: TaskFacts = {
    today,
    planted,
    spacingM: ground.spacing_m,
    otherTrees: await countOthers(db, taskId, ground.garden),
    captures,
    visits: await listVisits(db, taskId, ground.spacing_m),
    report: await findReport(db, taskId),
    pattern: null,
    rows: await listRows(db, taskId, ground, captures),
    imageChanges: ground.bbox ? await listImageChanges(db, taskId, ground.bbox) : [],
  };
  return { ...facts, pattern: await patternOf(db, ground, facts) };
}

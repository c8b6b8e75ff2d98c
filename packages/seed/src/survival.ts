/**
 * Survival visits of the demonstration's completed tasks: two were visited after their first year: of one most
 * trees live, of the other hardly a tree was found. Others are due or lie ahead.
 */

import { survivalYears } from "@nihol/contract/values/planting/survival";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { DRAW_ALGORITHM, drawPlots } from "@nihol/geo/draw-plots";
import { seededRandom } from "@nihol/geo/seeded-random";
import { sql } from "kysely";
import { visitedTasks } from "./planting.ts";

/** Of no organization: nobody counts what their own has reported. */
const visitor = "sysadmin@nihol.example";
const SEED = 5_140_826;
/** Metres: a circle of 100 m². */
const RADIUS_M = 5.64;
const PLOTS = 12;
const dayMs = 86_400_000;

async function insertVisits(db: Db): Promise<void> {
  await sql`
    insert into survival_visit (task_id, year, due_date)
    select t.id, y, (max(r.plant_date) + make_interval(years => y))::date
    from planting_task t
    join planting_report r on r.task_id = t.id
    cross join unnest(${[...survivalYears]}::int[]) y
    where t.demo and t.status = 'completed'
    group by t.id, y`.execute(db);
}

/** The first year's visit of a task, with the ground of its garden. */
const findFirstVisit = (db: Db, task: number) =>
  db
    .selectFrom("survival_visit as v")
    .innerJoin("planting_task as t", "t.id", "v.task_id")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .where("v.task_id", "=", task)
    .where("v.year", "=", 1)
    .select(["v.id", "v.due_date", "g.boundary", "g.area_m2"])
    .executeTakeFirst();

/** Orders a replanting of a sixth of what the visited task ordered, an invented share of losses. */
async function orderReplanting(db: Db, visitId: number): Promise<void> {
  await sql`
    with first as (select t.* from planting_task t join survival_visit v on v.task_id = t.id where v.id = ${visitId}),
    task as (insert into planting_task (garden_id, ministry_id, assigned_date, due_date, demo, replaces_id, replaces_visit_id)
      select garden_id, ministry_id, programme_day(now()) - 3, programme_day(now()) + 45, true, id, ${visitId} from first
      returning id, replaces_id),
    step as (insert into planting_task_status (task_id, status) select id, 'pending' from task)
    insert into planting_task_item (task_id, tree_type_id, quantity)
      select k.id, i.tree_type_id, greatest(1, i.quantity / 6) from task k
      join planting_task_item i on i.task_id = k.replaces_id`.execute(db);
}

/** Most trees live; a corner that got no water lost many. */
function countsOf(number: number, random: () => number) {
  const places = 7 + Math.floor(random() * 4);
  const share = number % 5 === 0 ? 0.55 : 0.87;
  const living = Array.from({ length: places }, () => random() < share).filter(Boolean).length;
  const dead = Math.ceil((places - living) / 2);
  return { living, dead, missing: places - living - dead };
}

/** A tree in every third plot, and bare ground. */
function barelyAny(number: number) {
  const living = number % 3 === 0 ? 1 : 0;
  return { living, dead: number % 4 === 0 ? 1 : 0, missing: 0 };
}

interface Counted {
  drawId: number;
  plots: ReturnType<typeof drawPlots>;
  at: Date;
  isLiving: boolean;
  person: number | null;
}

async function insertCounts(db: Db, { drawId, plots, at, isLiving, person }: Counted) {
  const random = seededRandom(SEED);
  const rows = plots.map(({ areaM2, ...plot }) => ({
    ...plot,
    ...(isLiving ? countsOf(plot.number, random) : barelyAny(plot.number)),
    area_m2: areaM2,
    draw_id: drawId,
    note: isLiving && plot.number % 5 === 0 ? "Сюда не доходит полив" : "",
    measured_at: new Date(at.getTime() + plot.number * 600_000),
    measured_by: person,
    counter_longitude: plot.longitude + 0.000_02,
    counter_latitude: plot.latitude - 0.000_02,
    accuracy_m: 4,
  }));
  await db.insertInto("survival_plot").values(rows).execute();
}

/** Inserts the visits; the demonstration's tasks, by their numbers in its order, and people must be there. */
export async function seedSurvival(db: Db, tasks: readonly number[]): Promise<void> {
  await insertVisits(db);
  await countVisit(db, tasks[visitedTasks.living] ?? 0, true);
  await countVisit(db, tasks[visitedTasks.missing] ?? 0, false);
}

async function countVisit(db: Db, task: number, isLiving: boolean): Promise<void> {
  const visit = await findFirstVisit(db, task);
  if (!visit?.boundary || visit.area_m2 === null) return;
  const { boundary: ground, area_m2 } = visit;
  const at = new Date(Date.parse(visit.due_date) + 5 * dayMs + 4 * 3_600_000);
  const visited = await db
    .selectFrom("user_account")
    .where("email", "=", visitor)
    .select("id")
    .executeTakeFirst();
  const person = visited?.id ?? null;
  const draw = await db
    .insertInto("survival_draw")
    .values({
      visit_id: visit.id,
      number: 1,
      algorithm: DRAW_ALGORITHM,
      seed: SEED,
      plot_count: PLOTS,
      radius_m: RADIUS_M,
      ground: json(ground),
      ground_m2: area_m2,
      drawn_by: person,
      drawn_at: new Date(at.getTime() - dayMs),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const plots = drawPlots({ ground, seed: SEED, count: PLOTS, radiusM: RADIUS_M });
  await insertCounts(db, { drawId: draw.id, plots, at, isLiving, person });
  await db
    .updateTable("survival_visit")
    .set({ state: "done", finished_at: new Date(at.getTime() + dayMs / 8), finished_by: person })
    .where("id", "=", visit.id)
    .execute();
  await orderReplanting(db, visit.id);
}

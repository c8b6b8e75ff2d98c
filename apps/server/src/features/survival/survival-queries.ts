/** Survival visits of planting tasks within the actor's scope: rows as they are stored, and the statements that write them. */
import { type RowsSeen, rowsSeenIn } from "@nihol/contract/values/planting/verdicts";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { Database } from "@nihol/db/tables";
import type { DrawnPlot } from "@nihol/geo/draw-plots";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { gardenPlace } from "@nihol/policies/sees";
import { type Insertable, sql, type Updateable } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { tasksVisibleTo } from "../../policies/planting.ts";
import { visibleTo } from "../../policies/scope.ts";
import {
  reportedOnGround,
  standingVerdict,
  treesSharing,
} from "../../shared/planting/planted-ground.ts";
import { visitAge, visitYear } from "../../shared/planting/visit-period.ts";

const reported = sql<number>`(select coalesce(sum(p.count), 0)::int from planting_report p where p.task_id = t.id)`;
/** Columns that living trees follow from besides the plots; `e` is the task's verdict. */
const planting = [
  reported.as("reported"),
  sql<number | null>`(select w.trees from ${reportedOnGround(sql`select t.garden_id`)} w)`.as(
    "ground_trees",
  ),
  standingVerdict.as("verdict"),
] as const;
const nameOf = (account: string) =>
  sql<string | null>`(select nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')
    from user_account u where u.id = ${sql.ref(account)})`;

/** The actor reported the task `t`, or belongs to the organization that did. */
const isOwnSide = (actor: Actor) => sql<boolean>`of_reporting_side(t.id, ${actor.id}, now())`;

const visibleTasks = (db: Db, actor: Actor) =>
  db
    .selectFrom("planting_task as t")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .leftJoin("planting_verdict as e", "e.task_id", "t.id")
    .where(tasksVisibleTo(actor));

/** Finds a task with the ground that its visits are drawn on and checked against; undefined outside the actor's scope. */
export const findSurvivalTask = (db: Db, actor: Actor, id: number) =>
  visibleTasks(db, actor)
    .where("t.id", "=", id)
    .select(["t.id", "t.status", "t.spacing_m", "t.garden_id", "g.boundary", "g.area_m2"])
    .select(planting)
    .select(isOwnSide(actor).as("is_own_side"))
    .executeTakeFirst();
export type SurvivalTask = NonNullable<Awaited<ReturnType<typeof findSurvivalTask>>>;

/** By year; those that somebody asked for after them, by day. */
export const listVisits = (db: Db, taskIds: readonly number[]) =>
  db
    .selectFrom("survival_visit as v")
    .where("v.task_id", "in", taskIds.length ? [...taskIds] : [0])
    .selectAll("v")
    .select([visitYear.as("survival_year"), visitAge.as("age_days")])
    .select([nameOf("v.created_by").as("creator"), nameOf("v.finished_by").as("finisher")])
    .orderBy(sql`v.year nulls last`)
    .orderBy("v.due_date")
    .orderBy("v.id")
    .execute();
export type VisitRow = Awaited<ReturnType<typeof listVisits>>[number];

/** Newest first; without the ground, which may be large. */
export const listDraws = (db: Db, visitIds: readonly number[]) =>
  db
    .selectFrom("survival_draw as d")
    .where("d.visit_id", "in", visitIds.length ? [...visitIds] : [0])
    .select(["d.id", "d.visit_id", "d.number", "d.algorithm", "d.seed", "d.plot_count"])
    .select(["d.radius_m", "d.ground_m2", "d.sharing", "d.reason", "d.drawn_at", "d.left_out"])
    .select((eb) =>
      treesSharing(
        eb
          .selectFrom("survival_visit as v")
          .whereRef("v.id", "=", "d.visit_id")
          .select("v.task_id"),
      ).as("sharing_trees"),
    )
    .select(nameOf("d.drawn_by").as("drawer"))
    .orderBy("d.number", "desc")
    .orderBy("d.id", "desc")
    .execute();
export type DrawRow = Awaited<ReturnType<typeof listDraws>>[number];

export const listPlots = (db: Db, drawIds: readonly number[]) =>
  db
    .selectFrom("survival_plot as p")
    .innerJoin("survival_draw as d", "d.id", "p.draw_id")
    .innerJoin("survival_visit as v", "v.id", "d.visit_id")
    .leftJoin("user_account as c", "c.id", "p.measured_by")
    .leftJoin("ministry as m", "m.id", "c.ministry_id")
    .where("p.draw_id", "in", drawIds.length ? [...drawIds] : [0])
    .selectAll("p")
    .select(nameOf("p.measured_by").as("measurer"))
    .select(["d.radius_m", "m.id as organization_id", "m.name as organization_name"])
    .select(
      sql<boolean | null>`(case when p.measured_by is not null
        then of_reporting_side(v.task_id, p.measured_by, p.measured_at) end)`.as("is_own_side"),
    )
    .orderBy("p.number")
    .orderBy("p.id")
    .execute();
export type PlotRow = Awaited<ReturnType<typeof listPlots>>[number];

/** A visit with its task, both locked until the transaction ends; undefined outside the actor's scope. */
export const lockVisit = (trx: Db, actor: Actor, taskId: number, id: number) =>
  visibleTasks(trx, actor)
    .innerJoin("survival_visit as v", "v.task_id", "t.id")
    .where("t.id", "=", taskId)
    .where("v.id", "=", id)
    .select(["v.id", "v.year", "v.state", "v.due_date", "t.status"])
    .select([
      "v.task_id",
      "t.garden_id",
      "g.boundary",
      "g.area_m2",
      isOwnSide(actor).as("is_own_side"),
    ])
    .forUpdate(["t", "v"])
    .executeTakeFirst();

/** Where the trees of a garden's tasks stand by their reports, row by row. */
export const listReportedPlaces = (db: Db, gardenId: number) =>
  db
    .selectFrom("planting_report as r")
    .innerJoin("planting_task as t", "t.id", "r.task_id")
    .where("t.garden_id", "=", gardenId)
    .where("t.status", "<>", "cancelled")
    .select(["r.task_id", "r.place"])
    .execute();

/** The draw of a visit that counts now. */
export const findDraw = (db: Db, visitId: number) =>
  db
    .selectFrom("survival_draw")
    .where("visit_id", "=", visitId)
    .select(["id", "number"])
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();

/** A plot of any draw of a visit. */
export const findPlot = (db: Db, visitId: number, id: number) =>
  db
    .selectFrom("survival_plot as p")
    .innerJoin("survival_draw as d", "d.id", "p.draw_id")
    .where("d.visit_id", "=", visitId)
    .where("p.id", "=", id)
    .select(["p.id", "p.draw_id", "p.number", "p.living", "p.dead", "p.missing"])
    .select(["p.measured_at", "p.measured_by"])
    .executeTakeFirst();

export async function insertVisit(trx: Db, visit: Insertable<Database["survival_visit"]>) {
  const row = await trx
    .insertInto("survival_visit")
    .values(visit)
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateVisit(
  trx: Db,
  id: number,
  columns: Updateable<Database["survival_visit"]>,
) {
  await trx.updateTable("survival_visit").set(columns).where("id", "=", id).execute();
}

type DrawColumns = Omit<Insertable<Database["survival_draw"]>, "ground"> & { ground: MultiPolygon };

/** Inserts a draw with its plots. */
export async function insertDraw(trx: Db, draw: DrawColumns, plots: readonly DrawnPlot[]) {
  const { id } = await trx
    .insertInto("survival_draw")
    .values({ ...draw, ground: json(draw.ground) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = plots.map(({ areaM2, ...plot }) => ({ ...plot, area_m2: areaM2, draw_id: id }));
  await trx.insertInto("survival_plot").values(rows).execute();
}

export async function updatePlot(
  trx: Db,
  id: number,
  columns: Updateable<Database["survival_plot"]>,
) {
  await trx.updateTable("survival_plot").set(columns).where("id", "=", id).execute();
}

/** The completed tasks of a garden that the actor sees, with the trees that were reported. */
export const listGardenTasks = (db: Db, actor: Actor, gardenId: number) =>
  visibleTasks(db, actor)
    .where("t.garden_id", "=", gardenId)
    .where("t.status", "=", "completed")
    .select(["t.id", "t.replaces_id", ...planting])
    .orderBy("t.id")
    .execute();

/** Says whether a garden lies within the actor's scope. */
export async function isGardenVisible(db: Db, actor: Actor, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("garden as g")
    .where("g.id", "=", id)
    .where(visibleTo(actor, gardenPlace))
    .select("g.id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Rows that the task's newest proposal states; null without any. */
export async function findRowsSeen(db: Db, taskId: number): Promise<RowsSeen | null> {
  const row = await db
    .selectFrom("planting_verdict")
    .where("task_id", "=", taskId)
    .select("proposal")
    .executeTakeFirst();
  return rowsSeenIn(row?.proposal?.reasons ?? []);
}

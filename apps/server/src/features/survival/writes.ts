/** Writing survival visits: asking for one, drawing its plots, counting in them, ending it. */

import { randomInt } from "node:crypto";
import type {
  survivalCountSchema,
  survivalDrawCreateSchema,
  survivalStateSchema,
  survivalVisitCreateSchema,
} from "@nihol/contract/planting/survival";
import { today } from "@nihol/contract/values/planting/programme-day";
import { isVisitMissed } from "@nihol/contract/values/planting/survival";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { DRAW_ALGORITHM, type DrawnPlot, drawPlots, type PlotDraw } from "@nihol/geo/draw-plots";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem, refuseField } from "../../http/problem.ts";
import { requireCount, requireDecision, requireOtherSide } from "../../policies/survival.ts";
import { phoneTime } from "../../shared/planting/phone-time.ts";
import { plotGround } from "./planted-area.ts";
import {
  findDraw,
  findPlot,
  findSurvivalTask,
  insertDraw,
  insertVisit,
  listPlots,
  lockVisit,
  updatePlot,
  updateVisit,
} from "./survival-queries.ts";

type Visit = NonNullable<Awaited<ReturnType<typeof lockVisit>>>;
type CountedPlot = NonNullable<Awaited<ReturnType<typeof findPlot>>>;
/** The task and the visit of a call's address. */
interface At {
  id: number;
  visit: number;
}
const resource = "planttreetaskreport";

/** @throws {Problem} 404 outside the actor's scope, 409 `survival_waits` while the task is not completed */
async function heldVisit(trx: Db, actor: Actor, at: At): Promise<Visit> {
  const visit = await lockVisit(trx, actor, at.id, at.visit);
  if (!visit) throw notFound();
  if (visit.status !== "completed") throw new Problem(409, "survival_waits");
  return visit;
}

/** A visit besides those of every year. @throws as heldVisit does */
export async function createVisit(
  db: Db,
  actor: Actor,
  taskId: number,
  body: z.output<typeof survivalVisitCreateSchema>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const task = await findSurvivalTask(trx, actor, taskId);
    if (!task) throw notFound();
    if (task.status !== "completed") throw new Problem(409, "survival_waits");
    if (body.due_date < today()) refuseField("due_date", "date_past");
    const visit = await insertVisit(trx, { task_id: taskId, ...body, created_by: actor.id });
    const change = { task: taskId, visit, ...body };
    await insertAudit(trx, actor, { action: "survival_visit", resource, id: visit, change });
  });
}

/** @throws {Problem} 409 `no_ground` where no place inside the garden is found */
function drawn(draw: PlotDraw): DrawnPlot[] {
  try {
    return drawPlots(draw);
  } catch (error) {
    if (error instanceof RangeError) throw new Problem(409, "no_ground");
    throw error;
  }
}

/**
 * Draws the plots of a visit; a draw that is there already stays with its counts and the reason why it is replaced.
 * @throws {Problem} 403 `own_report` to the reporting side, 409 `no_ground`, `visit_missed`, `visit_closed`, and as heldVisit does
 * @throws {FieldProblem} under `plots` where they would take more than half of the ground, under `reason` without one
 */
export async function drawVisit(
  db: Db,
  actor: Actor,
  at: At,
  body: z.output<typeof survivalDrawCreateSchema>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const visit = await heldVisit(trx, actor, at);
    requireOtherSide(visit);
    const place = await plotGround(trx, { ...visit, id: visit.task_id });
    if (isVisitMissed(visit, today())) throw new Problem(409, "visit_missed");
    if (visit.state === "done" || visit.state === "cancelled")
      throw new Problem(409, "visit_closed");
    if (!place) throw new Problem(409, "no_ground");
    const before = await findDraw(trx, visit.id);
    if (before && body.reason === "") refuseField("reason", "required");
    if (body.plots * Math.PI * body.radius_m ** 2 > place.areaM2 / 2)
      refuseField("plots", "plots_too_large");
    const seed = randomInt(2 ** 31 - 1);
    const { plots: count, radius_m, reason } = body;
    const plots = drawn({ ground: place.ground, seed, count, radiusM: radius_m });
    const columns = { algorithm: DRAW_ALGORITHM, seed, plot_count: count, radius_m, reason };
    const number = (before?.number ?? 0) + 1;
    await insertDraw(
      trx,
      {
        ...columns,
        ...{ visit_id: visit.id, number, drawn_by: actor.id },
        ...{ ground: place.ground, ground_m2: place.areaM2, sharing: place.sharing },
      },
      plots,
    );
    await updateVisit(trx, visit.id, { state: "drawn" });
    const change = { task: at.id, number, ...columns };
    await insertAudit(trx, actor, { action: "survival_draw", resource, id: visit.id, change });
  });
}

type Count = z.output<typeof survivalCountSchema>;

/** Says whether this very count is written already: it came before, and its answer was lost on the way. */
const isWritten = (
  actor: Actor,
  plot: CountedPlot,
  { measured_at, living, dead, missing }: Count,
) =>
  measured_at !== undefined &&
  plot.measured_by === actor.id &&
  plot.measured_at?.getTime() === new Date(measured_at).getTime() &&
  [living, dead, missing].join() === [plot.living, plot.dead, plot.missing].join();

/**
 * Writes what was counted in a plot of the draw that counts; the same count that comes again changes nothing, also
 * after the visit was ended.
 * @throws {Problem} 409 `entry_of_another`, `visit_closed`, `plots_replaced` for a plot of an earlier draw, `plot_changed` where somebody
 * counted since the writer looked; 403 `own_report` to the reporting side, and for another's count
 */
export async function countPlot(
  db: Db,
  actor: Actor,
  at: At & { plot: number },
  body: Count,
): Promise<void> {
  if (body.person !== undefined && body.person !== actor.id)
    throw new Problem(409, "entry_of_another");
  await db.transaction().execute(async (trx) => {
    const visit = await heldVisit(trx, actor, at);
    const plot = await findPlot(trx, visit.id, at.plot);
    if (!plot) throw notFound();
    if (isWritten(actor, plot, body)) return;
    requireOtherSide(visit);
    if (visit.state !== "drawn") throw new Problem(409, "visit_closed");
    const draw = await findDraw(trx, visit.id);
    if (plot.draw_id !== draw?.id) throw new Problem(409, "plots_replaced");
    const { seen, measured_at, counter, person: _, ...counts } = body;
    if (seen !== undefined && seen !== (plot.measured_at?.toISOString() ?? null))
      throw new Problem(409, "plot_changed");
    requireCount(actor, plot);
    await updatePlot(trx, plot.id, {
      ...counts,
      measured_at: phoneTime("measured_at", measured_at),
      measured_by: actor.id,
      counter_latitude: counter?.latitude ?? null,
      counter_longitude: counter?.longitude ?? null,
      accuracy_m: counter?.accuracy_m ?? null,
    });
    const change = { task: at.id, visit: visit.id, plot: plot.number, ...counts };
    await insertAudit(trx, actor, { action: "survival_count", resource, id: plot.id, change });
  });
}

/** @throws {FieldProblem} where nothing was counted, or plots are left uncounted without a reason */
async function requireCounted(trx: Db, drawId: number | undefined, reason: string) {
  const plots = drawId === undefined ? [] : await listPlots(trx, [drawId]);
  const left = plots.filter(({ living }) => living === null).length;
  if (left === plots.length) refuseField("state", "nothing_counted");
  if (left > 0 && reason === "") refuseField("reason", "uncounted_unexplained");
}

/** The states that a visit may go to from another. */
const moves = {
  planned: ["cancelled"],
  drawn: ["done", "cancelled"],
  done: ["drawn"],
  cancelled: ["planned", "drawn"],
} as const;

/**
 * Ends, cancels or opens a visit again; whatever is not an end says why.
 * @throws {FieldProblem} under `state` for a move that is none, and as requireCounted does
 * @throws {Problem} 403 without the right and to the reporting side, and as heldVisit does
 */
export async function moveVisit(
  db: Db,
  actor: Actor,
  at: At,
  { state, reason }: z.output<typeof survivalStateSchema>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const visit = await heldVisit(trx, actor, at);
    requireOtherSide(visit);
    const draw = await findDraw(trx, visit.id);
    const isBack = state === "planned" || state === "drawn";
    const to = isBack ? (draw ? "drawn" : "planned") : state;
    if (!moves[visit.state].some((one) => one === to)) refuseField("state", "transition_refused");
    requireDecision(actor, to);
    if (to === "done") await requireCounted(trx, draw?.id, reason);
    else if (reason === "") refuseField("reason", "required");
    await updateVisit(trx, visit.id, {
      state: to,
      reason,
      finished_at: to === "done" ? new Date() : null,
      finished_by: to === "done" ? actor.id : null,
    });
    const change = { task: at.id, from: visit.state, state: to, reason };
    await insertAudit(trx, actor, { action: "survival_state", resource, id: visit.id, change });
  });
}

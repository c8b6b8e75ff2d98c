/** Survival visits as the contract shows them, with the estimate of what was counted. */

import type {
  SurvivalDraw,
  SurvivalEstimate,
  SurvivalPlot,
  SurvivalVisit,
  TaskSurvival,
} from "@nihol/contract/planting/survival";
import { type CountDoubt, doubtOfCount } from "@nihol/contract/values/planting/plausible-counts";
import { dayOf, today } from "@nihol/contract/values/planting/programme-day";
import {
  isVisitDue,
  isVisitMissed,
  type NoEstimate,
} from "@nihol/contract/values/planting/survival";
import { livingTrees, plantedPlaces } from "@nihol/counting/living-trees";
import { planPlots } from "@nihol/counting/plot-plan";
import { noEstimateOf, plotSums, type SurvivalPlotCount } from "@nihol/counting/survival";
import type { Db } from "@nihol/db/connection";
import { metresApart } from "@nihol/geo/draw-plots";
import type { Actor } from "../../http/actor.ts";
import { plotCan, visitCan, visitsCan } from "../../policies/survival.ts";
import { countedPlanting, type PlantingRow } from "../../shared/planting/planted-ground.ts";
import { referenceTo } from "../../shared/rows/reference.ts";
import { plotGround } from "./planted-area.ts";
import {
  type DrawRow,
  findRowsSeen,
  listDraws,
  listPlots,
  listVisits,
  type PlotRow,
  type SurvivalTask,
  type VisitRow,
} from "./survival-queries.ts";

/** A visit with its draws, newest first, each with its plots. */
export interface WholeVisit {
  row: VisitRow;
  draws: { row: DrawRow; plots: PlotRow[] }[];
}

/** The visits of tasks with all that belongs to them: three statements, however many there are. */
export async function listWholeVisits(db: Db, taskIds: readonly number[]): Promise<WholeVisit[]> {
  const visits = await listVisits(db, taskIds);
  const draws = await listDraws(
    db,
    visits.map(({ id }) => id),
  );
  const plots = Map.groupBy(
    await listPlots(
      db,
      draws.map(({ id }) => id),
    ),
    (one) => one.draw_id,
  );
  return visits.map((row) => ({
    row,
    draws: draws
      .filter(({ visit_id }) => visit_id === row.id)
      .map((draw) => ({ row: draw, plots: plots.get(draw.id) ?? [] })),
  }));
}

function countedOf({ living, dead, missing, area_m2 }: PlotRow): SurvivalPlotCount[] {
  if (living === null || dead === null || missing === null) return [];
  return [{ living, dead, missing, areaM2: area_m2 }];
}

/** Counts of a draw that weigh: those that the verdict neither doubts nor leaves out (decisions 82 and 116). */
const weighedOf = (draw: WholeVisit["draws"][number] | undefined): SurvivalPlotCount[] =>
  !draw || draw.row.left_out
    ? []
    : draw.plots.filter(({ doubt }) => doubt === null).flatMap(countedOf);

function reasonOf(draw: WholeVisit["draws"][number] | undefined): NoEstimate | null {
  if (!draw) return "not_drawn";
  const isCounted = noEstimateOf(draw.plots.flatMap(countedOf)) === undefined;
  const reason = noEstimateOf(weighedOf(draw));
  return isCounted && reason ? "left_out" : (reason ?? null);
}

/** Figures of the task's trees by the newest draw of a visit; undefined where too little is counted. */
export function countedOfVisit({ draws: [draw] }: WholeVisit, task: PlantingRow) {
  const sums = plotSums(weighedOf(draw));
  const ground_trees = draw?.row.sharing_trees ?? task.ground_trees;
  return countedPlanting({ ...task, ground_trees }, sums, draw?.row.ground_m2 ?? 0);
}

/** The same as it is shown. */
export function estimateOf(visit: WholeVisit, task: PlantingRow): SurvivalEstimate {
  const [draw] = visit.draws;
  const plots = draw?.plots ?? [];
  const counted = plots.flatMap(countedOf);
  const sum = (of: "living" | "dead" | "missing") =>
    counted.reduce((total, plot) => total + plot[of], 0);
  const planting = countedOfVisit(visit, task);
  const days = plots.flatMap(({ measured_at }) => measured_at ?? []);
  days.sort((a, b) => a.getTime() - b.getTime());
  const [first, last] = [days[0], days.at(-1)];
  return {
    survival: planting?.survival ?? null,
    no_estimate: reasonOf(draw),
    counted_plots: counted.length,
    plots: plots.length,
    left_out: counted.length - weighedOf(draw).length,
    living: sum("living"),
    dead: sum("dead"),
    missing: sum("missing"),
    living_trees: planting && task.reported > 0 ? (livingTrees(planting) ?? null) : null,
    planting_places: planting?.places ?? null,
    own_places: planting ? plantedPlaces(planting) : null,
    from: first ? dayOf(first) : null,
    to: last ? dayOf(last) : null,
  };
}

function counterOf(row: PlotRow): Pick<SurvivalPlot, "counter" | "counter_distance_m"> {
  const { counter_latitude: latitude, counter_longitude: longitude, accuracy_m } = row;
  if (latitude === null || longitude === null) return { counter: null, counter_distance_m: null };
  const counter = { latitude, longitude, accuracy_m };
  return { counter, counter_distance_m: metresApart(row, counter) };
}

/** Reason why a count is no independent evidence; null where it is, or nobody has counted. */
function doubtOf(row: PlotRow, spacingM: number | null): CountDoubt | null {
  const [counted] = countedOf(row);
  if (!counted) return null;
  const { radius_m: radiusM, accuracy_m: accuracyM, is_own_side: isOwnSide } = row;
  const distanceM = counterOf(row).counter_distance_m;
  return doubtOfCount({ ...counted, radiusM, spacingM, distanceM, accuracyM, isOwnSide });
}

/** Facts that the rows of a task's plots have in common. */
interface Shown {
  takesCounts: boolean;
  spacingM: number | null;
}

const plotOf = (actor: Actor, row: PlotRow, { takesCounts, spacingM }: Shown): SurvivalPlot => ({
  id: row.id,
  number: row.number,
  latitude: row.latitude,
  longitude: row.longitude,
  area_m2: row.area_m2,
  living: row.living,
  dead: row.dead,
  missing: row.missing,
  note: row.note,
  measured_at: row.measured_at?.toISOString() ?? null,
  measured_by: row.measurer,
  measured_by_organization: referenceTo(row.organization_id, row.organization_name),
  doubt: doubtOf(row, spacingM),
  ...counterOf(row),
  can: plotCan(actor, row, takesCounts),
});

function drawOf(
  actor: Actor,
  { row, plots }: WholeVisit["draws"][number],
  shown: Shown,
): SurvivalDraw {
  const { id: _, visit_id: __, left_out: ___, drawer, drawn_at, ...draw } = row;
  return {
    ...draw,
    drawn_at: drawn_at.toISOString(),
    drawn_by: drawer,
    plots: plots.map((plot) => plotOf(actor, plot, shown)),
  };
}

function visitOf(actor: Actor, visit: WholeVisit, task: SurvivalTask): SurvivalVisit {
  const { row, draws } = visit;
  const [newest, ...earlier] = draws;
  const isOpen = task.status === "completed";
  const isMissed = isVisitMissed(row, today());
  const estimate = estimateOf(visit, task);
  const { spacing_m: spacingM, is_own_side: isOwnSide } = task;
  const takesCounts = isOpen && row.state === "drawn" && !isOwnSide;
  return {
    id: row.id,
    year: row.year,
    due_date: row.due_date,
    state: row.state,
    age_days: row.age_days,
    early: row.age_days !== null && row.survival_year === null,
    due: isOpen && isVisitDue(row, today()),
    missed: isMissed,
    purpose: row.purpose,
    reason: row.reason,
    created_by: row.creator,
    finished_at: row.finished_at?.toISOString() ?? null,
    finished_by: row.finisher,
    draw: newest ? drawOf(actor, newest, { takesCounts, spacingM }) : null,
    earlier_draws: earlier.map((draw) => drawOf(actor, draw, { takesCounts: false, spacingM })),
    estimate,
    can: visitCan(actor, {
      state: row.state,
      isOpen,
      isMissed,
      isOwnSide,
      countedPlots: estimate.counted_plots,
    }),
  };
}

/** The visits of one task, which has been found within the actor's scope. */
export async function answerSurvival(
  db: Db,
  actor: Actor,
  task: SurvivalTask,
): Promise<TaskSurvival> {
  const visits = await listWholeVisits(db, [task.id]);
  const isOpen = task.status === "completed";
  const place = await plotGround(db, task);
  const plan = place && planPlots(place.areaM2, task.reported);
  return {
    visits: visits.map((visit) => visitOf(actor, visit, task)),
    waiting: !isOpen,
    ground_m2: place?.areaM2 ?? null,
    ground: place?.sharing ? "reported" : "garden",
    reported: task.reported,
    rows_seen: await findRowsSeen(db, task.id),
    proposal: plan ? { plots: plan.plots, radius_m: plan.radiusM } : null,
    spacing_m: task.spacing_m,
    can: visitsCan(actor, isOpen, task.is_own_side),
  };
}

/**
 * Decides who draws plots, counts in them, and ends or cancels a visit: those who may report on planting tasks, but
 * neither who reported this one nor the people of the organization that did. They may ask for a visit.
 */
import type { VisitState } from "@nihol/contract/values/planting/survival";
import type { Actor } from "../http/actor.ts";
import { denied, Problem } from "../http/problem.ts";
import { may } from "./rights.ts";

/** A visit as far as its rights follow from it. */
interface Visit {
  state: VisitState;
  /** The task is completed. */
  isOpen: boolean;
  isMissed: boolean;
  countedPlots: number;
  isOwnSide: boolean;
}

const mayReport = (actor: Actor) => may(actor, "planttreetaskreport", "add");
const mayCorrect = (actor: Actor) => may(actor, "planttreetaskreport", "change");

/** Says whether the actor may ask for a further visit of a task. */
const mayAddVisit = (actor: Actor, isOpen: boolean) => isOpen && mayReport(actor);

/** Actions that the panel offers with the visits of a task; `blocked`: their rights allow the rest, their side does not. */
export const visitsCan = (actor: Actor, isOpen: boolean, isOwnSide: boolean) => ({
  add: mayAddVisit(actor, isOpen),
  blocked: isOwnSide && (mayReport(actor) || mayCorrect(actor)) ? ("own_report" as const) : null,
});

/** Actions that the panel offers with a visit. */
export function visitCan(actor: Actor, { state, isMissed, countedPlots, ...visit }: Visit) {
  const isOpen = visit.isOpen && !visit.isOwnSide;
  const isUnderWay = isOpen && (state === "planned" || state === "drawn");
  return {
    draw: isUnderWay && !isMissed && mayReport(actor),
    finish: isOpen && state === "drawn" && countedPlots > 0 && mayReport(actor),
    reopen: isOpen && state === "done" && mayCorrect(actor),
    cancel: isUnderWay && mayCorrect(actor),
    restore: isOpen && state === "cancelled" && mayCorrect(actor),
  };
}

/** Lets people who may report correct their own counts, and those who may change reports another's. */
const mayCount = (actor: Actor, measuredBy: number | null, isCounted: boolean) =>
  mayCorrect(actor) || (mayReport(actor) && (!isCounted || measuredBy === actor.id));

/** Actions that the panel offers with a plot of a visit that takes counts, or does not. */
export const plotCan = (
  actor: Actor,
  plot: { measured_by: number | null; living: number | null },
  takesCounts: boolean,
) => ({ count: takesCounts && mayCount(actor, plot.measured_by, plot.living !== null) });

/** @throws {Problem} 403 `own_report` to who reported the task, and to their organization */
export function requireOtherSide({ is_own_side }: { is_own_side: boolean }): void {
  if (is_own_side) throw new Problem(403, "own_report");
}

/** @throws {Problem} 403 for another's count */
export function requireCount(
  actor: Actor,
  plot: { measured_by: number | null; living: number | null },
) {
  if (!mayCount(actor, plot.measured_by, plot.living !== null)) throw denied();
}

/** @throws {Problem} 403 without the right to take a decision on a visit: ending it is a report, the rest corrects one */
export function requireDecision(actor: Actor, to: VisitState) {
  const isAllowed = to === "done" ? mayReport(actor) : mayCorrect(actor);
  if (!isAllowed) throw denied();
}

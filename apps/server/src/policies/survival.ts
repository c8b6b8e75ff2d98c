/** Who draws plots, counts in them, and ends a survival visit: those who report on planting tasks. */
import type { VisitState } from "@nihol/contract/values/planting/survival";
import type { Actor } from "../http/actor.ts";
import { denied } from "../http/problem.ts";
import { may } from "./rights.ts";

/** A visit as far as its rights follow from it. */
interface Visit {
  state: VisitState;
  /** The task is completed. */
  isOpen: boolean;
  isMissed: boolean;
  countedPlots: number;
}

const mayReport = (actor: Actor) => may(actor, "planttreetaskreport", "add");
const mayCorrect = (actor: Actor) => may(actor, "planttreetaskreport", "change");

/** Whether the actor may ask for a further visit of a task. */
export const mayAddVisit = (actor: Actor, isOpen: boolean) => isOpen && mayReport(actor);

/** What the panel offers with the visits of a task. */
export const visitsCan = (actor: Actor, isOpen: boolean) => ({ add: mayAddVisit(actor, isOpen) });

/** What the panel offers with a visit. */
export function visitCan(actor: Actor, { state, isOpen, isMissed, countedPlots }: Visit) {
  const isUnderWay = isOpen && (state === "planned" || state === "drawn");
  return {
    draw: isUnderWay && !isMissed && mayReport(actor),
    finish: isOpen && state === "drawn" && countedPlots > 0 && mayReport(actor),
    reopen: isOpen && state === "done" && mayCorrect(actor),
    cancel: isUnderWay && mayCorrect(actor),
    restore: isOpen && state === "cancelled" && mayCorrect(actor),
  };
}

/** One's own counts are corrected by who may report; another's by who may change reports. */
export const mayCount = (actor: Actor, measuredBy: number | null, isCounted: boolean) =>
  mayCorrect(actor) || (mayReport(actor) && (!isCounted || measuredBy === actor.id));

/** What the panel offers with a plot of a visit that takes counts, or does not. */
export const plotCan = (
  actor: Actor,
  plot: { measured_by: number | null; living: number | null },
  takesCounts: boolean,
) => ({ count: takesCounts && mayCount(actor, plot.measured_by, plot.living !== null) });

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

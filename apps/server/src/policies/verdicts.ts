/**
 * Says who decides whether a planting report is true: those who give out tasks, never those who planted, nor people of the
 * ministry that answers for the task. That ministry may appeal; then somebody else decides.
 */
import type {
  Verdict,
  VerdictRefusal,
  VerdictState,
} from "@nihol/contract/values/planting/verdicts";
import type { Actor } from "../http/actor.ts";
import { denied, Problem } from "../http/problem.ts";
import { may } from "./rights.ts";

/** A verdict as far as its rights follow from it. */
interface VerdictTask {
  ministry_id: number | null;
  /** Organization that plants for it. */
  contractor_id: number | null;
  proposed: Verdict | null;
  decided: Verdict | null;
  state: VerdictState;
  appealed_decider: number | null;
  /** The actor, or their organization, handed the task in or wrote a row of its report. */
  is_own: boolean;
}

const isOfMinistry = (actor: Actor, { ministry_id, contractor_id }: VerdictTask) =>
  actor.ministryId !== null && [ministry_id, contractor_id].includes(actor.ministryId);

/** Reason why the actor cannot decide though their rights allow it. */
function blockedBy(actor: Actor, task: VerdictTask): VerdictRefusal | null {
  if (isOfMinistry(actor, task)) return "own_ministry";
  if (task.is_own) return "own_submission";
  return task.state === "appealed" && task.appealed_decider === actor.id ? "own_decision" : null;
}

const mayDecide = (actor: Actor) => may(actor, "planttreetask", "change");
/** There is one appeal, and it is the ministry's: a contractor who writes it first would take it away. */
const mayAppeal = (actor: Actor, { ministry_id }: VerdictTask) =>
  actor.ministryId !== null &&
  actor.ministryId === ministry_id &&
  (mayDecide(actor) || may(actor, "planttreetaskreport", "add"));
const isAppealable = ({ state, decided }: VerdictTask) =>
  state === "decided" && decided !== "agrees";

/** Actions that the panel offers with a verdict. */
export function verdictCan(actor: Actor, task: VerdictTask) {
  const isDecidable = mayDecide(actor) && task.proposed !== null;
  const blocked = isDecidable ? blockedBy(actor, task) : null;
  return {
    decide: isDecidable && blocked === null,
    appeal: mayAppeal(actor, task) && isAppealable(task),
    blocked,
  };
}

const refusals: Record<VerdictRefusal, string> = {
  own_submission: "own_submission",
  own_ministry: "own_ministry_task",
  own_decision: "own_decision",
};

/** @throws {Problem} 403 to those who planted, to their ministry, and after an appeal to who had decided */
export function requireVerdict(actor: Actor, task: VerdictTask): void {
  if (!mayDecide(actor)) throw denied("planttreetask.change");
  const blocked = blockedBy(actor, task);
  if (blocked) throw new Problem(403, refusals[blocked]);
}

/** @throws {Problem} 403 for anybody but the task's ministry, 409 where no decision can be appealed against */
export function requireAppeal(actor: Actor, task: VerdictTask): void {
  if (!mayAppeal(actor, task)) throw denied();
  if (!isAppealable(task)) throw new Problem(409, "nothing_to_appeal");
}

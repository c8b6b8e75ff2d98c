/** Changing rules of quality; the routes ask who may. */
import type { QualityRule, QualityRulePatch } from "@nihol/contract/sensors/quality-rules";
import { failingKinds, qualityLimits } from "@nihol/contract/values/sensors/quality";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, refuseField } from "../../http/problem.ts";
import { findRule, lockRule, updateRule } from "./rule-queries.ts";

type OfNeighbours = Pick<QualityRule, "radius_km" | "factor" | "altitude_m" | "per_km">;
export type RuleNumbers = Pick<QualityRule, "kind" | "suspect_at" | "fail_at" | "tolerance"> &
  OfNeighbours;

/** Checks the numbers that say who is compared: a rule of neighbours cannot do without, any other has none. */
function checkNeighbours(kind: QualityRule["kind"], numbers: OfNeighbours) {
  if (kind === "neighbours") {
    for (const field of ["radius_km", "factor"] as const)
      if (numbers[field] === null) refuseField(field, "required");
    return;
  }
  for (const field of ["radius_km", "factor", "altitude_m", "per_km"] as const)
    if (numbers[field] !== null) refuseField(field, "invalid");
}

/**
 * Checks a rule's numbers against each other and against its kind.
 * @throws {FieldProblem} for one that fails before it is suspect, asks for too long a time or too large a share, and for
 * one that sets values aside of a kind that only asks, and where it does not say which neighbours are compared
 */
export function checkNumbers({ kind, suspect_at, fail_at, ...more }: RuleNumbers) {
  checkNeighbours(kind, more);
  const max = kind === "stuck" ? qualityLimits.hours : kind === "wrong_unit" ? 100 : null;
  if (max !== null && suspect_at > max) refuseField("suspect_at", "number_too_large", { max });
  if (fail_at === null) return;
  if (!failingKinds.includes(kind)) refuseField("fail_at", "invalid");
  if (fail_at < suspect_at) refuseField("fail_at", "fails_before_suspect");
  if (max !== null && fail_at > max) refuseField("fail_at", "number_too_large", { max });
}

/**
 * Changes what was sent. What it says of readings holds for those that come from then on; proposals of before stay.
 * @throws {Problem} 404 for a rule that is none
 * @throws {FieldProblem} as `checkNumbers` does
 */
export async function patchRule(
  db: Db,
  actor: Actor,
  id: number,
  body: QualityRulePatch,
): Promise<QualityRule> {
  return db.transaction().execute(async (trx) => {
    await lockRule(trx, id);
    const before = await findRule(trx, id);
    if (!before) throw notFound();
    checkNumbers({ ...before, ...body });
    await updateRule(trx, actor, id, body);
    await insertAudit(trx, actor, {
      action: "change",
      resource: "qualityrule",
      id,
      change: { parameter: before.parameter, kind: before.kind, ...body },
    });
    const after = await findRule(trx, id);
    if (!after) throw notFound();
    return after;
  });
}

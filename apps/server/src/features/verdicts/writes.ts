/** Decisions on verdicts, and appeals against them. */

import type { verdictAppealSchema, verdictDecisionSchema } from "@nihol/contract/planting/verdicts";
import type { Verdict } from "@nihol/contract/values/planting/verdicts";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { notify } from "@nihol/store/notices/notify";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, Problem } from "../../http/problem.ts";
import { requireAppeal, requireVerdict } from "../../policies/verdicts.ts";
import { insertEvent } from "./detail-queries.ts";
import { lockVerdict, updateVerdict } from "./verdict-queries.ts";

const resource = "planttreetask";

/** Locks the row. @throws {Problem} 404 beyond the actor's scope */
async function heldVerdict(trx: Db, actor: Actor, id: number) {
  return (await lockVerdict(trx, actor, id)) ?? Promise.reject(notFound());
}

type Held = Awaited<ReturnType<typeof heldVerdict>>;

/** Tells the people who answer for the task; that a report agrees as proposed is no news. */
async function tellDecision(trx: Db, actor: Actor, row: Held, verdict: Verdict) {
  const wasAppealed = row.state === "appealed";
  const before = row.decided ?? row.proposed;
  if (!wasAppealed && verdict === "agrees" && before === "agrees") return;
  const kind = wasAppealed ? "appeal_answered" : "verdict_decided";
  const facts = { verdict };
  await notify(trx, { kind, subject: "verdict", id: row.id, actor: actor.id, facts });
}

/**
 * Decides, or decides anew: after an appeal for good.
 * @throws {Problem} 404 beyond the actor's scope, 403 as requireVerdict does, 409 `verdict_changed` where evidence, a
 * decision or an appeal has come since the actor looked
 */
export async function decideVerdict(
  db: Db,
  actor: Actor,
  id: number,
  { verdict, explanation, seen }: z.output<typeof verdictDecisionSchema>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await heldVerdict(trx, actor, id);
    requireVerdict(actor, row);
    if (!row.proposal || seen.revision !== row.known_revision || seen.state !== row.state)
      throw new Problem(409, "verdict_changed");
    const isLast = row.state === "appealed" || row.state === "final";
    await updateVerdict(trx, id, {
      decided: verdict,
      decided_by: actor.id,
      decided_at: new Date(),
      decided_on: row.proposed,
      state: isLast ? "final" : "decided",
    });
    const { proposal } = row;
    await insertEvent(trx, actor, { task: id, kind: "decided", verdict, explanation, proposal });
    await tellDecision(trx, actor, row, verdict);
    const change = { verdict, explanation, proposed: row.proposed, before: row.decided };
    await insertAudit(trx, actor, { action: "verdict", resource, id, change });
  });
}

/** @throws {Problem} 404 beyond the actor's scope, and as requireAppeal does */
export async function appealVerdict(
  db: Db,
  actor: Actor,
  id: number,
  { explanation }: z.output<typeof verdictAppealSchema>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await heldVerdict(trx, actor, id);
    requireAppeal(actor, row);
    const { decided: verdict, proposal } = row;
    if (verdict === null) throw new Problem(409, "nothing_to_appeal");
    await updateVerdict(trx, id, { state: "appealed", appealed_decider: row.decided_by });
    await insertEvent(trx, actor, { task: id, kind: "appealed", verdict, explanation, proposal });
    await notify(trx, { kind: "verdict_appealed", subject: "verdict", id, actor: actor.id });
    const change = { verdict, explanation };
    await insertAudit(trx, actor, { action: "verdict_appeal", resource, id, change });
  });
}

import { type ViolationEvidence, violationTransitions } from "@nihol/contract/values/violations";
import type { ViolationDetail } from "@nihol/contract/violations/violations";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { listFiles } from "../../shared/attachments/attached-file-sql.ts";
import { namePeople } from "../../shared/planting/name-people.ts";
import { listCaseAlerts } from "./alert-queries.ts";
import { listComments, listHistory } from "./case-queries.ts";
import { findOrigin, findViolation } from "./violation-queries.ts";

/** The evidence as the actor reads it: with the names of those whom they may know. */
export async function evidenceFor<Evidence extends ViolationEvidence | null>(
  db: Db,
  actor: Actor,
  evidence: Evidence,
): Promise<Evidence> {
  if (evidence?.kind !== "task") return evidence;
  const { counters, image_hands } = evidence;
  return {
    ...evidence,
    counters: counters && (await namePeople(db, actor, counters)),
    image_hands: image_hands && (await namePeople(db, actor, image_hands)),
  };
}

/** Finds a violation with its files, comments and history. @throws {Problem} 404 outside the actor's scope */
export async function violationDetail(db: Db, actor: Actor, id: number): Promise<ViolationDetail> {
  const violation = await findViolation(db, actor, id);
  const isAccused = violation.can.answer && !violation.can.change;
  const [origin, alerts, files, comments, history] = await Promise.all([
    findOrigin(db, id),
    listCaseAlerts(db, actor, id),
    listFiles(db, { table: "violation", id }),
    listComments(db, actor, id, isAccused),
    listHistory(db, id),
  ]);
  const evidence = await evidenceFor(db, actor, origin.evidence);
  const next = violation.can.change ? violationTransitions[violation.state] : [];
  const lists = { alerts, files, comments, history };
  return { ...violation, ...origin, evidence, ...lists, next_states: [...next] };
}

/** Writes of people about an alert: the row, the audit log and the notice in one transaction. */

import { limits } from "@nihol/contract/values/limits";
import type { Db } from "@nihol/db/connection";
import { notify } from "@nihol/store/notices/notify";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, refuseField } from "../../http/problem.ts";
import { authorName } from "../../shared/attachments/attached-file-sql.ts";
import { countAlertComments, insertAlertComment, lockAlert, updateAlert } from "./alert-queries.ts";
import { findAlertPerson } from "./people-queries.ts";

const resource = "alert";
type Locked = NonNullable<Awaited<ReturnType<typeof lockAlert>>>;

/** @throws {Problem} 404 beyond the actor's scope */
const inAlert = (
  db: Db,
  actor: Actor,
  id: number,
  write: (trx: Db, row: Locked) => Promise<void>,
) =>
  db.transaction().execute(async (trx) => {
    const row = await lockAlert(trx, actor, id);
    if (!row) throw notFound();
    await write(trx, row);
  });

/** Says who has seen it first; later ones change nothing. */
export const acknowledgeAlert = (db: Db, actor: Actor, id: number) =>
  inAlert(db, actor, id, async (trx, row) => {
    if (row.acknowledged_at) return;
    await updateAlert(trx, id, {
      acknowledged_at: new Date(),
      acknowledged_id: actor.id,
      acknowledged_by: authorName(actor),
    });
    await insertAudit(trx, actor, { action: "acknowledge", resource, id });
  });

/** Ends it by hand. The rule stays quiet there until readings were back once. */
export const clearAlert = (db: Db, actor: Actor, id: number) =>
  inAlert(db, actor, id, async (trx, row) => {
    if (row.cleared_at) return;
    const cleared_at = new Date(Math.max(Date.now(), row.raised_at.getTime()));
    await updateAlert(trx, id, {
      cleared_at,
      cleared_how: "person",
      cleared_by: authorName(actor),
    });
    await insertAudit(trx, actor, { action: "clear", resource, id });
    await notify(trx, { kind: "alert_cleared", subject: "alert", id, actor: actor.id });
  });

/** @throws {FieldProblem} under `person` for an account that may not look after it */
export const assignAlert = (db: Db, actor: Actor, id: number, person: number | null) =>
  inAlert(db, actor, id, async (trx, row) => {
    if (row.assigned_id === person && (person !== null || row.assigned_to === null)) return;
    const found = person === null ? null : await findAlertPerson(trx, actor, id, person);
    if (found === undefined) refuseField("person", "not_found");
    await updateAlert(trx, id, { assigned_id: person, assigned_to: found?.name ?? null });
    const change = { from: row.assigned_to, to: found?.name ?? null };
    await insertAudit(trx, actor, { action: "assign", resource, id, change });
    if (found) await notify(trx, { kind: "alert_assigned", subject: "alert", id, actor: actor.id });
  });

/** @throws {FieldProblem} under `text` where it has as many comments as one record may have */
export const commentAlert = (db: Db, actor: Actor, id: number, text: string) =>
  inAlert(db, actor, id, async (trx) => {
    if ((await countAlertComments(trx, id)) >= limits.comments)
      refuseField("text", "too_many", { max: limits.comments });
    await insertAlertComment(trx, actor, id, text);
    await insertAudit(trx, actor, { action: "comment_add", resource, id, change: { text } });
  });

/** The deadline of a case and who answers for it: an account that has the case in its scope. */

import type { Db } from "@nihol/db/connection";
import { notify } from "@nihol/store/notices/notify";
import type { Actor } from "../../http/actor.ts";
import { insertFieldChange } from "./case-queries.ts";
import { getPerson, seesCase } from "./people-queries.ts";
import { type HeldViolation, holdViolation, updateViolation } from "./violation-queries.ts";

/** Fields to be written; those left out stay. */
interface Assignment {
  due_date?: string | null;
  responsible?: number | null;
}

/**
 * Writes the deadline and the responsible person, and into the history what they were before.
 * @throws {FieldProblem} under `responsible` for an account that may not see the case as it stands now
 */
export async function assign(trx: Db, actor: Actor, row: HeldViolation, sent: Assignment) {
  const { due_date, responsible } = sent;
  if (due_date !== undefined && due_date !== row.due_date) {
    await updateViolation(trx, row.id, { due_date });
    const change = { from_value: row.due_date, to_value: due_date };
    await insertFieldChange(trx, actor, row, { field: "due_date", ...change });
  }
  const isNobody = responsible === null && row.responsible_name === "";
  if (responsible === undefined || isNobody) return;
  if (responsible !== null && responsible === row.responsible_id) return;
  const person = responsible === null ? null : await getPerson(trx, actor, row.id, responsible);
  await updateViolation(trx, row.id, {
    responsible_id: person?.id ?? null,
    responsible_name: person?.name ?? "",
  });
  const change = { from_value: row.responsible_name || null, to_value: person?.name ?? null };
  await insertFieldChange(trx, actor, row, { field: "responsible", ...change });
  const notice = { kind: "violation_responsible", subject: "violation", id: row.id } as const;
  if (person) await notify(trx, { ...notice, actor: actor.id });
}

/** Takes the case from a person who may not see it any more as it stands now; the history says whose it was. */
export async function releaseUnseeing(trx: Db, actor: Actor, id: number) {
  const row = await holdViolation(trx, actor, id);
  if (row.responsible_id === null || (await seesCase(trx, id, row.responsible_id))) return;
  await updateViolation(trx, id, { responsible_id: null, responsible_name: "" });
  const change = { from_value: row.responsible_name, to_value: null };
  await insertFieldChange(trx, actor, row, { field: "responsible", ...change });
}

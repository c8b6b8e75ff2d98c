/** Writing notes on gardens: the row and the audit log in one transaction. */

import type { gardenNotes } from "@nihol/contract/garden-notes";
import type { CreateOf, PatchOf } from "@nihol/contract/resource";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, refuseField } from "../../http/problem.ts";
import { requireAuthor } from "../../policies/garden-notes.ts";
import { deleteNote, holdGarden, insertNote, lockNote, updateNote } from "./garden-note-queries.ts";

type Notes = typeof gardenNotes;
interface Stores {
  db: { sql: Db };
}
const resource = "gardennote";

/** @throws {FieldProblem} under `garden` for one that is not there or beyond the actor's scope */
export function createNote({ db }: Stores, actor: Actor, body: CreateOf<Notes>): Promise<number> {
  return db.sql.transaction().execute(async (trx) => {
    if (!(await holdGarden(trx, actor, body.garden))) refuseField("garden", "not_found");
    const id = await insertNote(trx, actor, body);
    await insertAudit(trx, actor, { action: "add", resource, id, change: { ...body } });
    return id;
  });
}

/** @throws {Problem} 404 beyond the actor's scope, 403 for a note of somebody else */
export function patchNote({ db }: Stores, actor: Actor, id: number, body: PatchOf<Notes>) {
  return db.sql.transaction().execute(async (trx) => {
    const note = await lockNote(trx, actor, id);
    if (!note) throw notFound();
    requireAuthor(actor, note);
    await updateNote(trx, id, body);
    await insertAudit(trx, actor, { action: "change", resource, id, change: { ...body } });
  });
}

/** @throws {Problem} 404 beyond the actor's scope */
export function removeNote({ db }: Stores, actor: Actor, id: number) {
  return db.sql.transaction().execute(async (trx) => {
    const note = await lockNote(trx, actor, id);
    if (!note) throw notFound();
    await deleteNote(trx, id);
    const { garden_id: garden, text, author } = note;
    await insertAudit(trx, actor, {
      action: "delete",
      resource,
      id,
      change: { garden, text, author },
    });
  });
}

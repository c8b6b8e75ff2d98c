/** Where a new run says otherwise than a person, as the API answers it. */

import type { TreeConflict } from "@nihol/contract/imagery/tree-conflicts";
import type { PageQuery } from "@nihol/contract/paging";
import type { ConflictDecision, ConflictKind } from "@nihol/contract/values/trees";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { slice } from "../../../http/paging.ts";
import type { ImageryScope } from "../../../policies/imagery.ts";
import { conflictCan } from "../../../policies/trees.ts";
import { countRows } from "../../../shared/rows/count-rows.ts";
import { shown } from "./correction-queries.ts";

type ConflictFilter = Pick<PageQuery, "page" | "page_size"> & {
  kind?: ConflictKind;
  decided?: "0" | "1";
};

const conflictRows = (db: Db, image: number) =>
  db
    .selectFrom("tree_conflict as c")
    .innerJoin("tree_correction as k", "k.id", "c.correction_id")
    .innerJoin("whole_image as w", "w.id", "c.whole_image_id")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .leftJoin("user_account as u", "u.id", "k.corrected_by")
    .leftJoin("user_account as v", "v.id", "c.decided_by")
    .where("c.whole_image_id", "=", image)
    .select(["c.id", "c.tree_id", "c.whole_image_id", "c.fragment", "c.kind", "c.found"])
    .select(["c.found_tree_id", "c.decided", "c.decided_at", "p.status"])
    .select(["k.before", "k.after", "k.reason", "k.corrected_at"])
    .select([
      sql<string | null>`nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')`.as("by"),
      sql<string | null>`nullif(trim(concat_ws(' ', v.first_name, v.last_name)), '')`.as(
        "decided_by",
      ),
    ]);
type ConflictRow = Awaited<ReturnType<ReturnType<typeof conflictRows>["executeTakeFirstOrThrow"]>>;

function toConflict(row: ConflictRow, actor: Actor, image: ImageryScope): TreeConflict {
  return {
    id: Number(row.id),
    tree: Number(row.tree_id),
    whole_image: row.whole_image_id,
    fragment: row.fragment,
    kind: row.kind,
    person: shown(row.after),
    removed: row.after === null ? shown(row.before) : null,
    found: shown(row.found),
    found_tree: row.found_tree_id === null ? null : Number(row.found_tree_id),
    reason: row.reason,
    by: row.by,
    at: row.corrected_at.toISOString(),
    decided: row.decided,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    can: conflictCan(actor, image, row),
  };
}

/** In the order in which one goes through an image. */
export async function listConflicts(
  db: Db,
  actor: Actor,
  image: ImageryScope & { id: number },
  filter: ConflictFilter,
): Promise<{ count: number; rows: TreeConflict[] }> {
  let rows = conflictRows(db, image.id);
  if (filter.kind) rows = rows.where("c.kind", "=", filter.kind);
  if (filter.decided)
    rows = rows.where("c.decided", filter.decided === "1" ? "is not" : "is", null);
  const count = await countRows(rows);
  const { limit, offset } = slice(filter);
  const page = await rows
    .orderBy("c.fragment")
    .orderBy("c.id")
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, rows: page.map((row) => toConflict(row, actor, image)) };
}

/** Of these conflicts of an image those that nobody has decided, with what each side says. */
export async function listOpenConflicts(db: Db, image: number, ids: readonly number[]) {
  const rows = await db
    .selectFrom("tree_conflict")
    .where("whole_image_id", "=", image)
    .where("id", "in", [...new Set(ids)])
    .where("decided", "is", null)
    .select(["id", "tree_id", "kind", "found", "found_tree_id"])
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    tree: Number(row.tree_id),
    foundTree: row.found_tree_id === null ? null : Number(row.found_tree_id),
  }));
}
export type OpenConflict = Awaited<ReturnType<typeof listOpenConflicts>>[number];

export async function updateDecided(
  db: Db,
  conflict: number,
  decision: ConflictDecision,
  by: number,
): Promise<void> {
  await db
    .updateTable("tree_conflict")
    .set({ decided: decision, decided_by: by, decided_at: sql`now()` })
    .where("id", "=", conflict)
    .execute();
}

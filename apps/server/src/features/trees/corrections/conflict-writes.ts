/** Letting a person's word stand against a new run, or the run's: the latter is a correction as any other. */

import type { ConflictDecision, CorrectionAction, TreeState } from "@nihol/contract/values/trees";
import type { Db } from "@nihol/db/connection";
import { correctTree, findCorrectable } from "@nihol/store/trees/corrections/correct-tree";
import type { Actor } from "../../../http/actor.ts";
import { insertAudit } from "../../../http/audit.ts";
import type { Services } from "../../../http/services.ts";
import { requireRight } from "../../../policies/rights.ts";
import { conflictRight } from "../../../policies/trees.ts";
import { listOpenConflicts, type OpenConflict, updateDecided } from "./conflict-queries.ts";
import { lockedImage, log } from "./writes.ts";

interface Step {
  tree: number;
  action: CorrectionAction;
  before: TreeState | null;
  after: TreeState | null;
}

const accepted = (state: TreeState): TreeState => ({
  ...state,
  review: state.review === "new" ? "accepted" : state.review,
});

/** Finds the step that a decision takes with a tree; undefined where it leaves all trees as they are. */
async function stepOf(
  trx: Db,
  { kind, tree, found, foundTree }: OpenConflict,
  decision: ConflictDecision,
): Promise<Step | undefined> {
  const stateNow = async (id: number) => (await findCorrectable(trx, id))?.state;
  if (kind === "beside" && foundTree !== null) {
    const before = await stateNow(foundTree);
    if (!before) return undefined;
    return decision === "kept"
      ? { tree: foundTree, action: "delete", before, after: null }
      : { tree: foundTree, action: "accept", before, after: accepted(before) };
  }
  if (decision === "kept") return undefined;
  const before = (await stateNow(tree)) ?? null;
  if (kind === "found_again")
    return found && !before ? { tree, action: "add", before, after: accepted(found) } : undefined;
  if (!before) return undefined;
  if (kind === "not_found") return { tree, action: "delete", before, after: null };
  const after: TreeState = {
    ...before,
    green: found?.green ?? before.green,
    review: before.review === "added" ? "added" : "corrected",
  };
  return { tree, action: "change", before, after };
}

/**
 * Open conflicts of one image; those that somebody decided meanwhile are passed over.
 * @throws {Problem} 404, 403 and 409 as for each correction
 */
export function decideConflicts(
  { db }: Pick<Services, "db">,
  actor: Actor,
  image: number,
  { ids, decision }: { ids: number[]; decision: ConflictDecision },
): Promise<{ decided: number; passed_over: number }> {
  return db.sql.transaction().execute(async (trx) => {
    await lockedImage(trx, actor, image);
    const open = await listOpenConflicts(trx, image, ids);
    for (const { kind } of open)
      requireRight(actor, "planttreedetail", conflictRight[kind][decision]);
    for (const conflict of open) {
      const step = await stepOf(trx, conflict, decision);
      if (step) {
        const line = { ...step, image, reason: null };
        await correctTree(trx, { ...line, by: actor.id });
        await log(trx, actor, line);
      }
      await updateDecided(trx, conflict.id, decision, actor.id);
      await insertAudit(trx, actor, {
        action: "conflict",
        resource: "planttreedetail",
        id: conflict.tree,
        change: { whole_image: image, conflict: conflict.kind, decision },
      });
    }
    return { decided: open.length, passed_over: new Set(ids).size - open.length };
  });
}

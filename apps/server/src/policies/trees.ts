/** Trees that lie within a person's scope: those in their territory, and all of a garden that they see. */
import type { ProcessState } from "@nihol/contract/values/imagery";
import type { Action } from "@nihol/contract/values/permissions";
import type {
  ConflictDecision,
  ConflictKind,
  CorrectionAction,
} from "@nihol/contract/values/trees";
import { gardenPlace } from "@nihol/policies/sees";
import { hasFullScope } from "@nihol/policies/viewer";
import { type Expression, type SqlBool, sql } from "kysely";
import { type Actor, holds } from "../http/actor.ts";
import type { ImageryScope } from "./imagery.ts";
import { may } from "./rights.ts";
import { visibleTo } from "./scope.ts";

/** @param isCorrectable whether the actor may correct the trees of its image: `correctableImages` */
export const treeCan = (actor: Actor, isCorrectable: boolean) => ({
  change: isCorrectable && holds(actor, "planttreedetail", "change"),
  delete: isCorrectable && holds(actor, "planttreedetail", "delete"),
});

/** A correction is undone by who holds the right to what it did. */
export const undoRight: Record<CorrectionAction, Action> = {
  add: "add",
  accept: "change",
  change: "change",
  delete: "delete",
};

/** With a correction of a tree on an image: the last one that stands is undone first. */
export const correctionCan = (
  actor: Actor,
  image: ImageryScope,
  row: { action: CorrectionAction; undone_at: Date | null; is_last: boolean },
) => ({
  undo:
    row.undone_at === null &&
    row.is_last &&
    image.in_scope &&
    may(actor, "planttreedetail", undoRight[row.action]),
});

/**
 * Right that a decision between a person's word and a new run's takes, by what it does to trees. Of two trees at one
 * place the person's word is the one that they left.
 */
export const conflictRight: Record<ConflictKind, Record<ConflictDecision, Action>> = {
  found_again: { kept: "change", taken: "add" },
  not_found: { kept: "change", taken: "delete" },
  other_green: { kept: "change", taken: "change" },
  beside: { kept: "delete", taken: "change" },
};

/** With a conflict between a person's word and a new run's, while nobody has decided it and no run is under way. */
export function conflictCan(
  actor: Actor,
  image: ImageryScope,
  row: { kind: ConflictKind; decided: ConflictDecision | "corrected" | null; status: ProcessState },
) {
  const isOpen = row.decided === null && row.status === "completed" && image.in_scope;
  const mayDecide = (decision: ConflictDecision) =>
    isOpen && may(actor, "planttreedetail", conflictRight[row.kind][decision]);
  return { keep: mayDecide("kept"), take: mayDecide("taken") };
}

/**
 * A where clause over rows of tree, tree_cell or tree_tally named `alias`. A garden that lies across
 * a district's border is seen whole, so that its own figure and the map agree.
 */
export function treesVisibleTo(actor: Actor, alias: string): Expression<SqlBool> {
  const place = {
    region: `${alias}.region_id`,
    district: `${alias}.district_id`,
    garden: `${alias}.garden_id`,
  };
  if (hasFullScope(actor)) return visibleTo(actor, place);
  return sql<SqlBool>`(${visibleTo(actor, place)} or ${sql.ref(place.garden)} in (
    select g.id from garden g where ${visibleTo(actor, gardenPlace)}))`;
}

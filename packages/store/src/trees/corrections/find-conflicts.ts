/** Where a new run says otherwise than a person, from what both say of each place: plain values, no SQL. */
import type { ConflictKind, TreeState } from "@nihol/contract/values/trees";
import { type Match, shareOf } from "./match-detections.ts";

/** A tree that a person corrected, as it was first detected and as it was left. */
export interface LeftTree {
  tree: number;
  correction: number;
  /** As a run had found it; null for one that a person added. */
  detected: TreeState | null;
  /** As a person left it; null for one that was removed. */
  after: TreeState | null;
  newest: number;
}
/** A tree of the new run. */
export interface FoundTree {
  id: number;
  state: TreeState;
}
export interface Conflict {
  kind: ConflictKind;
  tree: number;
  correction: number;
  fragment: number;
  found: TreeState | null;
  /** Of `beside`: the tree that stands as a second one. */
  foundTree: number | null;
}

/** Of the smaller box, so much lies on the other where two detections are parts of one tree. */
const MIN_SHARE = 0.5;

/** Tells whether a person said of the tree that it is green or not: by adding or accepting it as it is, or by changing that. */
const isGreenSaid = ({ detected, after }: LeftTree) =>
  after !== null &&
  (after.review === "added" || after.review === "accepted" || after.green !== detected?.green);

/** "Unsure" says nothing against anybody. */
const isOtherGreen = (a: TreeState, b: TreeState) =>
  a.green !== b.green && a.green !== "unsure" && b.green !== "unsure";

function conflictOf(left: LeftTree, found: TreeState | undefined): ConflictKind | undefined {
  const { detected, after } = left;
  if (after === null) return found && "found_again";
  if (found === undefined) return detected ? "not_found" : undefined;
  return isGreenSaid(left) && isOtherGreen(after, found) ? "other_green" : undefined;
}

const statesOf = ({ detected, after }: LeftTree) =>
  [detected, after].filter((state) => state !== null);

/** The tree on which a detection lies that is no corrected tree itself. */
const under = (left: readonly LeftTree[], { id, state }: FoundTree) =>
  left.find(
    (one) =>
      id > one.newest && statesOf(one).some(({ box }) => shareOf(box, state.box) >= MIN_SHARE),
  );

/** @param matches what `matchDetections` says of the two */
export function findConflicts(
  left: readonly LeftTree[],
  found: readonly FoundTree[],
  matches: readonly Match[],
): Conflict[] {
  const stateOf = new Map(found.map(({ id, state }) => [id, state]));
  const foundOf = new Map(matches.map(({ tree, detection }) => [tree, stateOf.get(detection)]));
  const matched = new Set(matches.map(({ detection }) => detection));
  const differing = left.flatMap((one): Conflict[] => {
    const state = foundOf.get(one.tree);
    const kind = conflictOf(one, state);
    const { tree, correction } = one;
    const fragment = (one.after ?? state)?.fragment ?? 0;
    return kind
      ? [{ kind, tree, correction, fragment, found: state ?? null, foundTree: null }]
      : [];
  });
  const beside = found.flatMap((one): Conflict[] => {
    const on = matched.has(one.id) ? undefined : under(left, one);
    if (!on) return [];
    const { tree, correction } = on;
    const { fragment } = one.state;
    return [{ kind: "beside", tree, correction, fragment, found: one.state, foundTree: one.id }];
  });
  return [...differing, ...beside];
}

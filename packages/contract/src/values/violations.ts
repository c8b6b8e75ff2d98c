export const violationKinds = [
  "illegal_felling",
  "tree_damage",
  "fire",
  "dumping",
  "water_misuse",
  "unauthorized_construction",
  "other",
] as const;
export type ViolationKind = (typeof violationKinds)[number];

export const violationStates = [
  "new",
  "under_review",
  "confirmed",
  "referred",
  "closed",
  "dismissed",
] as const;
export type ViolationState = (typeof violationStates)[number];

/** What may follow a state. Closed and dismissed are opened again only for another review. */
export const violationTransitions: Record<ViolationState, readonly ViolationState[]> = {
  new: ["under_review", "dismissed"],
  under_review: ["confirmed", "dismissed"],
  confirmed: ["referred", "closed", "dismissed"],
  referred: ["closed", "confirmed"],
  closed: ["under_review"],
  dismissed: ["under_review"],
};

/** Whether a change needs a reason in words: what ends a case, hands it on or takes a decision back. */
export function needsComment(from: ViolationState, to: ViolationState): boolean {
  const isEnd = to === "dismissed" || to === "closed";
  const isBack = from === "dismissed" || from === "closed" || from === "referred";
  return isEnd || isBack || to === "referred";
}

export const violationLimits = { title: 200, description: 5000, reporter: 200, comment: 2000 };

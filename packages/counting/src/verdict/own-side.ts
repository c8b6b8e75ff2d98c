/** Marks of the reporting side's own hand in what judges its report: they are named, and prove nothing for it (decision 116). */
import type { VerdictReason } from "@nihol/contract/values/planting/verdicts";
import type { CaptureFacts, TaskFacts } from "./facts.ts";

type Figures = VerdictReason["figures"];

/** Tells whether the reporting side gave a part of the image by which its trees are counted or dated. */
export const isOfOwnSide = ({ ownSide = [] }: Pick<CaptureFacts, "ownSide">) => ownSide.length > 0;

/** Figures that a reason from the image carries: what of it the side gave, and what of the side's work was left out. */
function ownFigures({ ownSide = [], ownWork }: CaptureFacts): Figures {
  return {
    ...(ownSide.length > 0 && { given_by_side: ownSide.join(" ") }),
    ...(ownWork && {
      ...{ own_corrections: ownWork.corrections, own_plots: ownWork.plots },
      own_checks: ownWork.checks,
    }),
  };
}

/**
 * A reason from an image of the reporting side, or from one that is compared with such an image, speaks against its
 * report or not at all.
 */
export function cautious(
  reason: VerdictReason,
  image: CaptureFacts | undefined,
  before?: CaptureFacts,
): VerdictReason {
  if (!image) return reason;
  const beforeSide = before?.ownSide ?? [];
  const figures = {
    ...{ ...reason.figures, ...ownFigures(image) },
    ...(beforeSide.length > 0 && { before_given_by_side: beforeSide.join(" ") }),
  };
  const isOwn = isOfOwnSide(image) || beforeSide.length > 0;
  return { ...reason, says: isOwn && reason.says === "for" ? "silent" : reason.says, figures };
}

/** Says of each image over the area that somebody rejected or dated otherwise than its file: when, and what it was before. */
export const changeReasons = ({ imageChanges = [] }: TaskFacts): VerdictReason[] =>
  imageChanges.map(({ image, kind, capturedOn, changedOn, statedOn, isOwnSide }) => ({
    code: kind === "dated" ? "image_dated" : isOwnSide ? "image_rejected_own" : "image_rejected",
    says: "silent",
    figures: {
      ...{ image, captured_on: capturedOn, changed_on: changedOn },
      ...(statedOn !== null && { stated_on: statedOn }),
    },
  }));

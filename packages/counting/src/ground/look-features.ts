import type { ImageLook } from "@nihol/contract/values/imagery/familiarity";

/** Features of an image's look, in the order of `lookFeatures`. */
export const featureNames = [
  "light",
  "contrast",
  "green",
  "greenSpread",
  "warmth",
  "edges",
  "crown",
  "score",
  "width",
] as const;

/** Trees added to those of an image, with their score and width in metres, so that one of few has about usual means. Chosen. */
const USUAL = { trees: 3, score: 0.35, width: 5 };

const spreadOf = (sum: number, moment: number, n: number) =>
  Math.sqrt(Math.max(0, moment / n - (sum / n) ** 2));

/**
 * Peaks added to those of an image, so that one of few peaks has about the usual ratio: thirty, parted as on known ground
 * when the features were chosen (decision 40). A sure peak of the detector's response reaches its threshold, a weak one
 * stays below.
 */
const USUAL_PEAKS = { weak: 11.4, sure: 18.6 };

/**
 * Doubt of the detector: the natural logarithm of weak peaks to sure ones. Where it stands before trees that it does
 * not know (small ones, other shapes, scrub) its response has many peaks that stay below the threshold.
 */
export const doubtOf = ({ weak, sure }: ImageLook): number =>
  Math.log((weak + USUAL_PEAKS.weak) / (sure + USUAL_PEAKS.sure));

/** The features of an image, or undefined where no pixel of it was sampled. Each is of the order of 1. */
export function lookFeatures(look: ImageLook): number[] | undefined {
  const { pixels: n, sure } = look;
  if (n === 0) return undefined;
  const contrast = spreadOf(look.light, look.lightMoment, n);
  return [
    look.light / n,
    contrast,
    look.green / n,
    spreadOf(look.green, look.greenMoment, n),
    look.warmth / n,
    Math.log((look.edges / n + 0.002) / (contrast + 0.01)),
    Math.sqrt(look.crown / n),
    (look.scores + USUAL.trees * USUAL.score) / (sure + USUAL.trees),
    (look.widths + USUAL.trees * Math.log(USUAL.width)) / (sure + USUAL.trees),
  ];
}

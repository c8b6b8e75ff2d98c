import type { Calibration, ThresholdScore } from "@nihol/contract/imagery/calibration";

/** A nearer threshold is the same one: scores are measured in steps of about this. */
const minStep = 0.02;

/** Harmonic mean of precision and recall, 0..1. */
export function f1({ precision, recall }: Pick<ThresholdScore, "precision" | "recall">): number {
  return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
}

/** The threshold that the windows suggest: where it differs from the present one, and does better. */
export function betterThreshold({
  now,
  best,
}: Pick<Calibration, "now" | "best">): ThresholdScore | undefined {
  if (!now || !best) return undefined;
  // 0.3 - 0.28 is a little less than 0.02 in floating point
  const isOther = Math.abs(best.threshold - now.threshold) > minStep - 1e-6;
  return isOther && f1(best) > f1(now) ? best : undefined;
}

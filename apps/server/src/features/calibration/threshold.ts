/** The threshold that agrees best with people's annotations. */
import type { ThresholdScore } from "@nihol/contract/imagery/calibration";

interface Seen {
  x: number;
  y: number;
  /** An annotation nearer than this means this tree. */
  radius: number;
  score: number;
}
export type Annotation = [number, number];
interface CountedWindow {
  annotations: Annotation[];
  seen: Seen[];
}

const THRESHOLDS = Array.from({ length: 40 }, (_, i) => (i + 4) / 50);

/** Finds as the detector wrote them: x, y, radius, score of one tree after the other. */
export function seenFrom(flat: number[]): Seen[] {
  return Array.from({ length: Math.floor(flat.length / 4) }, (_, i) => {
    const [x = 0, y = 0, radius = 0, score = 0] = flat.slice(4 * i, 4 * i + 4);
    return { x, y, radius, score };
  });
}

/** Pairs of annotations and detected trees, the highest score first, each at most once. */
function pairs({ annotations, seen }: CountedWindow, threshold: number): number {
  const free = new Set(annotations);
  let matched = 0;
  for (const tree of seen.filter((s) => s.score >= threshold).sort((a, b) => b.score - a.score)) {
    const distance = (annotation: Annotation) =>
      Math.hypot(annotation[0] - tree.x, annotation[1] - tree.y);
    const near = [...free].filter((annotation) => distance(annotation) <= tree.radius);
    const nearest = near.reduce<Annotation | undefined>(
      (best, annotation) => (best && distance(best) <= distance(annotation) ? best : annotation),
      undefined,
    );
    if (!nearest) continue;
    free.delete(nearest);
    matched++;
  }
  return matched;
}

/** Scores a threshold over all windows. Precision and recall are 0 where their denominator is 0. */
export function scoreThreshold(windows: CountedWindow[], threshold: number): ThresholdScore {
  const sum = (of: (window: CountedWindow) => number) =>
    windows.reduce((total, window) => total + of(window), 0);
  const found = sum(({ seen }) => seen.filter((s) => s.score >= threshold).length);
  const marked = sum(({ annotations }) => annotations.length);
  const matched = sum((window) => pairs(window, threshold));
  return {
    threshold,
    found,
    matched,
    precision: matched / Math.max(1, found),
    recall: matched / Math.max(1, marked),
  };
}

/** F1: 2 × matched over detections and annotations together. */
const agreement = ({ precision, recall }: ThresholdScore) =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);

/** The threshold of best agreement (F1); of equal ones the nearest to `now`, so that nothing changes without a gain. */
export function bestThreshold(windows: CountedWindow[], now: number): ThresholdScore {
  const scored = THRESHOLDS.map((threshold) => scoreThreshold(windows, threshold));
  return scored.reduce(
    (best, next) => {
      const gain = agreement(next) - agreement(best);
      if (Math.abs(gain) > 1e-9) return gain > 0 ? next : best;
      return Math.abs(next.threshold - now) < Math.abs(best.threshold - now) ? next : best;
    },
    scoreThreshold(windows, now),
  );
}

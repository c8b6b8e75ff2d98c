/** Living trees of one planting, from what was found on its ground; no database. */
import { type Estimated, survivalOfAll } from "./survival.ts";

/** Verdict on a planting's report, by a person or until then by the machine. */
export interface StandingVerdict {
  contradicts: boolean;
  /** Trees that stand by the machine's proposal; null where nothing speaks of them, or a person rejected it. */
  standing: Estimated | null;
}

/** Figures of a planting whose plots were counted. */
export interface CountedPlanting {
  /** Share of planting places whose tree lives. */
  survival: Estimated;
  /** Planting places of the whole ground, by those of the plots. */
  places: Estimated;
  /** Trees that its report says were planted. */
  reported: number;
  /** Of the trees that stand on the ground by all reports, the part that is its own, 0 to 1. */
  share: number;
  verdict: StandingVerdict | null;
}

const each = (range: Estimated, of: (value: number) => number): Estimated => ({
  value: of(range.value),
  low: of(range.low),
  high: of(range.high),
});

/**
 * Planting places of a planting: those found on the plots' ground, scaled to the whole ground. No more than were
 * reported, for others stand there too; where the verdict contradicts, no more than stand at most by it.
 */
export function plantedPlaces({ places, reported, share, verdict }: CountedPlanting): Estimated {
  const max = verdict?.contradicts ? (verdict.standing?.high ?? 0) : reported;
  return each(places, (value) => Math.min(reported, max, value * share));
}

/** The product of two estimates whose errors are independent; distances of ends add as variances do (Zou and Donner 2008). */
function productOf(a: Estimated, b: Estimated): Estimated {
  const value = a.value * b.value;
  const spread = (of: (one: Estimated) => number) => Math.hypot(of(a) * b.value, of(b) * a.value);
  return {
    value,
    low: Math.max(0, value - spread((one) => one.value - one.low)),
    high: value + spread((one) => one.high - one.value),
  };
}

/**
 * Living trees: never a rate times what was reported, but the rate of the planting places that were found, within the
 * range of the verdict. Where that contradicts the report, the trees that stand by the verdict; undefined where
 * nothing speaks of these.
 */
export function livingTrees(planting: CountedPlanting): Estimated | undefined {
  const { survival, reported, verdict } = planting;
  if (verdict?.contradicts) return verdict.standing ?? undefined;
  const found = each(productOf(survival, plantedPlaces(planting)), (value) =>
    Math.min(reported, value),
  );
  const range = verdict?.standing;
  if (!range) return found;
  return each(found, (value) => Math.min(reported, range.high, Math.max(range.low, value)));
}

/** Several plantings as one: the mean of their survival by planting places, and the sum of their living trees. */
export function plantingsTogether(plantings: readonly CountedPlanting[]): {
  survival: Estimated | undefined;
  living: Estimated | undefined;
} {
  const living = plantings.flatMap((one) => livingTrees(one) ?? []);
  const value = living.reduce((sum, one) => sum + one.value, 0);
  const spread = (of: (one: Estimated) => number) => Math.hypot(...living.map(of));
  return {
    survival: survivalOfAll(
      plantings.map((one) => ({ estimate: one.survival, trees: plantedPlaces(one).value })),
    ),
    living:
      living.length > 0
        ? {
            value,
            low: Math.max(0, value - spread((one) => one.value - one.low)),
            high: value + spread((one) => one.high - one.value),
          }
        : undefined,
  };
}

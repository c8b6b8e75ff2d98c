/** Range of the places of a planting that hold a tree, from the chance of each. */

/** Of a normal distribution 90 % lie within so many standard deviations. */
const NINETY = 1.645;

/** Places by their chances, and the 90 % range of how many are occupied. */
export type Occupied = { occupied: number; low: number; high: number };

/** Sums over some places of a planting: all of them, those that rather hold a tree, their chances, and what these leave open. */
export type PlaceSums = { places: number; occupied: number; chance: number; variance: number };

/** States of a planting place on an image: a tree, none, too little to say, or a pit that was dug and is empty. */
export const placeStates = ["occupied", "unsure", "missing", "pit"] as const;
export type PlaceState = (typeof placeStates)[number];

/** Chances between which a place is unsure: named either way, more than one in five of such places would be wrong. */
const UNSURE_CHANCE = { from: 0.2, to: 0.8 } as const;

/** The state of a place by the chance that a tree stands there, 0 to 1. */
export function placeStateOf(chance: number, isPit: boolean | null = false): PlaceState {
  if (isPit) return "pit";
  if (chance >= UNSURE_CHANCE.to) return "occupied";
  return chance > UNSURE_CHANCE.from ? "unsure" : "missing";
}

export function sumPlaces(chances: readonly number[]): PlaceSums {
  const sums = { places: chances.length, occupied: 0, chance: 0, variance: 0 };
  for (const chance of chances) {
    if (chance >= 0.5) sums.occupied += 1;
    sums.chance += chance;
    sums.variance += chance * (1 - chance);
  }
  return sums;
}

/** Uncertainty that all places of a planting share, and on which the range of their sum depends. */
export type SharedDoubt = {
  /** Standard error of the occupied share. */
  doubt: number;
  /** Share of bare ground that would be taken for a tree: weeds, shadows. */
  mistaken: number;
};

const MAX_MISTAKEN = 0.9;

/**
 * Places without a tree that look occupied, at most: for each one that looks empty, how many do not; and a line of
 * places around a square planting, beyond its edge, that weeds added to it.
 */
function hiddenPlaces(places: number, empty: number, mistaken: number): number {
  const share = Math.min(MAX_MISTAKEN, mistaken);
  const max = empty + NINETY * Math.sqrt(empty + 0.75) + 1.5;
  return (max * share) / (1 - share) + share * 4 * Math.sqrt(places);
}

/**
 * The 90 % range of how many places are occupied: what each place leaves open (the variance of a sum of independent
 * yes and no), the doubt that all share, and empty places that are not seen as such (the error of a diagnostic test,
 * Rogan and Gladen, American Journal of Epidemiology 107, 1978).
 */
export function rangeOfPlaces(
  { places, occupied, chance, variance }: PlaceSums,
  { doubt, mistaken }: SharedDoubt,
) {
  const half = NINETY * Math.sqrt(variance + (places * doubt) ** 2) + 0.5;
  const hidden = hiddenPlaces(places, places - occupied, mistaken);
  const low = Math.max(0, Math.floor(Math.min(occupied - hidden, chance - half)));
  const high = Math.min(places, Math.ceil(Math.max(occupied, chance + half)));
  return { occupied, low, high } satisfies Occupied;
}

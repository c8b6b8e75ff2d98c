import { addTally, emptyTally, scores, type Tally } from "@nihol/vision/learn/match-labels";

const ROUNDS = 400;
const LEVEL = 0.95;

/** Repeatable numbers in [0, 1): mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The 95 % interval of `measure` when what it is measured on is drawn anew, with repetition. */
export function bootstrap<T>(
  units: T[],
  measure: (drawn: T[]) => number,
  seed = 1,
): [number, number] {
  const random = randomFrom(seed);
  const values = Array.from({ length: ROUNDS }, () =>
    measure(units.map(() => units[Math.floor(random() * units.length)] as T)),
  ).sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((values[Math.round(share * (ROUNDS - 1))] ?? 0) * 1000) / 1000;
  return [at((1 - LEVEL) / 2), at((1 + LEVEL) / 2)];
}

/** The interval of F1, drawing whole places: the images of one place are alike. */
export function f1Interval(tallies: { place: string; tally: Tally }[]): [number, number] {
  const byPlace = new Map<string, Tally>();
  for (const { place, tally } of tallies) {
    const sum = byPlace.get(place) ?? emptyTally();
    addTally(sum, tally);
    byPlace.set(place, sum);
  }
  return bootstrap([...byPlace.values()], (drawn) => {
    const sum = emptyTally();
    for (const tally of drawn) addTally(sum, tally);
    return scores(sum).f1;
  });
}

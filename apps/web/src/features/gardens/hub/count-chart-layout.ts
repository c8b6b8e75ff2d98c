/** Where the counts of a garden stand in their chart: plain numbers, no elements. */
import type { GardenAnalytics } from "@nihol/contract/gardens";
import { isUnfamiliar } from "@nihol/locales/ground-text";

type Capture = GardenAnalytics["captures"][number];

/** Of a garden that is seen to this part or more, in percent, the count is one of the whole garden. */
const wholePercent = 95;
/** Of the breadth, in percent: room for the points at both ends. */
const margin = 5;
/** Nearer to each other than this, in percent of the breadth, two dates would be written over each other. */
const dateBreadth = 24;

export interface CountPoint {
  capture: Capture;
  low: number;
  high: number;
  /** Percent of the breadth, from the left. */
  x: number;
  /** True where the image shows (nearly) all of the garden. */
  isWhole: boolean;
  hasDate: boolean;
}

/** The smallest even top of the axis that holds a value, its half a round number. */
export function topOf(value: number): number {
  const half = Math.max(1, value / 2);
  const power = 10 ** Math.floor(Math.log10(half));
  const factor = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find(
    (one) => one * power >= half && (one * power) % 1 === 0,
  );
  return 2 * (factor ?? 10) * power;
}

const dayOf = ({ date }: Capture) => Date.parse(date) / 86_400_000;

/** Dates that have room, from both ends to the middle: the first and the last are always written. */
function datesWithRoom(places: readonly number[]): Set<number> {
  const [first, last] = [places[0], places.at(-1)];
  const taken = new Set<number>(first === undefined || last === undefined ? [] : [first, last]);
  for (const at of places)
    if ([...taken].every((other) => Math.abs(other - at) >= dateBreadth)) taken.add(at);
  return taken;
}

/**
 * Points from the oldest to the newest; what was not counted, or counted on unfamiliar ground, has none. `models` are the
 * places, percent of the breadth, from which on another model counted.
 */
export function layoutCounts(captures: readonly Capture[]) {
  const counted = captures
    .filter(({ trees }) => trees.low !== null && trees.high !== null && !isUnfamiliar(trees))
    .sort((a, b) => dayOf(a) - dayOf(b) || a.whole_image - b.whole_image);
  const [oldest, newest] = [counted[0], counted.at(-1)];
  const span = oldest && newest ? dayOf(newest) - dayOf(oldest) : 0;
  const placeOf = (one: Capture) =>
    oldest === undefined || span === 0
      ? 50
      : margin + (100 - 2 * margin) * ((dayOf(one) - dayOf(oldest)) / span);
  const places = counted.map(placeOf);
  const dated = datesWithRoom(places);
  const points = counted.map((capture, i): CountPoint => {
    const x = places[i] ?? 50;
    // Two images of one day stand at one place: its date is written once.
    const hasDate = dated.has(x) && places.indexOf(x) === i;
    const { low, high } = capture.trees;
    const isWhole = capture.covered_percent >= wholePercent;
    return { capture, low: low ?? 0, high: high ?? 0, x, isWhole, hasDate };
  });
  const models = points.slice(1).flatMap(({ capture, x }, i) => {
    const before = points[i];
    return before && before.capture.model !== capture.model ? [(before.x + x) / 2] : [];
  });
  return { points, models, top: topOf(Math.max(1, ...points.map(({ high }) => high))) };
}

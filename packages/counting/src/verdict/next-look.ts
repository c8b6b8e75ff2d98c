/** When to look again, where saplings are smaller than what a source can show. */
import type { NextLook } from "@nihol/contract/values/planting/verdicts";
import { type TaskFacts, yearsAfter, yearsBetween } from "./facts.ts";
import { visibleOn } from "./images.ts";

/** Of images that nobody has taken yet: what the detector that comes with the product can show at best. */
export const USUAL_SMALLEST_CROWN_M = 1.2;
/** Half of the crowns, so that a planting of which nothing is found is not there. */
const ENOUGH_VISIBLE = 0.5;
const MAX_YEARS = 30;
const STEP_YEARS = 1 / 12;
/** Not sooner than this, years: an image has to be taken first. */
const SOONEST = 1 / 12;

function dayOf(facts: TaskFacts, smallestCrownM: number, vigour: number): string {
  for (let years = SOONEST; years < MAX_YEARS; years += STEP_YEARS) {
    const capturedOn = yearsAfter(facts.today, years);
    if (visibleOn(facts, { capturedOn, smallestCrownM }, vigour) >= ENOUGH_VISIBLE)
      return capturedOn;
  }
  return yearsAfter(facts.today, MAX_YEARS);
}

/** With the finest source that this ground had so far. */
export function nextLook(facts: TaskFacts): NextLook {
  const smallest = facts.captures.length
    ? Math.min(...facts.captures.map((one) => one.smallestCrownM))
    : USUAL_SMALLEST_CROWN_M;
  return {
    on: dayOf(facts, smallest, 0),
    earliest: dayOf(facts, smallest, 1.645),
    latest: dayOf(facts, smallest, -1.645),
    smallest_crown_m: Math.round(smallest * 100) / 100,
  };
}

/** Tells whether half of a stand that grows like most is visible today to a source that shows crowns from this width on. */
export const isVisibleToday = (facts: TaskFacts, smallestCrownM: number) =>
  facts.planted.some(({ plantedOn }) => yearsBetween(plantedOn, facts.today) > 0) &&
  visibleOn(facts, { capturedOn: facts.today, smallestCrownM }, 0) >= ENOUGH_VISIBLE;

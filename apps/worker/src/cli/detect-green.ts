/** Green states in the output of the detector: numbers of trees, and a sentence where leaves are off and nobody can tell. */
import { text } from "@nihol/locales/text";
import type { Detection } from "@nihol/vision/detect/detector";

type GreenRun = { trees: readonly Detection[]; leavesOff?: boolean };

const countOf = (trees: readonly Detection[], state: Detection["green"]): number =>
  trees.filter(({ green }) => green === state).length;

/** Says why trees are unsure; undefined where leaves are on, or none is. */
export function leavesOffText({ trees, leavesOff }: GreenRun): string | undefined {
  const n = leavesOff ? countOf(trees, "unsure") : 0;
  return n > 0 ? text("en", "coverage.leaf_off", { n }) : undefined;
}

/** Trees by their green state, for people and programs. */
export function greenFields(run: GreenRun) {
  const { trees, leavesOff = false } = run;
  return {
    green: {
      green: countOf(trees, "green"),
      not_green: countOf(trees, "not_green"),
      unsure: countOf(trees, "unsure"),
      leaves_off: leavesOff,
      text: leavesOffText(run) ?? null,
    },
  };
}

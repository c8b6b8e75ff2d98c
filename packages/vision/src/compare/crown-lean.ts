/**
 * Where crowns stand beside the ground. A camera that looks aside shows the top of a tree beside its foot, by its height
 * times the tangent of the angle: two images whose ground lies on each other show the same crowns up to several metres
 * apart, all to the same side. The ground's registration does not see this; the pattern of the trees nearby does.
 */
import { BANDWIDTHS, constantField, type MeasuredShift, shiftOf } from "./shift-field.ts";
import { type CompareTree, treeGrid, treesNear } from "./trees.ts";

/** A crown is searched this far from where the ground says, metres; further is unlikely by this standard deviation. */
const MAX_LEAN = 6.5;
const LIKELY_LEAN = 3.5;
/** Neighbours that speak of a crown's lean, at most this far, metres. */
const NEIGHBOURS = 20;
const NEAR_METERS = 40;
/** Crowns nearby lean alike within this, metres: they differ in height. */
const ALIKE_METERS = 0.9;
/** Crowns whose radii differ by more than this factor do not speak for a lean. */
const MAX_RATIO = 2;
/** A lean must explain so many neighbours more than none does, or the rows of an orchard would lean by a row. */
const MIN_GAIN = 1.5;
const GAIN_SHARE = 1.35;

type Step = readonly [dx: number, dy: number];

/** The steps that lead from a tree to trees of the other image which it could be. */
function stepsOf(before: CompareTree[], after: CompareTree[]): Step[][] {
  const grid = treeGrid(after, MAX_LEAN);
  return before.map((tree) =>
    [...treesNear(grid, tree.x, tree.y, MAX_LEAN)]
      .map((j) => after[j] as CompareTree)
      .filter((other) => Math.abs(Math.log(other.radius / tree.radius)) < Math.log(MAX_RATIO))
      .map((other): Step => [other.x - tree.x, other.y - tree.y])
      .filter(([dx, dy]) => Math.hypot(dx, dy) <= MAX_LEAN),
  );
}

/** Number of some trees that could have made this step, those that step nearly so counted in part. */
function support(step: Step, neighbours: readonly Step[][]): number {
  return neighbours.reduce((sum, steps) => {
    const best = steps.reduce((min, [dx, dy]) => {
      return Math.min(min, (dx - step[0]) ** 2 + (dy - step[1]) ** 2);
    }, Number.POSITIVE_INFINITY);
    return sum + Math.exp(-best / (2 * ALIKE_METERS ** 2));
  }, 0);
}

/**
 * The lean of each tree of the first image, metres to add to its place to find it in the second: that of its
 * neighbourhood, [0, 0] where that shows none or too few trees to say.
 */
export function crownLeans(before: CompareTree[], after: CompareTree[]): Step[] {
  const all = stepsOf(before, after);
  const grid = treeGrid(before, NEAR_METERS / 2);
  return before.map((tree, i) => {
    const near = [...treesNear(grid, tree.x, tree.y, NEAR_METERS)]
      .map((j) => ({
        j,
        far: Math.hypot((before[j]?.x ?? 0) - tree.x, (before[j]?.y ?? 0) - tree.y),
      }))
      .filter(({ j, far }) => far <= NEAR_METERS && (all[j]?.length ?? 0) > 0)
      .sort((a, b) => a.far - b.far)
      .slice(0, NEIGHBOURS)
      .map(({ j }) => all[j] as Step[]);
    const own = near.length > 0 ? [...(all[i] ?? []), ...near.flat()] : [];
    const still = support([0, 0], near);
    let best = { step: [0, 0] as Step, value: Math.max(still + MIN_GAIN, still * GAIN_SHARE) };
    for (const step of own) {
      const far = Math.hypot(step[0], step[1]);
      const value = support(step, near) * Math.exp(-(far ** 2) / (2 * LIKELY_LEAN ** 2) / 4);
      if (value > best.value) best = { step, value };
    }
    return best.step;
  });
}

const SMOOTH_METERS = 12;

/** The lean at a place, metres: where the other image shows crowns beside the ground there. */
export type LeanOf = (x: number, y: number) => [dx: number, dy: number];

/**
 * The lean over the ground, from trees that were found in both images: zero where there are none nearby. An image holds
 * tens of thousands of them, so that only those nearby are asked.
 */
export function leanOver(found: readonly MeasuredShift[]): LeanOf {
  const far = BANDWIDTHS * SMOOTH_METERS;
  const grid = treeGrid(found, far);
  const still = { ...constantField(0, 0), bandwidth: SMOOTH_METERS };
  return (x, y) => {
    const rest = [...treesNear(grid, x, y, far)].map((i) => found[i] as MeasuredShift);
    return shiftOf({ ...still, rest }, x, y);
  };
}

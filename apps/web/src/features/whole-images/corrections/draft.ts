import type { Tree } from "@nihol/contract/imagery/trees";
import { crownLimits } from "@nihol/contract/values/trees";
import { middleOf, type Point } from "./fragment-trees.ts";

/** Drawing that is not yet saved, in source pixels. */
export type Draft =
  | { kind: "add"; at: Point; radiusM: number }
  | { kind: "move"; tree: Tree; at: Point }
  /** `at`: where the keys would set the next corner. */
  | { kind: "crown"; tree: Tree; at: Point; corners: Point[] };

export interface Plane {
  gsdM: number;
  /** Area within which the person may point. */
  window: { x: number; y: number; width: number; height: number };
}

const within = (value: number, from: number, length: number) =>
  Math.min(from + length - 1, Math.max(from, value));

const movedTo = (draft: Draft, [x, y]: Point, { window }: Plane): Draft => ({
  ...draft,
  at: [within(x, window.x, window.width), within(y, window.y, window.height)],
});

/** Steps of the arrow keys: pixels. */
const steps = { small: 2, large: 20 };
const arrows: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The draft after an arrow key; undefined for another key. */
export function stepped(
  draft: Draft,
  key: string,
  isLarge: boolean,
  plane: Plane,
): Draft | undefined {
  const arrow = arrows[key];
  if (!arrow) return undefined;
  const step = isLarge ? steps.large : steps.small;
  return movedTo(draft, [draft.at[0] + arrow[0] * step, draft.at[1] + arrow[1] * step], plane);
}

/** A round crown's radius, in metres, within what a person may draw. */
export function resized(draft: Draft, radiusM: number): Draft {
  if (draft.kind !== "add") return draft;
  const { min, max } = crownLimits.radiusM;
  return { ...draft, radiusM: Math.min(max, Math.max(min, radiusM)) };
}

/** The radius that half of the trees do not reach, so that an added one looks like its neighbours; 2 m without any. */
export function usualRadiusM(trees: readonly Tree[]): number {
  const radii = trees
    .map(({ segmentation: { area_m2 } }) => Math.sqrt(area_m2 / Math.PI))
    .sort((a, b) => a - b);
  const middle = radii[Math.floor(radii.length / 2)] ?? 2;
  return Math.round(middle * 10) / 10;
}

export const beginMove = (tree: Tree): Draft => ({ kind: "move", tree, at: middleOf(tree) });
export const beginCrown = (tree: Tree): Draft => ({
  kind: "crown",
  tree,
  at: middleOf(tree),
  corners: [],
});

/** Tells whether the drawing can be saved. */
export const isWhole = (draft: Draft) => draft.kind !== "crown" || draft.corners.length >= 3;

export const withCorner = (draft: Draft, at: Point): Draft =>
  draft.kind === "crown" && draft.corners.length < crownLimits.corners
    ? { ...draft, at, corners: [...draft.corners, at] }
    : draft;

export const withoutCorner = (draft: Draft): Draft =>
  draft.kind === "crown" ? { ...draft, corners: draft.corners.slice(0, -1) } : draft;

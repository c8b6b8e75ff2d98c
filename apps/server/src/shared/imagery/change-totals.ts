/** Sums of compared trees as figures with their ranges. */

import type { ChangeFigure, ChangeTotals, FoundTrees } from "@nihol/contract/imagery/image-compare";
import { treeChanges, unseenReasons } from "@nihol/contract/values/imagery/image-compare";
import { type ChangeSums, rangeOfChange, rangeOnImages } from "@nihol/counting/change-range";
import type { Db } from "@nihol/db/connection";
import {
  combineCounts,
  countTreesOfImages,
  type ImageCount,
  partOfImage,
} from "@nihol/store/trees/tree-count";
import type { StateSums } from "./change-sums.ts";

/** Share that the detector finds of the trees that stand there, in both images of a pair. */
interface Recall {
  before: number;
  after: number;
}

/** Each image of a pair with all of its trees: what is left open of how many stand there. */
export interface PairImages {
  before: ImageCount;
  after: ImageCount;
}

export interface PairSums {
  recall: Recall;
  images: PairImages;
  rows: StateSums[];
}

/** The images of comparisons, by the number of the comparison. */
export async function listPairImages(
  db: Db,
  pairs: readonly { id: number; before_id: number; after_id: number }[],
): Promise<Map<number, PairImages>> {
  const ids = pairs.flatMap(({ before_id, after_id }) => [before_id, after_id]);
  const images = new Map(
    (await countTreesOfImages(db, [...new Set(ids)])).map((row) => [row.whole_image_id, row]),
  );
  return new Map(
    pairs.flatMap(({ id, before_id, after_id }) => {
      const [before, after] = [images.get(before_id), images.get(after_id)];
      return before && after ? [[id, { before, after }] as const] : [];
    }),
  );
}

const sumOf = (rows: StateSums[], of: (row: StateSums) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

const NOT_VISIBLE = treeChanges.indexOf("not_visible");
const BOTH = 2;
const sides = { lost: 0, planted: 1 } as const;

/** Trees of one image alone whose place the other one shows: any of them may have changed. */
function changeSums({ recall, rows }: PairSums, state: "planted" | "lost"): ChangeSums {
  const open = rows.filter((row) => row.side === sides[state] && row.state !== NOT_VISIBLE);
  return {
    count: sumOf(
      open.filter((row) => treeChanges[row.state] === state),
      ({ n }) => n,
    ),
    expected: sumOf(open, ({ expected }) => expected),
    variance: sumOf(open, ({ variance }) => variance),
    kept: sumOf(rows, ({ side, n }) => (side === BOTH ? n : 0)),
    recall: state === "planted" ? recall.after : recall.before,
  };
}

/** Kept trees are found when either image has them. */
function keptSums({ recall, rows }: PairSums): ChangeSums {
  const seen = rows.filter((row) => row.state !== NOT_VISIBLE);
  return {
    count: sumOf(seen, ({ state, n }) => (treeChanges[state] === "kept" ? n : 0)),
    expected: sumOf(seen, ({ n, expected }) => n - expected),
    variance: sumOf(seen, ({ variance }) => variance),
    kept: sumOf(seen, ({ side, n }) => (side === BOTH ? n : 0)),
    recall: 1 - (1 - recall.before) * (1 - recall.after),
  };
}

/** Images whose detection a figure stands on. */
const shownBy = {
  kept: ["before", "after"],
  planted: ["after"],
  lost: ["before"],
} as const satisfies Record<string, readonly (keyof PairImages)[]>;

/** Ground of both images: where one is unfamiliar, its number of trees is not said, so neither what became of them. */
const groundOf = ({ images }: PairSums) => combineCounts([images.before, images.after]).ground;
const isUnfamiliar = (pair: PairSums) => groundOf(pair)?.familiarity === "unfamiliar";

const treesOn = ({ rows }: PairSums, image: keyof PairImages) =>
  sumOf(rows, ({ side, n }) => (side === BOTH || side === (image === "before" ? 0 : 1) ? n : 0));

/** A figure with the range of what changed and of what the images leave open of their own counts. */
function rangedFigure(pairs: PairSums[], state: keyof typeof shownBy) {
  const sums = pairs.map((pair) => (state === "kept" ? keptSums(pair) : changeSums(pair, state)));
  const count = sums.reduce((total, one) => total + one.count, 0);
  const withheld = pairs.length > 0 && pairs.every(isUnfamiliar);
  const images = shownBy[state].map((image) => ({
    changed: combineCounts(
      pairs.map((pair, i) => partOfImage(pair.images[image], sums[i]?.count ?? 0)),
    ),
    all: combineCounts(pairs.map((pair) => partOfImage(pair.images[image], treesOn(pair, image)))),
  }));
  const ranged = images.flatMap(({ changed: { total, low, high }, all }) =>
    low === null || high === null || all.high === null
      ? []
      : [{ count: total, low, high, max: all.high }],
  );
  if (pairs.some(isUnfamiliar) || ranged.length < images.length)
    return { count, low: null, high: null, withheld };
  const range = rangeOnImages(
    { count, ...rangeOfChange(sums) },
    ranged,
    Math.min(...ranged.map(({ max }) => max)),
  );
  return { ...range, withheld };
}

function figure(pairs: PairSums[], state: (typeof treeChanges)[number]): ChangeFigure {
  const rows = pairs.flatMap((pair) => pair.rows).filter((row) => treeChanges[row.state] === state);
  const n = sumOf(rows, (row) => row.n);
  return {
    ...(state === "not_visible"
      ? { count: n, low: n, high: n, withheld: false }
      : rangedFigure(pairs, state)),
    area_m2: sumOf(rows, ({ area_m2 }) => area_m2),
    unsure: sumOf(rows, ({ unsure }) => unsure),
  };
}

/** The trees of one image by what became of them. `side` is 0 for the earlier image, 1 for the later. */
function foundTrees(rows: StateSums[], side: 0 | 1, both: number): FoundTrees {
  const count = (fits: (state: number) => boolean) =>
    sumOf(rows, (row) => (row.side === side && fits(row.state) ? row.n : 0));
  const kept = count((state) => treeChanges[state] === "kept");
  const not_visible = count((state) => state === NOT_VISIBLE);
  const changed = count(() => true) - kept - not_visible;
  return { total: both + kept + changed + not_visible, kept, changed, not_visible };
}

/** Figures of one pair, or of several that show different ground. */
export function totalsOf(pairs: PairSums[]): ChangeTotals {
  const rows = pairs.flatMap((pair) => pair.rows);
  const both = rows.filter(({ state, side }) => treeChanges[state] === "kept" && side === BOTH);
  const reasons = unseenReasons.map((reason, i) => [
    reason,
    sumOf(rows, (row) => (row.state === NOT_VISIBLE && row.reason === i + 1 ? row.n : 0)),
  ]);
  const found_in_both = sumOf(both, ({ n }) => n);
  const unfamiliar = pairs.map((pair) => groundOf(pair)?.unfamiliar_image ?? null);
  return {
    found_in_both,
    found_before: foundTrees(rows, 0, found_in_both),
    found_after: foundTrees(rows, 1, found_in_both),
    kept: figure(pairs, "kept"),
    planted: figure(pairs, "planted"),
    lost: figure(pairs, "lost"),
    not_visible: figure(pairs, "not_visible"),
    kept_before_m2: sumOf(both, ({ before_m2 }) => before_m2),
    kept_after_m2: sumOf(both, ({ after_m2 }) => after_m2),
    unfamiliar_image: unfamiliar.find((id) => id !== null) ?? null,
    reasons: Object.fromEntries(reasons),
  };
}

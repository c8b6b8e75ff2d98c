/**
 * Cover of ground by pixels: canopy, low plants, or bare ground, patch by patch, by gradient boosted trees (Friedman
 * 2001) over light, colour and texture. `training/train_cover.py` makes its file, `models/cover.md` says how
 * well it does.
 */
import { readFile } from "node:fs/promises";
import type { WorkTile } from "../pixels/pixels.ts";
import { COVER_FEATURES, COVER_FEATURES_NIR, coverPatchesOf } from "./cover-features.ts";

/** Classes in the order of the model's answers; `unknown` is ground without an image. */
export const COVER = { canopy: 0, low: 1, bare: 2, unknown: 3 } as const;
const CLASSES = 3;

/**
 * Trees of all classes by turns, as many of each; nodes one after the other, numbers in one line. `feature` is -1 in a leaf,
 * whose value stands in `limit`; elsewhere the way goes `left` where the feature is at most the limit.
 */
type BoostedTrees = Record<"roots" | "feature" | "limit" | "left" | "right", string> & {
  /** The answer of each class before any tree. */
  base: number[];
};

export type CoverModel = {
  name: string;
  version: string;
  /** For images of red, green and blue, and for those with near infrared. */
  rgb: BoostedTrees;
  nir?: BoostedTrees;
  /** Number that is added to the answer for canopy: below 0 where a wrong canopy weighs more than a missed one. */
  canopyBias: number;
  /** Sites that it has not seen, of a model that measures. */
  leftOut?: string[];
  licence: string;
};

/** Cover of the patches of a tile, row by row. */
export type TileCover = { columns: number; rows: number; classes: Uint8Array };
export type CoverClassifier = { name: string; coverOf(tile: WorkTile): TileCover };

const numbersOf = (line: string): number[] => line.split(" ").map(Number);

/** Reads trees. Throws Error where they are none or ask for a number that a patch has not. */
function readTrees({ base, ...lines }: BoostedTrees, inputs: number) {
  const roots = Int32Array.from(numbersOf(lines.roots));
  const feature = Int8Array.from(numbersOf(lines.feature));
  const limit = Float32Array.from(numbersOf(lines.limit));
  const left = Int32Array.from(numbersOf(lines.left));
  const right = Int32Array.from(numbersOf(lines.right));
  const nodes = feature.length;
  const isWhole = [limit, left, right].every(({ length }) => length === nodes);
  // Children come after their parent, so that each way ends.
  const isTree = feature.every(
    (f, n) =>
      f === -1 ||
      (f >= 0 &&
        f < inputs &&
        [left, right].every((to) => (to[n] ?? 0) > n && (to[n] ?? 0) < nodes)),
  );
  const fits = roots.length % CLASSES === 0 && roots.every((n) => n >= 0 && n < nodes);
  if (base.length !== CLASSES || !isWhole || !isTree || !fits)
    throw new Error("The model of cover cannot be used: its trees have another form.");
  return { base, roots, feature, limit, left, right };
}

/** The trees as a function of the numbers at `from`; gives the class of the greatest answer. */
function classifier(trees: BoostedTrees, inputs: number, canopyBias: number) {
  const { base, roots, feature, limit, left, right } = readTrees(trees, inputs);
  const sums = new Float64Array(CLASSES);
  const start = Float64Array.from(base, (v, c) => (c === COVER.canopy ? v + canopyBias : v));
  return (features: Float32Array, from: number): number => {
    sums.set(start);
    for (let t = 0; t < roots.length; t++) {
      let n = roots[t] ?? 0;
      for (let f = feature[n] ?? 0; f >= 0; f = feature[n] ?? 0)
        n = ((features[from + f] ?? 0) <= (limit[n] ?? 0) ? left[n] : right[n]) ?? 0;
      const c = t % CLASSES;
      sums[c] = (sums[c] ?? 0) + (limit[n] ?? 0);
    }
    let best = 0;
    for (let c = 1; c < CLASSES; c++) if ((sums[c] ?? 0) > (sums[best] ?? 0)) best = c;
    return best;
  };
}

/** The classifier of a model. Throws Error with the reason where its numbers do not fit those of a patch. */
export function coverClassifier(model: CoverModel): CoverClassifier {
  if (!model.name || !model.version || typeof model.canopyBias !== "number")
    throw new Error("The model of cover cannot be used: name, version or canopyBias is missing.");
  const rgb = classifier(model.rgb, COVER_FEATURES, model.canopyBias);
  const nir = model.nir && classifier(model.nir, COVER_FEATURES_NIR, model.canopyBias);
  return {
    name: `${model.name} ${model.version}`,
    coverOf(tile) {
      const { columns, rows, perPatch, features, known } = coverPatchesOf(tile);
      const tell = perPatch === COVER_FEATURES_NIR && nir ? nir : rgb;
      const classes = new Uint8Array(known.length);
      for (let at = 0; at < known.length; at++)
        classes[at] = known[at] ? tell(features, at * perPatch) : COVER.unknown;
      return { columns, rows, classes };
    },
  };
}

/** Reads a model of cover. Throws with the reason when the file is not one. */
export async function openCoverClassifier(path: string): Promise<CoverClassifier> {
  const model: CoverModel = JSON.parse(await readFile(path, "utf8"));
  return coverClassifier(model);
}

import { type ModelCard, smallCrownsOf } from "../models/model-card.ts";
import { chooseWorkingGsd } from "./detector.ts";

/** The network says where trees stand in cells of this many working pixels. */
const CELL_PIXELS = 2;
/** A tree is the highest of 5 × 5 cells (decode.ts): middles that are nearer than this many cells are one tree. */
const APART_CELLS = 3;

/**
 * Metres across of the smallest crown that a model can count on images of this ground sample distance (metres): no
 * smaller than those in its training data, and so large that two which touch can still be distinguished.
 */
export function smallestCrown(
  card: Pick<ModelCard, "gsdMeters" | "maxEnlarge" | "smallestCrownMeters" | "sources">,
  gsdMeters: number,
): number {
  const enlargement = smallCrownsOf(card, gsdMeters)?.times ?? 1;
  const cell = CELL_PIXELS * chooseWorkingGsd(card, gsdMeters) * enlargement;
  return Math.max(card.smallestCrownMeters, APART_CELLS * cell);
}

import type { Familiarity } from "@nihol/contract/values/imagery/familiarity";

/** Half of the trees, or of the canopy, make the count one of closed canopy. */
const MOSTLY = 0.5;

/** Closed canopy as an image states it. */
interface CanopyOfImage {
  treesInClosed: number;
  trees: number;
  familiarity: Familiarity;
  /** Hectares of closed canopy that pixels show and crowns do not fill, and of all canopy; null where pixels were not looked at. */
  missed: { missedHectares: number; canopyHectares: number } | null;
}

/**
 * Tells whether crowns cannot be counted. On whatever ground: most of the canopy is closed and its crowns were not found.
 * On ground that is not like that of the measurements also: most trees stand in closed canopy. On ground that is, crowns
 * that fill closed canopy were counted as well as others.
 */
export function isUncountable(image: CanopyOfImage): boolean {
  const { treesInClosed, trees, familiarity, missed } = image;
  if (missed && missed.missedHectares > 0)
    if (missed.missedHectares >= MOSTLY * missed.canopyHectares) return true;
  if (familiarity === "known" || familiarity === "unassessed") return false;
  return treesInClosed > 0 && treesInClosed >= MOSTLY * trees;
}

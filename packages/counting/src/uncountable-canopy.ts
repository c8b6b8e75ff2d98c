import type { Familiarity } from "@nihol/contract/values/imagery/familiarity";

/** Half of the trees under closed canopy make the count one of closed canopy. */
const MOSTLY = 0.5;

/**
 * Tells whether crowns cannot be counted: most trees stand in closed canopy, and on ground that is not like that of the
 * measurements. On ground that is, crowns under closed canopy were counted as well as others.
 */
export function isUncountable(image: {
  treesInClosed: number;
  trees: number;
  familiarity: Familiarity;
}): boolean {
  const { treesInClosed, trees, familiarity } = image;
  if (familiarity === "known" || familiarity === "unassessed") return false;
  return treesInClosed > 0 && treesInClosed >= MOSTLY * trees;
}

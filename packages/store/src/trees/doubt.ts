/** Doubt of a fragment: how much a look at it may change of its count. */
import { sql } from "kysely";

/**
 * Summed over trees `t`: a half for each, since near found trees others are missed, and as much again for a score of one half,
 * where a true and a false find are equally probable (the variance of its being a tree, s(1 − s), times two).
 */
export const doubtOf = sql<number>`coalesce(sum(0.5 + 2 * t.score * (1 - t.score)), 0)::real`;

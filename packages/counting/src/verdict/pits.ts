/**
 * Likelihood of the share of a planting that stands, from pits in its rows that were dug and hold no plant.
 *
 * Of D places that were dug for R reported trees θ·R hold a living plant. Rows show a part of both alike, so that beside
 * n saplings n·f·(D/R − θ)/θ empty pits are expected, where f is how many of the empty places are still open and told
 * (drawn ground: of the pits half to nine tenths of what is found of the saplings, `npm run bench -- saplings`). D and f
 * are not known and averaged over: some pits are dug to spare, others silt up. So pits say how little at least is
 * missing and never how much stands: the likelihood of a lower share is never below that of a higher one, and no pits
 * say nothing. Precision of a pit on drawn ground is 1, in new cocoa 9 of 11; see decision 100. A pit that somebody
 * independent of the report went to and found planted, or found none, is left out: decision 129.
 */
import { logCount } from "./distributions.ts";
import type { RowsFacts, TaskFacts } from "./facts.ts";
import { type LogLikelihood, logMean, shares, uninformative } from "./likelihood-grid.ts";

/** Places dug for each reported tree, each as likely as the others: mostly as many, sometimes to spare. Ours, not measured. */
const DUG = [1, 1, 1, 1, 1.1, 1.25, 1.5, 2] as const;
/** Share of the empty places that are open and told. */
const OPEN = [0.1, 0.25, 0.5, 0.75, 1] as const;
/** Pits come in patches: spread of their number beyond chance, as a share of the expected one. */
const PATCHES = 0.3;

/** Pits of rows that nobody independent has refuted. */
export const openPits = ({ pits, pitsVisited }: Pick<RowsFacts, "pits" | "pitsVisited">): number =>
  (pits ?? 0) - (pitsVisited?.planted ?? 0) - (pitsVisited?.no_pit ?? 0);

/**
 * Log-likelihood of each share by the empty pits beside `rows.occupied` saplings, 0 at its highest; silent without pits,
 * where the image is too coarse to tell, and where
 * other tasks may have dug all of them: as many as they may have dug to spare are theirs.
 */
export function pitLikelihood(
  { otherTrees }: Pick<TaskFacts, "otherTrees">,
  rows: RowsFacts,
): LogLikelihood {
  const { occupied } = rows;
  const pits = openPits(rows) - Math.max(...DUG) * otherTrees;
  if (pits <= 0) return uninformative;
  const own = shares.map((share) =>
    logMean(
      DUG.flatMap((dug) =>
        OPEN.map((open) => {
          const mean = ((occupied + 0.5) * open * Math.max(0, dug - share)) / Math.max(share, 0.01);
          return logCount(pits, mean, mean + (PATCHES * mean) ** 2);
        }),
      ),
    ),
  );
  const falling = own.map((_, i) => Math.max(...own.slice(i)));
  const highest = Math.max(...falling);
  return falling.map((one) => one - highest);
}

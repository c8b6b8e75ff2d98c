/** Agreement of two people on the trees of the same ground. */

/** Trees that both saw, that the first alone saw, that the second alone saw. */
export interface Counted {
  agreed: number;
  only_first: number;
  only_second: number;
}

/**
 * Positive agreement, 2·agreed / (first + second): the trees that two people agree on to the mean of their two counts.
 * Of places where neither sees a tree there is no number, so Cohen's kappa cannot be said here; this is the part of
 * agreement that needs none (Cicchetti and Feinstein 1990, "High agreement but low kappa: II. Resolving the paradoxes",
 * Journal of Clinical Epidemiology 43, 551–558).
 * @returns 0 to 1, and null where neither saw a tree
 */
export function positiveAgreement({ agreed, only_first, only_second }: Counted): number | null {
  const all = 2 * agreed + only_first + only_second;
  return all > 0 ? (2 * agreed) / all : null;
}

/** From which figures on a report is flagged. A flag is a note for whoever checks: nothing is refused by it. */

/**
 * Metres from the garden's boundary. Phones under trees are exact to some tens of metres (Merry and Bettinger,
 * Smartphone GPS accuracy study in an urban environment, PLoS ONE 14 (7), 2019: 7 to 13 m on average), and a boundary
 * drawn on an image is some metres off itself: up to `note` counts as inside. `warning` is beyond what a receiver
 * that works is ever wrong by. The error that the photo states is allowed in addition.
 */
export const elsewhereM = { note: 30, warning: 150 } as const;

/** Stated horizontal error of a photo's position, metres: it may hide a place outside, or say nothing at all. */
export const weakPositionM = { note: 30, warning: 100 } as const;

/** Trees are photographed when they are planted, or at the latest when the month is reported. */
export const daysAfterPlanting = 30;

/**
 * Trees planted in triangles stand denser than in squares at the same spacing, and nothing stands denser: at most
 * 2/√3 · area/spacing² + perimeter/(2 · spacing) + 1 (Oler, An inequality in the geometry of numbers, 1961, for
 * convex shapes). More than a square grid holds is a note, more than can stand at all a warning.
 */
export const triangularGain = 2 / Math.sqrt(3);

/** Reported trees for each ordered one: some are planted in reserve, and half as many again are another order's. */
export const beyondOrdered = { note: 1.2, warning: 1.5 } as const;

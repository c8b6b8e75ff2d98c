/** Figures of planting and counting that are asked about ("really?"), flagged, and left out of a verdict. */

/**
 * The most trees that can stand on a piece of ground at a distance between them: in triangles, with those on its edge
 * (Oler, An inequality in the geometry of numbers, 1961): 2/√3 · area/spacing² + perimeter/(2 · spacing) + 1.
 */
const fitting = (areaM2: number, spacingM: number, perimeterM: number) =>
  ((2 / Math.sqrt(3)) * areaM2) / spacingM ** 2 + perimeterM / (2 * spacingM) + 1;

/** People do not plant by the centimetre: trees may stand closer than ordered, down to this share of the spacing. */
const CLOSEST = 0.75;
/** Metres between trees where nobody has said it: hedges and shelter belts stand no denser. */
const USUAL_MIN_SPACING_M = 1;

/** The most trees that a plot can hold. @param areaM2 of a circle, or its part inside the garden */
export const maxInPlot = (areaM2: number, spacingM: number | null): number =>
  Math.floor(
    fitting(areaM2, CLOSEST * (spacingM ?? USUAL_MIN_SPACING_M), 2 * Math.sqrt(Math.PI * areaM2)),
  );

/** The most trees that can stand on ground. @param areaM2 square metres; @param perimeterM of no more than the box around it */
export const maxOnGround = (areaM2: number, spacingM: number, perimeterM: number): number =>
  Math.floor(fitting(areaM2, spacingM, perimeterM));

/** A camera's day is local and without a zone, and clocks are off: a day proves nothing. */
export const clockDays = 1;

/** Milliseconds that a phone's clock may be ahead: minutes, not hours. */
export const clockToleranceMs = 3_600_000;

/**
 * Metres from a plot's edge beyond which its counter stood elsewhere. A device's own word on its error is allowed for
 * within what a receiver that works is wrong by (Merry and Bettinger, PLoS ONE 14 (7), 2019).
 */
const counterErrorM = { min: 30, max: 100 } as const;

/** Says whether a counter stood farther from a plot's centre, or a pit, than the error of positions explains. */
export const isCounterFar = (
  distanceM: number,
  radiusM: number,
  accuracyM: number | null,
): boolean =>
  distanceM > radiusM + Math.min(counterErrorM.max, Math.max(counterErrorM.min, accuracyM ?? 0));

/**
 * Reasons why a plot's count is no independent evidence: of the side that reported, by somebody who is not known any
 * more, from far away, or of more trees than the plot can hold.
 */
export const countDoubts = ["own_side", "unknown", "far", "impossible"] as const;
export type CountDoubt = (typeof countDoubts)[number];

/** Figures by which a plot's count is checked. */
interface CountFacts {
  living: number;
  dead: number;
  areaM2: number;
  radiusM: number;
  spacingM: number | null;
  /** Metres from the plot's centre to the counter; null where no position was sent. */
  distanceM: number | null;
  accuracyM: number | null;
  /** Null where the account is gone. */
  isOwnSide: boolean | null;
}

/** The gravest doubt about a count; null where it is independent evidence. */
export function doubtOfCount(count: CountFacts): CountDoubt | null {
  const { living, dead, areaM2, radiusM, spacingM, distanceM, accuracyM, isOwnSide } = count;
  if (isOwnSide === null) return "unknown";
  if (isOwnSide) return "own_side";
  if (distanceM !== null && isCounterFar(distanceM, radiusM, accuracyM)) return "far";
  return living + dead > maxInPlot(areaM2, spacingM) ? "impossible" : null;
}

/**
 * Likeness of an image to the ground that the detector's accuracy was measured on. `unlike`: the range of its count is
 * wider. `unfamiliar`: no range holds until people count sample plots. `unassessed`: counted before it was assessed.
 */
export const familiarities = ["known", "unlike", "unfamiliar", "unassessed"] as const;
export type Familiarity = (typeof familiarities)[number];

/**
 * Reasons why ground is not known: it looks otherwise; the detector is less sure than on known ground; the pixels are larger;
 * near infrared is missing where images of this resolution had it; the trees stand without leaves; nobody counted images of such
 * pixels and bands, or of ground as green or bare between the trees; the range is so wide that nobody can decide by it; dry
 * shrubs stand there, which look like trees; a person set the threshold, at which nobody measured how counts err.
 */
export const foreignReasons = [
  "look",
  "certainty",
  "resolution",
  "bands",
  "season",
  "camera",
  "climate",
  "range",
  "shrubs",
  "threshold",
] as const;
export type ForeignReason = (typeof foreignReasons)[number];

/**
 * Look of an image's ground at working resolution, and how sure the detector is in it: sums, which add up over
 * tiles and blocks.
 */
export interface ImageLook {
  /** Pixels that were sampled; the next seven are sums over them. */
  pixels: number;
  light: number;
  lightMoment: number;
  green: number;
  greenMoment: number;
  warmth: number;
  edges: number;
  /** Pixels that the network calls crown. */
  crown: number;
  /** Pixels outside crowns; the next four are of them: sums, and the number of those without green. */
  ground: number;
  groundGreen: number;
  groundWarmth: number;
  groundNdvi: number;
  bare: number;
  /** Peaks of the network's response below its threshold, and from it on; the next two are sums over the latter. */
  weak: number;
  sure: number;
  scores: number;
  /** Natural logarithms of the boxes' widths in metres. */
  widths: number;
}

/**
 * Likeness of the ground of an image to ground that the detector's counts were measured on, and the range of a count there.
 * The distance is that of Mahalanobis from the nearest known domain with one covariance for all (Lee et al. 2018, A simple
 * unified framework for detecting out-of-distribution samples), of features of the picture and of the detector's own
 * response; its certainty among them (Garg et al. 2022, Leveraging unlabeled data to predict out-of-distribution performance).
 */
import type { ForeignReason, ImageLook } from "@nihol/contract/values/imagery/familiarity";
import { areLeavesOff, type LeafOffSeason } from "@nihol/contract/values/imagery/leaf-off";
import { climateDistance, type KnownClimate } from "./climate.ts";
import { predictedRange, type RatioModel } from "./domain-range.ts";
import { narrowedByPlots } from "./independent-plots.ts";
import { doubtOf, lookFeatures } from "./look-features.ts";

/** A source of images that the counts of a detector were measured on. */
export interface KnownDomain {
  name: string;
  /** Mean of each feature over its images. */
  mean: number[];
  /** Metres a pixel of its images, and whether they have near infrared. */
  gsdMeters: number;
  hasNir: boolean;
  /** Ground between the trees of its counted images; absent where too few were counted to know any ground by them. */
  climate?: KnownClimate;
}

/** Measurements of known ground: `npm run bench -- detection --write-ranges` writes them, the detector's card names them. */
export interface GroundCard {
  /** `featureNames`, so that a card of other features is not taken for one of these. */
  features: string[];
  domains: KnownDomain[];
  /** Inverse of the covariance of the features within domains. */
  precision: number[][];
  /** 95 of 100 images lie nearer than this to their own domain. */
  usual: number;
  /** Of 95 of 100 images the detector doubts less (`doubtOf`). */
  usualDoubt: number;
  /** A domain that is left out lies so far from the others, as a multiple of `usual`. */
  foreign: number;
  ratio: RatioModel;
}

export interface AssessedImage {
  gsdMeters: number;
  hasNir: boolean;
  /** Trees found. */
  trees: number;
  /** ISO day and degrees; null where nobody knows. */
  capturedOn: string | null;
  latitude: number | null;
  /** When leaves are off there. */
  leafOff: LeafOffSeason;
}

export interface GroundAssessment {
  familiarity: "known" | "unlike" | "unfamiliar";
  reasons: ForeignReason[];
  /** Distance from the nearest known domain as a multiple of what is usual within domains. */
  foreignness: number;
  trees: number;
  low: number;
  high: number;
  /** Of the squared half range, the part that images of this kind of ground share. */
  shared: number;
  /** A range that is wider, from end to end as a ratio, says too little on ground that is not known. */
  tooWide: number;
  /** `low` and `high` are of ground of so many square metres: on more of it the rest averages out (`narrowedByPlots`). */
  plotM2: number;
}

/** From so many times the usual distance on no range is stated: the known domains lie nearer to each other (decision 40). */
const UNFAMILIAR_FROM = 3;
/** Ground of which no pixel was seen, and whatever lies farther. */
const FARTHEST = 99;
/**
 * Distances that an octave of resolution beyond the coarsest known, missing near infrared, and the leafless season add.
 * Chosen, not measured: no known domain varies by one of them alone.
 */
const ADDED = { octave: 4, bands: 0.5, season: 0.5 };
/** So much more doubt than usual (`doubtOf`) counts as once the usual distance. Chosen, not measured. */
const DOUBT_STEP = 0.35;
/** Up to so many times coarser than a known domain an image is of its resolution. Chosen, not measured. */
const SAME_RESOLUTION = 1.15;
/** Octaves of resolution within which images are of one kind of camera: twice or half as many metres a pixel (decision 92). */
const SAME_CAMERA = 1;

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Trees of a plot from which on chance adds nothing to its range worth naming. */
const MANY = 1000;
/** Below this number of trees a range is wide by chance alone: no plots are asked for. Chosen, not measured. */
const MIN_TREES = 10;
/** Shrubs of dry land from which on plots are asked for beside a count. Chosen, not measured (decision 40). */
const MIN_SHRUBS = 20;

/** From end to end, as a ratio. */
const widthOf = ({ low, high }: { low: number; high: number }) => (high + 1) / (low + 1);

/** Finds beside the trees of an image. */
interface FoundBeside {
  /** Independent plots that the trees stand on. */
  plots: number;
  notGreen: number;
  shrubs: number;
}

/**
 * Reasons to count sample plots before anybody goes by a number of ground that is not known: its range is wider than
 * that of a single plot on ground as foreign as one known domain is to the others; or there are dry shrubs, and as many of
 * them as trees or half of the trees not green, as shrubs are that were taken for trees. Empty where the number may stand.
 */
export function reasonsToCount(
  { familiarity, trees, tooWide, low, high, shared }: GroundAssessment,
  { plots, notGreen, shrubs }: FoundBeside,
): ForeignReason[] {
  if (familiarity !== "unlike" || trees < MIN_TREES) return [];
  const isWide = widthOf(narrowedByPlots({ low, high, shared }, plots)) > tooWide;
  const isScrub = shrubs >= MIN_SHRUBS && (shrubs >= trees || 2 * notGreen >= trees);
  return [...(isWide ? (["range"] as const) : []), ...(isScrub ? (["shrubs"] as const) : [])];
}

/** The distance of features from a domain's mean (Mahalanobis 1936). */
export function distanceTo(
  { mean }: Pick<KnownDomain, "mean">,
  precision: number[][],
  features: number[],
): number {
  const gap = features.map((value, i) => value - (mean[i] ?? 0));
  const squared = gap.reduce(
    (sum, value, i) =>
      sum + value * gap.reduce((row, other, k) => row + (precision[i]?.[k] ?? 0) * other, 0),
    0,
  );
  return Math.sqrt(Math.max(0, squared));
}

/** Distances that the picture's pixels, bands and date add. */
function addedBy(card: GroundCard, image: AssessedImage): { reason: ForeignReason; by: number }[] {
  const coarsest = Math.max(...card.domains.map(({ gsdMeters }) => gsdMeters));
  const octaves = Math.log2(image.gsdMeters / (coarsest * SAME_RESOLUTION));
  const alike = card.domains.filter((domain) => octavesBetween(domain, image) < 0.5);
  const lacksNir = !image.hasNir && alike.length > 0 && alike.every(({ hasNir }) => hasNir);
  const isLeafless = areLeavesOff(image.capturedOn, image.latitude, image.leafOff);
  const added: { reason: ForeignReason; by: number }[] = [
    { reason: "resolution", by: ADDED.octave * Math.max(0, octaves) },
    { reason: "bands", by: lacksNir ? ADDED.bands : 0 },
    { reason: "season", by: isLeafless ? ADDED.season : 0 },
  ];
  return added.filter(({ by }) => by > 0);
}

type Sized = Pick<KnownDomain, "gsdMeters">;

const octavesBetween = (a: Sized, b: Sized) => Math.abs(Math.log2(a.gsdMeters / b.gsdMeters));

type Near = { domain: KnownDomain; distance: number };

const nearestOf = (domains: readonly Near[]): Near | undefined =>
  domains.reduce<Near | undefined>(
    (best, one) => (best && best.distance <= one.distance ? best : one),
    undefined,
  );

/** Finds the nearest domain with counted images of such pixels and bands, and how unlike theirs the ground is. */
function countedAlike(domains: readonly Near[], look: ImageLook, image: AssessedImage) {
  const near = nearestOf(
    domains.filter(
      ({ domain }) =>
        domain.climate &&
        domain.hasNir === image.hasNir &&
        octavesBetween(domain, image) <= SAME_CAMERA,
    ),
  );
  const climate = near?.domain.climate;
  return near && climate && { ...near, climate: climateDistance(climate, look, image.hasNir) };
}

/**
 * Reasons why no counted images speak for the ground. They add no distance: that people did not count makes nothing
 * stranger. The ground is then at least the usual distance away, so that it is never called known.
 */
function uncountedBy(
  counted: { climate: number } | undefined,
  added: readonly { reason: ForeignReason }[],
): ForeignReason[] {
  if (counted) return counted.climate > 1 ? ["climate"] : [];
  // Larger pixels or missing bands say as much already.
  return added.every(({ reason }) => reason === "season") ? ["camera"] : [];
}

/**
 * Assesses an image by the sums of its look. Ground is known where all of it was measured by counted images of one source:
 * the look, the camera and the climate; where the climate alone was not, that source's range is wider by what sources differ.
 * Ground of which no pixel was seen is unfamiliar.
 */
export function assessGround(
  card: GroundCard,
  look: ImageLook,
  image: AssessedImage,
): GroundAssessment {
  const features = lookFeatures(look);
  const distances = card.domains.map((domain) => ({
    domain,
    distance: features ? distanceTo(domain, card.precision, features) : Infinity,
  }));
  const counted = countedAlike(distances, look, image);
  const nearest = Math.min(...distances.map(({ distance }) => distance));
  const appearance = Math.min(nearest / card.usual, FARTHEST);
  const looksOtherwise = (counted?.distance ?? nearest) > card.usual;
  const doubt = Math.max(0, doubtOf(look) - card.usualDoubt) / DOUBT_STEP;
  const added = addedBy(card, image);
  const reasons: ForeignReason[] = [
    ...(looksOtherwise ? (["look"] as const) : []),
    ...(doubt > 0 ? (["certainty"] as const) : []),
    ...uncountedBy(counted, added),
    ...added.map(({ reason }) => reason),
  ];
  const isUnmeasured = reasons.some((reason) => ["look", "camera", "climate"].includes(reason));
  const foreignness =
    Math.max(appearance, isUnmeasured ? 1 : 0) + sum([doubt, ...added.map(({ by }) => by)]);
  const isKnown = reasons.length === 0;
  const isOfCounted = reasons.every((reason) => reason === "climate");
  // Factor of the variance between domains: 1 where a left-out domain lies, and as the square of the distance beyond.
  const foreign = (Math.min(UNFAMILIAR_FROM, Math.max(1, foreignness)) / card.foreign) ** 2;
  const ground =
    counted && isOfCounted
      ? { domain: counted.domain.name, foreign: isKnown ? 0 : 1 }
      : { foreign };
  return {
    familiarity: isKnown ? "known" : foreignness < UNFAMILIAR_FROM ? "unlike" : "unfamiliar",
    reasons,
    foreignness,
    trees: image.trees,
    plotM2: card.ratio.plotM2,
    tooWide: widthOf(predictedRange(card.ratio, MANY, { foreign: 1 })),
    ...predictedRange(card.ratio, image.trees, ground),
  };
}

/** Learns a ground from labelled images of it: candidates described, a classifier fitted, its counts judged. */
import type { ImageLook } from "@nihol/contract/values/imagery/familiarity";
import { distanceTo, type GroundCard } from "@nihol/counting/ground/assess-ground";
import { lookFeatures } from "@nihol/counting/ground/look-features";
import {
  betweenImages,
  fitPlotRatio,
  type GroundLogRatio,
} from "@nihol/counting/ground/plot-range";
import { candidateFeatureNames } from "@nihol/vision/detect/candidate-features";
import { detectBlock } from "@nihol/vision/detect/detect-image";
import type { DescribedCandidate, Detector } from "@nihol/vision/detect/detector";
import { noLook } from "@nihol/vision/detect/image-look";
import {
  FEWEST_PLOTS,
  type LabelledPlot,
  LOWEST_SCORE,
  learnGround,
  type PlotCount,
  Unlearnable,
} from "@nihol/vision/learn/learn-ground";
import type { LearnedGround } from "@nihol/vision/learn/learned-ground";
import { addTally, emptyTally, scores } from "@nihol/vision/learn/match-labels";
import { type LabelledGround, plotsOfImage } from "@nihol/vision/learn/plots-of-image";
import { type ModelCard, sourceSettings } from "@nihol/vision/models/model-card";
import type { PixelSource } from "@nihol/vision/pixels/pixels";
import { measureBlownUp } from "@nihol/vision/pixels/shown-resolution";
import type { LabelledImage } from "../coco/read-coco.ts";

/** Lessons of a ground, and how far its counts are off. */
export type GroundFile = LearnedGround & { ratio: GroundLogRatio };

/** Facts and look of an image that teaches. */
export interface TeachingImage {
  id: string;
  /** Metres a pixel of what it shows, which is coarser than its pixels where it was blown up. */
  shownGsdMeters: number;
  hasNir: boolean;
  look: ImageLook;
}

/** A labelled image as the networks see it. */
export type DescribedImage = LabelledGround & TeachingImage;

/** The networks whose candidates are weighed. */
export interface Networks {
  card: Pick<ModelCard, "sources" | "suppress">;
  sha256: string;
}

/** Lessons, and what is found on each plot by what the others taught. */
export interface LearnedFromSamples {
  ground: GroundFile;
  counts: PlotCount[];
}

/** Below so many images each is cut into plots, so that there are some to judge by. */
const ENOUGH_PLOTS = 8;

/** Describes what the networks propose in a labelled image. */
export async function describeImage(
  detector: Detector,
  image: LabelledImage,
  source: PixelSource,
): Promise<DescribedImage> {
  const { width, height } = source;
  const { gsdMeters, path, boxes, points, ignore } = image;
  const candidates: DescribedCandidate[] = [];
  const look = noLook();
  const shownGsdMeters = gsdMeters * (await measureBlownUp(source));
  await detectBlock(source, gsdMeters, { x: 0, y: 0, width, height }, detector, {
    shownGsdMeters,
    threshold: LOWEST_SCORE,
    onCandidate: (candidate) => candidates.push(candidate),
    look,
  });
  const labels = { ...(boxes ? { boxes } : {}), ...(points ? { points } : {}), ignore };
  const facts = { id: path, width, height, gsdMeters, shownGsdMeters, hasNir: source.bands > 3 };
  return { ...facts, ...labels, candidates, look };
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** The mean look of images, of which some may show nothing. */
function meanLook(images: readonly TeachingImage[]): number[] {
  const looks = images.flatMap(({ look }) => {
    const features = lookFeatures(look);
    return features ? [features] : [];
  });
  return (looks[0] ?? []).map((_, i) => mean(looks.map((features) => features[i] ?? 0)));
}

function summed(counts: readonly PlotCount[]) {
  const all = emptyTally();
  for (const count of counts) addTally(all, count);
  const { f1, found } = scores(all);
  return { f1, found };
}

/**
 * Images as plots where there are enough of them: parts of one image err alike, and say too little of how another image errs.
 */
function independentPlots(counts: readonly PlotCount[], images: readonly TeachingImage[]) {
  if (images.length < FEWEST_PLOTS) return counts;
  return images.map(({ id }) => {
    const own = counts.filter((count) => count.id.startsWith(`${id}/`));
    const all = emptyTally();
    for (const count of own) addTally(all, count);
    return { ...all, areaM2: own.reduce((sum, { areaM2 }) => sum + areaM2, 0) };
  });
}

/** Learns from images of one ground whose trees are all labelled. @throws {Unlearnable} */
export function learnFromImages(
  networks: Networks,
  images: readonly DescribedImage[],
  name: string,
  now: Date,
): GroundFile {
  const side = Math.ceil(Math.sqrt(ENOUGH_PLOTS / images.length));
  const plots = images.flatMap((image) =>
    plotsOfImage(image, images.length < ENOUGH_PLOTS ? side : 1),
  );
  const { counts, ...learned } = learnFromPlots(networks, { images, plots }, name, now);
  return { ...learned, ratio: fitPlotRatio(independentPlots(counts, images)) };
}

/**
 * Learns from sample plots of large images: plots drawn in one image say nothing of how another one errs, so that what images
 * differ by is added for them.
 * @throws {Unlearnable}
 */
export function learnFromSamples(
  networks: Networks,
  labelled: { images: readonly TeachingImage[]; plots: readonly LabelledPlot[] },
  name: string,
  now: Date,
): LearnedFromSamples {
  const { counts, ...learned } = learnFromPlots(networks, labelled, name, now);
  const ratio = betweenImages(fitPlotRatio(counts), labelled.images.length);
  return { ground: { ...learned, ratio }, counts };
}

function learnFromPlots(
  { card, sha256 }: Networks,
  { images, plots }: { images: readonly TeachingImage[]; plots: readonly LabelledPlot[] },
  name: string,
  now: Date,
) {
  const first = refuseUnalike(images);
  const own = sourceSettings(card, first.shownGsdMeters).threshold;
  const { before, after, ...learned } = learnGround(plots, { own, rule: card.suppress });
  const isBetter = learned.gain.f1 > learned.gain.error;
  const trees = after.reduce((sum, { truth }) => sum + truth, 0);
  return {
    name,
    learnedAt: now.toISOString(),
    network: sha256,
    features: [...candidateFeatureNames],
    gsdMeters: mean(images.map(({ shownGsdMeters }) => shownGsdMeters)),
    hasNir: first.hasNir,
    look: meanLook(images),
    labels: { images: images.length, plots: plots.length, trees },
    before: summed(before),
    after: summed(after),
    isBetter,
    ...learned,
    counts: isBetter ? after : before,
  };
}

/** The first image. @throws {Unlearnable} where there is none, or they are of different bands or resolution */
function refuseUnalike(images: readonly TeachingImage[]): TeachingImage {
  const [first] = images;
  if (!first) throw new Unlearnable("few_plots", "There is no image whose trees are all labelled.");
  if (images.some(({ hasNir }) => hasNir !== first.hasNir))
    throw new Unlearnable(
      "bands",
      "Some of the images have near infrared and some have not: learn them apart.",
    );
  const gsds = images.map(({ shownGsdMeters }) => shownGsdMeters);
  if (Math.max(...gsds) > 2 * Math.min(...gsds))
    throw new Unlearnable(
      "resolution",
      "The images differ too much in metres a pixel: learn them apart.",
    );
  return first;
}

/** Distance of an image's look from that of a ground, as a multiple of what is usual within one source of images. */
export function distanceFromGround(
  { look }: Pick<LearnedGround, "look">,
  card: Pick<GroundCard, "precision" | "usual">,
  image: ImageLook,
): number {
  const features = lookFeatures(image);
  return features ? distanceTo({ mean: look }, card.precision, features) / card.usual : Infinity;
}

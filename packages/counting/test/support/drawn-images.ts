/**
 * Detections on a drawn ground: misses by crown width and pixel, finds that are no trees, dead trees,
 * haze, months without leaves. Its figures are those that the model's card states (models/crown.md: recall 0.58 to
 * 0.76 and precision 0.49 to 0.74 by place, 71 of 100 dead crowns found), drawn anew for each place; the shape of
 * its curve and the growth of crowns are other ones than those that verdicts assume.
 */
import { type CaptureFacts, crownEdgesM } from "@nihol/counting/verdict/facts";
import { between, choose, logNormal, poisson, type Random } from "./draws.ts";

/** A tree or shrub with its crown on a day, and until when it lives. */
export interface DrawnTree {
  widthOn: (years: number) => number;
  /** Years after planting; infinite for those that live. */
  diesAt: number;
}

/** Properties that are the same on all images of a place. */
export interface DrawnPlace {
  recall: number;
  halfFound: number;
  steepness: number;
  /** Found on each image, though nothing is there. */
  falsePerHa: number;
  areaHa: number;
  isEvergreen: boolean;
}

export function drawPlace(random: Random, areaHa: number, isEvergreen: boolean): DrawnPlace {
  return {
    recall: Math.min(0.9, Math.max(0.45, 0.68 + 0.09 * (random() + random() + random() - 1.5) * 2)),
    halfFound: between(random, 1, 1.9),
    steepness: between(random, 3, 8),
    falsePerHa: logNormal(random, 5, 0.8),
    areaHa,
    isEvergreen,
  };
}

/** Chapman and Richards' growth curve towards a width that is drawn for the stand, other ones for each tree. */
export function drawStand(random: Random, growth: "fast" | "medium" | "slow") {
  const afterFive = {
    fast: between(random, 2, 5),
    medium: between(random, 1.2, 3.4),
    slow: between(random, 0.5, 1.5),
  }[growth];
  const rate = between(random, 0.08, 0.3);
  const power = between(random, 1, 1.6);
  const first = between(random, 0.25, 0.7);
  const variation = between(random, 0.12, 0.4);
  const grown = (years: number) => (1 - Math.exp(-rate * Math.max(0, years))) ** power;
  const end = Math.max(0.1, afterFive - first) / grown(5);
  return () => {
    const own = logNormal(random, 1, variation);
    return (years: number) => own * (first + end * grown(years));
  };
}

/** Trees and shrubs that stood there before, in clumps; some grounds are old gardens. */
export function drawBackground(random: Random, areaHa: number): DrawnTree[] {
  const perHa = random() < 0.1 ? between(random, 60, 200) : logNormal(random, 10, 1);
  const clumps = poisson(random, (perHa * areaHa) / 4);
  return Array.from({ length: clumps }, () =>
    Array.from({ length: 1 + poisson(random, 3) }, () => {
      const width = logNormal(random, 2.2, 0.5);
      return { widthOn: (years: number) => width * (1 + 0.03 * years), diesAt: Infinity };
    }),
  ).flat();
}

export interface DrawnImage {
  capturedOn: string;
  gsdM: number;
  years: number;
  coverage: number;
  /** Of the ground shown, the share that people look over tree by tree. */
  checkedShare: number;
}

const isBareMonth = (day: string) => [11, 12, 1, 2, 3].includes(Number(day.slice(5, 7)));

/** The chance that a crown is found, and then that it is counted as living. */
function foundBy(random: Random, place: DrawnPlace, image: DrawnImage) {
  const smallest = Math.max(1.2, 2.5 * image.gsdM);
  const isHazy = random() < 0.04;
  const isBare = !place.isEvergreen && isBareMonth(image.capturedOn);
  const recall = place.recall * (isHazy ? 0.3 : 1) * (isBare ? between(random, 0.1, 0.9) : 1);
  return {
    smallest,
    chance: (width: number) => {
      const x = (width / smallest / place.halfFound) ** place.steepness;
      return (recall * x) / (1 + x);
    },
  };
}

/** The image as verdicts know it: counted trees that are not called dead, by their widths as they were measured. */
export function countOn(
  random: Random,
  place: DrawnPlace,
  trees: readonly DrawnTree[],
  image: DrawnImage,
  number: number,
): CaptureFacts {
  const { smallest, chance } = foundBy(random, place, image);
  const crowns = Array.from({ length: crownEdgesM.length + 1 }, () => 0);
  const add = (width: number) => {
    const measured = logNormal(random, Math.max(width, 0.8 * smallest), 0.18);
    const found = crownEdgesM.findIndex((edge) => measured < edge);
    const at = found < 0 ? crownEdgesM.length : found;
    crowns[at] = (crowns[at] ?? 0) + 1;
  };
  const { checkedShare } = image;
  for (const tree of trees) {
    if (random() > image.coverage) continue;
    const isChecked = checkedShare > 0 && random() < checkedShare;
    const width = tree.widthOn(image.years);
    const deadFor = image.years - tree.diesAt;
    // Dead trees stand for some years and are mostly, not always, known as dead.
    const knownDead = isChecked ? 0.95 : 0.85;
    if (deadFor > 0 && (random() > Math.exp(-deadFor / 2) || random() < knownDead)) continue;
    // A person misses hardly a crown that the image can show.
    if (random() < (isChecked && width > smallest ? 0.97 : chance(width))) add(width);
  }
  const shownHa = place.areaHa * image.coverage * (1 - checkedShare);
  const wrong = poisson(random, place.falsePerHa * shownHa);
  for (let i = 0; i < wrong; i++) add(logNormal(random, 1.4 * smallest, 0.4));
  const isFine = image.gsdM < 0.45;
  return {
    image: number,
    capturedOn: image.capturedOn,
    gsdM: image.gsdM,
    smallestCrownM: smallest,
    coverage: Math.min(1, image.coverage * between(random, 0.97, 1.03)),
    rangeLow: isFine ? 0.531 : 0.635,
    rangeHigh: isFine ? 1.816 : 1.347,
    isLeafless: isBareMonth(image.capturedOn),
    checkedShare,
    crowns,
  };
}

export const pixelSizes = [0.1, 0.2, 0.3, 0.6, 1] as const;
export const drawPixel = (random: Random) => choose(random, pixelSizes);

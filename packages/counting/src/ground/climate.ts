/**
 * Likeness of the ground between the trees to that of images whose trees were counted by people: the distance from the nearest
 * of them in so many spreads, against what is usual among them (area of applicability: Meyer and Pebesma 2021, Predicting
 * into unknown space?). A camera that is known from green towns says nothing of counts in dry ones.
 */
import type { ImageLook } from "@nihol/contract/values/imagery/familiarity";

/** Ground of the counted images of one source. */
export interface KnownClimate {
  /** Features of each counted image, as of `climateOf`. */
  images: number[][];
  /** Spread of each feature over them. */
  spread: number[];
  /** Distance from the others within which nine of ten counted images lie. */
  usual: number;
}

/** Images that must be as near: one alone may be a chance. */
const NEIGHBOURS = 3;
/** Sources of fewer counted images say nothing of climates. */
const FEWEST_COUNTED = 15;
const USUAL_SHARE = 0.9;
/** Ground of which less was seen, as a share of the image, is not judged: all is under crowns. */
const MIN_GROUND = 0.02;
/** Spreads are never taken for less: features of a few alike images are not constant. */
const MIN_SPREAD = 0.01;

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const smallest = (values: number[], n: number) => values.sort((a, b) => a - b)[n];

/**
 * Greenness of the ground outside crowns, the share of it that is bare, warmth of its colour and, where there is near
 * infrared, its NDVI; undefined where hardly any ground was seen.
 */
export function climateOf(look: ImageLook, hasNir: boolean): number[] | undefined {
  const { ground: n } = look;
  if (n === 0 || n < MIN_GROUND * look.pixels) return undefined;
  const seen = [look.groundGreen / n, look.bare / n, look.groundWarmth / n];
  return hasNir ? [...seen, look.groundNdvi / n] : seen;
}

const distance = (a: readonly number[], b: readonly number[], spread: readonly number[]) =>
  Math.hypot(...a.map((value, i) => (value - (b[i] ?? 0)) / (spread[i] ?? 1)));

/** Spreads from the third nearest of `images`; infinite where there are fewer. */
const distanceFrom = (
  climate: readonly number[],
  images: readonly (readonly number[])[],
  spread: readonly number[],
) =>
  smallest(
    images.map((one) => distance(climate, one, spread)),
    NEIGHBOURS - 1,
  ) ?? Infinity;

/** Measures the climates of one source; undefined where too few of its images were counted. */
export function fitClimate(climates: readonly (readonly number[])[]): KnownClimate | undefined {
  const [first] = climates;
  if (!first || climates.length < FEWEST_COUNTED) return undefined;
  const spread = first.map((_, i) => {
    const values = climates.map((one) => one[i] ?? 0);
    const middle = mean(values);
    return Math.max(MIN_SPREAD, Math.sqrt(mean(values.map((value) => (value - middle) ** 2))));
  });
  const others = (at: number) => climates.filter((_, i) => i !== at);
  const own = climates.map((one, i) => distanceFrom(one, others(i), spread));
  const usual = smallest(own, Math.floor(USUAL_SHARE * (own.length - 1))) ?? Infinity;
  return { images: climates.map((one) => [...one]), spread, usual };
}

/** Distance of an image's ground from that of counted images, as a multiple of what is usual among them. */
export function climateDistance(
  { images, spread, usual }: KnownClimate,
  look: ImageLook,
  hasNir: boolean,
): number {
  const climate = climateOf(look, hasNir);
  return climate ? distanceFrom(climate, images, spread) / usual : Infinity;
}

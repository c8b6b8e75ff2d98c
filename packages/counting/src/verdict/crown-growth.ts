/**
 * Widths of crowns so many years after planting, and which of them an image can show.
 *
 * Nobody has published curves for saplings of Central Asia or the Caucasus. The rates below are ours: chosen so wide
 * that nine stands in ten lie within them whatever their soil and water, in the order of the yearly widening of young
 * trees in the Urban Tree Database (McPherson, van Doorn and Peper, USDA Forest Service PSW-GTR-253, 2016: crown
 * diameter follows age by way of the stem) and of Troxel et al. (Urban Forestry and Urban Greening 12, 2013: trees of
 * 4 to 16 years after planting). A wrong rate within the range makes a verdict unclear or too early, not wrong.
 */
import type { GrowthClass, PlantedTrees } from "./facts.ts";

/** Yearly widening of a crown in metres: the median of stands, and the spread of its logarithm among them. */
const rates: Record<GrowthClass, { median: number; spread: number }> = {
  fast: { median: 0.6, spread: 0.45 },
  medium: { median: 0.35, spread: 0.45 },
  slow: { median: 0.12, spread: 0.55 },
  unknown: { median: 0.3, spread: 0.7 },
};
/**
 * Width at planting with the spread of its logarithm: where nobody has said how tall the stock is, metres of nursery
 * stock of one to three years, about 1.2 m tall; else a share of its height. A third is ours, not measured, and low
 * on purpose: crowns are narrow in the nursery row and are cut back when lifted, and a crown that is believed too
 * wide would speak against a true report by not being seen. Nine stands in ten lie between a fifth (whips) and three
 * fifths (bushy conifers).
 */
const atPlanting = { median: 0.4, shareOfHeight: 1 / 3, spread: 0.35 };
/** Standard deviation of the logarithm of crown widths within one stand. Ours, as the rates are. */
const WITHIN_STAND = 0.25;
/** Of crowns this many times the smallest, half are found: by the card, trees of one to two metres are mostly missed. */
const HALF_FOUND = 1.5;
/** Scale of the logistic curve by which more crowns are found as the logarithm of their width grows. Ours too. */
const STEEPNESS = 0.2;
/** Widest crown that is thought of, metres; where trees stand closer their crowns meet. */
const MAX_CROWN_M = 12;

const genera: Record<Exclude<GrowthClass, "unknown">, readonly string[]> = {
  fast: [
    "populus",
    "salix",
    "platanus",
    "ulmus",
    "robinia",
    "ailanthus",
    "paulownia",
    "catalpa",
    "betula",
    "acer",
  ],
  medium: [
    "prunus",
    "malus",
    "pyrus",
    "morus",
    "juglans",
    "fraxinus",
    "tilia",
    "cydonia",
    "elaeagnus",
    "diospyros",
  ],
  slow: [
    "juniperus",
    "pistacia",
    "thuja",
    "platycladus",
    "picea",
    "pinus",
    "cedrus",
    "quercus",
    "cupressus",
    "taxus",
  ],
};
const evergreenGenera = [
  "juniperus",
  "thuja",
  "platycladus",
  "picea",
  "pinus",
  "cedrus",
  "cupressus",
  "taxus",
];

const genusOf = (latinName: string) => latinName.trim().toLowerCase().split(/\s+/)[0] ?? "";

/** Speed at which a tree type grows, by the genus of its Latin name; `unknown` covers all of them. */
export function growthOf(latinName: string): GrowthClass {
  const genus = genusOf(latinName);
  if (genera.fast.includes(genus)) return "fast";
  if (genera.medium.includes(genus)) return "medium";
  return genera.slow.includes(genus) ? "slow" : "unknown";
}

/** Tells by the genus whether a tree's crown is there in winter. */
export const isEvergreen = (latinName: string) => evergreenGenera.includes(genusOf(latinName));

/** The median crown width of a stand on the day it is planted, metres; of a stand like most without a vigour. */
export const widthAtPlantingM = (stockHeightM: number | null, vigour = 0): number =>
  (stockHeightM === null ? atPlanting.median : atPlanting.shareOfHeight * stockHeightM) *
  Math.exp(atPlanting.spread * vigour);

/**
 * The median crown width of a stand, metres.
 * @param vigour standard normal: 0 a stand like most, 1.645 only one in twenty grows better
 */
export function crownWidthM(
  { growth, stockHeightM }: Pick<PlantedTrees, "growth" | "stockHeightM">,
  years: number,
  vigour: number,
  spacingM: number | null,
): number {
  const { median, spread } = rates[growth];
  const first = widthAtPlantingM(stockHeightM, vigour);
  const width = first + median * Math.exp(spread * vigour) * Math.max(0, years);
  return Math.min(width, spacingM === null ? MAX_CROWN_M : Math.max(1.1 * spacingM, first));
}

/** The share of a stand's crowns that an image can show, 0..1: logistic in the width's logarithm. */
function visibleShare(widthM: number, smallestCrownM: number): number {
  // Logistic and normal spreads add about as variances do; a logistic curve of scale s has the variance (πs)²/3.
  const scale = Math.hypot(STEEPNESS, (WITHIN_STAND * Math.sqrt(3)) / Math.PI);
  return 1 / (1 + Math.exp(-Math.log(widthM / (HALF_FOUND * smallestCrownM)) / scale));
}

/** Of trees planted on these days, the share that an image of a day can show. */
export function visibleOf(
  planted: readonly (PlantedTrees & { years: number })[],
  smallestCrownM: number,
  vigour: number,
  spacingM: number | null,
): number {
  const trees = planted.reduce((total, one) => total + one.trees, 0);
  const seen = planted.reduce((total, one) => {
    const width = crownWidthM(one, one.years, vigour, spacingM);
    return total + one.trees * visibleShare(width, smallestCrownM);
  }, 0);
  return trees === 0 ? 0 : seen / trees;
}

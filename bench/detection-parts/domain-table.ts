/**
 * Do the ranges hold on ground that they were not measured on? Each domain in turn is left out of what is known of ground
 * (distances and ranges), and its images, as a network counts them that was trained without it, are assessed by the others.
 */

import { assessGround, type GroundCard } from "@nihol/counting/ground/assess-ground";
import { fitGround } from "@nihol/counting/ground/fit-ground";
import { effectivePlots, narrowedByPlots } from "@nihol/counting/ground/independent-plots";
import { rangeOfSum } from "@nihol/counting/summed-range";
import { addLook, noLook } from "@nihol/vision/detect/image-look";
import { addTally, emptyTally, scores } from "@nihol/vision/learn/match-labels";
import { HOME_DOMAINS } from "./domain-images.ts";
import type { DomainResult } from "./domain-measure.ts";
import { missesRow } from "./domain-misses.ts";

const round = (value: number, digits = 2): number =>
  Math.round(value * 10 ** digits) / 10 ** digits;
const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

/** Sites of fewer images say nothing of how errors average out. */
const FEWEST_OF_SITE = 3;

const toLabelled = ({ tally, ...rest }: DomainResult) => ({ ...rest, ...tally });

function assess(card: GroundCard, { look, gsdMeters, hasNir, tally }: DomainResult) {
  const nobodyKnows = { capturedOn: null, latitude: null, leafOff: "never" };
  const image = { gsdMeters, hasNir, trees: tally.found, ...nobodyKnows };
  const assessed = assessGround(card, look, image);
  return { ...assessed, ...tally };
}

/**
 * The images of each site as one large image: do ranges hold that are narrowed by the plots that it has? Images smaller than a
 * plot are that much less than one.
 */
function pooled(card: GroundCard, results: readonly DomainResult[]) {
  const byCount = Map.groupBy(results, ({ site, network }) => `${site}/${network}`);
  const sites = [...byCount.values()];
  return sites
    .filter((own) => own.length >= FEWEST_OF_SITE)
    .flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      const [tally, look] = [emptyTally(), noLook()];
      for (const one of own) {
        addTally(tally, one.tally);
        addLook(look, one.look);
      }
      const areaM2 = mean(own.map((one) => one.areaM2));
      const images = effectivePlots(own.map((one) => one.tally.found));
      const plots = images * Math.min(1, areaM2 / card.ratio.plotM2);
      const assessed = assess(card, { ...first, tally, look });
      return { ...assessed, ...narrowedByPlots(assessed, plots), plots };
    });
}

/** Row of how often the ranges of sites hold, and how wide they are. */
function siteRow(card: GroundCard, results: readonly DomainResult[]) {
  const sites = pooled(card, results);
  if (sites.length === 0) return {};
  return {
    sites: {
      sites: sites.length,
      plots: round(mean(sites.map(({ plots }) => plots)), 1),
      covered: round(mean(sites.map((one) => (holds(one) ? 1 : 0))), 3),
      width: round(mean(sites.filter(({ found }) => found > 0).map(widthOf))),
    },
  };
}
type Assessed = ReturnType<typeof assess>;

const holds = ({ truth, low, high }: Assessed): boolean =>
  truth >= Math.floor(low) && truth <= Math.ceil(high);
/** Width of a range in trees, for each tree that was found. */
const widthOf = ({ low, high, found }: Assessed): number => (high - low) / Math.max(1, found);

/** Ratio of the ends of a range. */
const ratioOf = ({ low, high }: Assessed): number => (high + 1) / (low + 1);

const LEVEL = 0.9;

/** Interval score of a range on the logarithm (Gneiting and Raftery 2007, formula 43): its width, and what it misses by, 20 times. */
function intervalScore({ truth, low, high }: Assessed): number {
  const [from, to, at] = [Math.log(low + 1), Math.log(high + 1), Math.log(truth + 1)];
  return to - from + (2 / (1 - LEVEL)) * (Math.max(0, from - at) + Math.max(0, at - to));
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Row of a group of images under a card. */
function rowOf(results: DomainResult[], assessed: Assessed[]) {
  const tally = emptyTally();
  for (const result of results) addTally(tally, result.tally);
  const { truth, found, f1 } = scores(tally);
  const sum = rangeOfSum(assessed);
  const unfamiliar = assessed.filter(({ familiarity }) => familiarity === "unfamiliar");
  const stated = assessed.filter(({ familiarity }) => familiarity !== "unfamiliar");
  return {
    images: results.length,
    truth,
    found,
    f1,
    countError: truth > 0 ? round(found / truth - 1) : null,
    foreignness: round(mean(assessed.map(({ foreignness }) => foreignness))),
    covered: round(mean(assessed.map((one) => (holds(one) ? 1 : 0))), 3),
    coveredStated:
      stated.length > 0 ? round(mean(stated.map((one) => (holds(one) ? 1 : 0))), 3) : null,
    width: round(mean(assessed.filter(({ found }) => found > 0).map(widthOf))),
    ratio: round(median(assessed.map(ratioOf))),
    score: round(mean(assessed.map(intervalScore))),
    ...knownRow(assessed),
    unfamiliar: unfamiliar.length,
    misses: missesRow(assessed),
    sum: { low: Math.floor(sum.low), high: Math.ceil(sum.high) },
    sumHeld: truth >= Math.floor(sum.low) && truth <= Math.ceil(sum.high),
  };
}

/** Number of images that count as known, of those that the range holds, and its width there. */
function knownRow(assessed: Assessed[]) {
  const known = assessed.filter(({ familiarity }) => familiarity === "known");
  const byClimate = assessed.filter(({ reasons }) => String(reasons) === "climate");
  return {
    known: known.length,
    knownHeld: known.filter(holds).length,
    knownRatio: round(median(known.map(ratioOf))),
    otherClimate: byClimate.length,
    otherClimateHeld: byClimate.filter(holds).length,
  };
}

/** The card of all results; without counts of networks that never saw their domain the shipped one's stand for them. */
export const fitAll = (results: DomainResult[], leftOut: DomainResult[]): GroundCard =>
  fitGround(results.map(toLabelled), (leftOut.length > 0 ? leftOut : results).map(toLabelled));

/**
 * A card that keeps from another how counts err on ground that nobody trained on: without networks that never saw
 * their domain nothing new is known of that, and the network's own counts would say too little.
 */
export const keepForeign = (fitted: GroundCard, kept: GroundCard): GroundCard => ({
  ...fitted,
  foreign: kept.foreign,
  ratio: { ...kept.ratio, known: fitted.ratio.known },
});

/** Cards of the images that are left, with what `kept` says of foreign ground where no left-out networks do. */
const cardsWithout =
  (results: DomainResult[], leftOut: DomainResult[], kept: GroundCard | undefined) =>
  (isLeft: (one: DomainResult) => boolean): GroundCard => {
    const fitted = fitAll(results.filter(isLeft), leftOut.filter(isLeft));
    return kept && leftOut.length === 0 ? keepForeign(fitted, kept) : fitted;
  };

const homeDomains = (results: DomainResult[]) =>
  HOME_DOMAINS.filter((name) => results.some(({ domain }) => domain === name));

/** By domain: assessed by a card that knows nothing of it, as counted by a network of `leftOut` that never saw it. */
export function leftOutTable(results: DomainResult[], leftOut: DomainResult[]) {
  const names = [...new Set([...leftOut, ...results].map(({ domain }) => domain))];
  return names.map((domain) => {
    const others = ({ domain: name }: DomainResult) => name !== domain;
    const [home, foreign] = [results.filter(others), leftOut.filter(others)];
    const card = fitAll(home, foreign);
    const unseen = leftOut.filter((one) => !others(one));
    const own = unseen.length > 0 ? unseen : results.filter((one) => !others(one));
    const assessed = own.map((one) => assess(card, one));
    const row = { ...rowOf(own, assessed), ...siteRow(card, own) };
    return { domain, networkSaw: unseen.length === 0, ...row };
  });
}

/** By domain that the network was trained on: each site assessed by the product's card, but for what it knows of the site. */
export function homeTable(results: DomainResult[], leftOut: DomainResult[], kept?: GroundCard) {
  const cardWithout = cardsWithout(results, leftOut, kept);
  return homeDomains(results).map((domain) => {
    const own = results.filter((one) => one.domain === domain);
    const assessed = [...Map.groupBy(own, ({ site }) => site)].flatMap(([site, images]) => {
      const card = cardWithout((one) => one.domain !== domain || one.site !== site);
      return images.map((one) => assess(card, one));
    });
    return { domain, leftOut: ["site"], networkSaw: true, ...rowOf(own, assessed) };
  });
}

/** Greenness of the ground outside crowns, by near infrared where the image has it. */
const greennessOf = ({ look, hasNir }: DomainResult) =>
  (hasNir ? look.groundNdvi : look.groundGreen) / Math.max(1, look.ground);

/** By domain that the network was trained on: the fifth with the driest ground, assessed by a card without any of it. */
export function dryTable(results: DomainResult[], leftOut: DomainResult[], kept?: GroundCard) {
  const cardWithout = cardsWithout(results, leftOut, kept);
  return homeDomains(results).map((domain) => {
    const own = results
      .filter((one) => one.domain === domain)
      .sort((a, b) => greennessOf(a) - greennessOf(b));
    const driest = own.slice(0, Math.ceil(own.length / 5));
    const ids = new Set(driest.map(({ id }) => id));
    const card = cardWithout((one) => one.domain !== domain || !ids.has(one.id));
    const assessed = driest.map((one) => assess(card, one));
    return { domain, leftOut: ["driest fifth"], networkSaw: true, ...rowOf(driest, assessed) };
  });
}

/** The card of what is known of ground as a file: five digits say all that was measured. */
export function groundCardText(card: GroundCard): string {
  const short = (_: string, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(5)) : value;
  return `${JSON.stringify(JSON.parse(JSON.stringify(card, short)), null, 2)}\n`;
}

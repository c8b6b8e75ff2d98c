/**
 * `npm run bench -- learning`: what labels of the ground itself give, on ground that nobody trained on: F1, error of the count,
 * whether the 90 % range of each image held and its width, with 0, 30, 60 and 120 labelled trees, on the images that taught
 * nothing. Sets of `../shared/data/trees-more` (`campo`, another country; `pinamar`, whose labels are not complete) and of
 * `../shared/data/trees` (other places of known sources: `urbanca`, `neon`), and drawn scrub with trees. `--domains A,B`: these
 * alone. `--corrections`: beside plots of some thirty trees 30, 60 and 120 corrections of other images as well, each alone, with a
 * quarter of the weight, with the finds that stayed, and all that their images show. `--repeats N`: drawings of labels (8). `--card CARD`: another model. The last line is JSON.
 * Smallest: `--domains scrub --repeats 1`.
 */
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { assessGround } from "@nihol/counting/ground/assess-ground";
import { fitPlotRatio, rangeByPlots } from "@nihol/counting/ground/plot-range";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import {
  countByLearned,
  countByNetworks,
  FEWEST_PLOTS,
  learnGround,
  type PlotCount,
} from "@nihol/vision/learn/learn-ground";
import { addTally, emptyTally, scores } from "@nihol/vision/learn/match-labels";
import { plotsOfImage } from "@nihol/vision/learn/plots-of-image";
import type { Example } from "@nihol/vision/learn/ridge-logistic";
import { sourceSettings } from "@nihol/vision/models/model-card";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { pixelSource } from "@nihol/vision/pixels/pixels";
import { readGroundCard } from "../apps/worker/src/imagery/ground-card.ts";
import {
  type DescribedImage,
  describeImage,
  learnFromImages,
} from "../apps/worker/src/learning/learn-from-images.ts";
import { correctedImage } from "./detection-parts/corrected-images.ts";
import {
  HOME_DOMAINS,
  listDomainImages,
  readDomainImage,
} from "./detection-parts/domain-images.ts";
import { drawnScrubImages } from "./detection-parts/scrub-images.ts";

const LABELS = [30, 60, 120];
const DAY = new Date("2026-01-01T00:00:00Z");

const { values } = parseArgs({
  options: {
    card: { type: "string", default: SHIPPED_CARD },
    domains: { type: "string", default: "campo,pinamar,neon,urbanca,scrub" },
    corrections: { type: "boolean", default: false },
    repeats: { type: "string", default: "8" },
  },
});
const detector = await openOnnxDetector(values.card);
const { card } = detector;
const ground = await readGroundCard(join(dirname(values.card), card.ground ?? ""));

async function describeDomain(domain: string): Promise<DescribedImage[]> {
  if (domain === "scrub")
    return Promise.all(
      drawnScrubImages(20).map(({ image, pixels }) =>
        describeImage(detector, image, pixelSource(pixels)),
      ),
    );
  const images = (await listDomainImages()).filter(
    (image) => image.domain === domain && (image.isNew || !HOME_DOMAINS.includes(domain)),
  );
  const described: DescribedImage[] = [];
  for (const image of images) {
    const pixels = await readDomainImage(image);
    const { width, height } = pixels;
    described.push(await describeImage(detector, { ...image, width, height }, pixelSource(pixels)));
  }
  return described;
}

const labelsOf = ({ boxes, points }: DescribedImage): number => (boxes ?? points ?? []).length;
const plotsOf = (images: readonly DescribedImage[]) =>
  images.flatMap((one) => plotsOfImage(one, 1));
const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const round = (value: number, digits = 3) => Math.round(value * 10 ** digits) / 10 ** digits;

type Range = { low: number; high: number };

function judge(counts: readonly PlotCount[], rangeOf: (count: PlotCount) => Range) {
  const all = emptyTally();
  for (const count of counts) addTally(all, count);
  const ranges = counts.map((count) => ({ ...rangeOf(count), truth: count.truth }));
  const held = ranges.filter(
    ({ low, high, truth }) => truth >= Math.floor(low) && truth <= Math.ceil(high),
  );
  return {
    f1: scores(all).f1,
    countError: all.truth > 0 ? (all.found - all.truth) / all.truth : 0,
    held: held.length / counts.length,
    width: median(ranges.map(({ low, high }) => (high + 1) / (low + 1))),
  };
}

/** The same order for every model: a linear congruential generator (Park and Miller 1988). */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  let state = seed * 7919 + 1;
  const keys = list.map((item) => {
    state = (state * 48271) % 2147483647;
    return { item, key: state };
  });
  return keys.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

function withoutLabels(images: readonly DescribedImage[]) {
  const byId = new Map(images.map((image) => [`${image.id}/0`, image]));
  const own = sourceSettings(card, images[0]?.gsdMeters ?? 0).threshold;
  return judge(countByNetworks(plotsOf(images), { own, rule: card.suppress }), (count) => {
    const { look, gsdMeters, hasNir } = byId.get(count.id) as DescribedImage;
    const nobodyKnows = { capturedOn: null, latitude: null, leafOff: "never" as const };
    return assessGround(ground, look, { gsdMeters, hasNir, trees: count.found, ...nobodyKnows });
  });
}

function withLabels(images: readonly DescribedImage[], trees: number, seed: number) {
  const order = shuffled(images, seed);
  let labelled = 0;
  const taught = order.filter((image, i) => {
    const isTaken = labelled < trees || i < FEWEST_PLOTS;
    labelled += isTaken ? labelsOf(image) : 0;
    return isTaken;
  });
  const rest = order.slice(taught.length);
  if (rest.length === 0) return undefined;
  const started = performance.now();
  const learned = learnFromImages(detector, taught, "bench", DAY);
  const seconds = (performance.now() - started) / 1000;
  const { rule, own } = {
    rule: card.suppress,
    own: sourceSettings(card, learned.gsdMeters).threshold,
  };
  const plots = plotsOf(rest);
  const counts = learned.isBetter
    ? countByLearned(plots, learned, rule)
    : countByNetworks(plots, { own, rule });
  return {
    ...judge(counts, ({ found }) => rangeByPlots(learned.ratio, found)),
    labelled,
    used: learned.isBetter,
    seconds,
  };
}

const ways = ["plots", "corrected", "quarter", "kept", "all"] as const;

/** Plots of some thirty trees, beside them corrections of other images, judged on two fifths of the images. */
function withCorrections(images: readonly DescribedImage[], wanted: number, seed: number) {
  const order = shuffled(images, seed);
  const judged = order.splice(-Math.floor(images.length * 0.4));
  let trees = 0;
  const taught = order.filter((image, i) => {
    const isTaken = trees < 30 || i < FEWEST_PLOTS;
    trees += isTaken ? labelsOf(image) : 0;
    return isTaken;
  });
  const rule = card.suppress;
  const own = sourceSettings(card, images[0]?.gsdMeters ?? 0).threshold;
  let made = 0;
  const corrected = order.slice(taught.length).flatMap((image) => {
    if (made >= wanted) return [];
    const one = correctedImage(image, own, rule);
    made += one.corrections;
    return [one];
  });
  const quarter = (list: readonly Example[]) => list.map((one) => ({ ...one, weight: 0.25 }));
  const examples = {
    plots: [],
    corrected: corrected.flatMap((one) => one.corrected),
    quarter: quarter(corrected.flatMap((one) => one.corrected)),
    kept: corrected.flatMap((one) => [...one.corrected, ...one.kept]),
    all: corrected.flatMap((one) => one.all),
  };
  const rest = plotsOf(judged);
  return ways.map((way) => {
    const learned = learnGround(plotsOf(taught), { own, rule, corrected: examples[way] });
    const isBetter = learned.gain.f1 > learned.gain.error;
    const counts = isBetter
      ? countByLearned(rest, learned, rule)
      : countByNetworks(rest, { own, rule });
    const ratio = fitPlotRatio(isBetter ? learned.after : learned.before);
    return { way, made, isBetter, ...judge(counts, ({ found }) => rangeByPlots(ratio, found)) };
  });
}

const result: Record<string, object[]> = {};
for (const domain of values.domains.split(",")) {
  const images = await describeDomain(domain);
  if (images.length === 0) {
    console.log(`${domain}: no images here.`);
    continue;
  }
  const { held, width, ...none } = withoutLabels(images);
  const rows: object[] = [
    {
      labels: 0,
      f1: none.f1,
      countError: round(none.countError),
      held: round(held),
      width: round(width),
    },
  ];
  for (const labels of LABELS) {
    const runs = Array.from({ length: Number(values.repeats) }, (_, seed) =>
      withLabels(images, labels, seed + 1),
    ).filter((run) => run !== undefined);
    if (runs.length === 0) continue;
    rows.push({
      labels,
      f1: round(mean(runs.map(({ f1 }) => f1))),
      countError: round(mean(runs.map(({ countError }) => Math.abs(countError)))),
      held: round(mean(runs.map((run) => run.held))),
      width: round(mean(runs.map((run) => run.width))),
      used: `${runs.filter(({ used }) => used).length}/${runs.length}`,
      labelled: round(mean(runs.map(({ labelled }) => labelled)), 0),
      seconds: round(Math.max(...runs.map(({ seconds }) => seconds)), 2),
    });
  }
  const isEnough = images.length * 0.6 > 2 * FEWEST_PLOTS;
  for (const wanted of values.corrections && isEnough ? LABELS : []) {
    const runs = Array.from({ length: Number(values.repeats) }, (_, seed) =>
      withCorrections(images, wanted, seed + 1),
    ).flat();
    for (const way of ways) {
      const own = runs.filter((run) => run.way === way);
      rows.push({
        corrections: wanted,
        way,
        made: round(mean(own.map(({ made }) => made)), 0),
        f1: round(mean(own.map(({ f1 }) => f1))),
        countError: round(mean(own.map(({ countError }) => Math.abs(countError)))),
        bias: round(mean(own.map(({ countError }) => countError))),
        held: round(mean(own.map((run) => run.held))),
        width: round(mean(own.map((run) => run.width))),
        used: `${own.filter(({ isBetter }) => isBetter).length}/${own.length}`,
      });
    }
  }
  result[domain] = rows;
  console.log(`${domain}, ${images.length} images`);
  for (const row of rows) console.log(`  ${JSON.stringify(row)}`);
}
await detector.close();
console.log(JSON.stringify({ model: `${card.name} ${card.version}`, ...result }));

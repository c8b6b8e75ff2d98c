/** Runs a detector over labelled images and keeps what each gave. */
import { type CountedImage, countRange, measureCountRatio } from "@nihol/vision/detect/count-range";
import type { Detector } from "@nihol/vision/detect/detector";
import {
  addTally,
  emptyTally,
  scores,
  type Tally,
  TREE_APART_METERS,
  TREE_OVERLAP,
  tallyBoxes,
  tallyPoints,
} from "@nihol/vision/learn/match-labels";
import { sourceSettings } from "@nihol/vision/models/model-card";
import { crownIous } from "./detection-crowns.ts";
import { type Labelled, readLabelled, truthBoxes } from "./detection-data.ts";
import { bootstrap, f1Interval } from "./detection-intervals.ts";

/** Tolerance of the figures published for these cities: 10 pixels of 0.6 m (Ventura et al. 2024, their test script). */
const PUBLISHED_TOLERANCE_METERS = 6;
const LEVEL = 0.9;
const HOW =
  "true to found in each validation image; 'covered': each place judged by the ranges of the others";

export type Measured = {
  image: Labelled;
  place: string;
  tally: Tally;
  /** Of points: matched within `PUBLISHED_TOLERANCE_METERS`. */
  published: Tally | undefined;
  crownIous: number[];
};

/** Two dates of a NEON plot are one place; Tree-Top-View says no more than the site. */
function placeOf(image: Labelled): string {
  return image.place ?? `${image.set}/${image.file.replace(/_(19|20)\d\d\.\w+$/, "")}`;
}

async function measureImage(detector: Detector, image: Labelled): Promise<Measured> {
  const pixels = await readLabelled(image);
  const gsd = image.gsd_m ?? 0;
  const trees = await detector.detect(pixels, gsd);
  const at = { image, place: placeOf(image) };
  if (image.points) {
    const found = trees.map(({ x, y }) => [x, y] as const);
    const within = (meters: number) => tallyPoints(found, image.points ?? [], meters / gsd);
    const published = within(PUBLISHED_TOLERANCE_METERS);
    return { ...at, tally: within(TREE_APART_METERS), published, crownIous: [] };
  }
  const truth = truthBoxes(image);
  const found = trees.map(({ box }) => box);
  const ious = crownIous(trees, truth, pixels, TREE_OVERLAP);
  const tally = tallyBoxes(found, truth, TREE_OVERLAP);
  return { ...at, tally, published: undefined, crownIous: ious };
}

export async function measureImages(detector: Detector, images: Labelled[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const image of images) measured.push(await measureImage(detector, image));
  return measured;
}

/** Groups by set, and by set and site. */
function grouped(measured: Measured[]): [string, Measured[]][] {
  const groups = new Map<string, Measured[]>();
  for (const one of measured)
    for (const name of [one.image.set, `${one.image.set} ${one.image.site}`])
      groups.set(name, [...(groups.get(name) ?? []), one]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

function sumOf(tallies: Tally[]): Tally {
  const sum = emptyTally();
  for (const tally of tallies) addTally(sum, tally);
  return sum;
}

/** Scores by set and by set and site, each F1 with its 95 % interval over places. */
export function accuracyOf(measured: Measured[]) {
  return Object.fromEntries(
    grouped(measured).map(([name, group]) => {
      const sum = sumOf(group.map(({ tally }) => tally));
      const wide = group.flatMap(({ published }) => published ?? []);
      const published = wide.length > 0 ? { f1Within6m: scores(sumOf(wide)).f1 } : {};
      return [name, { ...scores(sum), interval: f1Interval(group), ...published }];
    }),
  );
}

/** Mean overlap of matched crowns with their targets, by set, with its 95 % interval over trees. */
export function crownsOf(measured: Measured[]) {
  const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const sets = grouped(measured).filter(([name]) => !name.includes(" "));
  return Object.fromEntries(
    sets
      .map(([name, group]) => [name, group.flatMap((one) => one.crownIous)] as const)
      .filter(([, ious]) => ious.length > 0)
      .map(([name, ious]) => [
        name,
        {
          crowns: ious.length,
          iou: Math.round(mean(ious) * 1000) / 1000,
          interval: bootstrap(ious, mean),
        },
      ]),
  );
}

/** Measures the factor of true to found trees for each kind of source, with its range, as the card keeps it. */
export function rangesOf(detector: Detector, measured: Measured[]) {
  const counted = new Map<number, CountedImage[]>();
  for (const { image, tally } of measured) {
    const { fromGsdMeters } = sourceSettings(detector.card, image.gsd_m ?? 0);
    const list = counted.get(fromGsdMeters) ?? [];
    counted.set(fromGsdMeters, list);
    list.push({ place: image.site, found: tally.found, truth: tally.truth });
  }
  return [...counted].map(([fromGsdMeters, images]) => ({
    fromGsdMeters,
    ...measureCountRatio(images, LEVEL, HOW),
  }));
}

/** By site: in how many images the range that the card states holds the true count. */
export function coverageOf({ card }: Detector, measured: Measured[]) {
  const held = new Map<string, { images: number; covered: number }>();
  for (const { image, tally } of measured) {
    const range = countRange(card, image.gsd_m ?? 0, tally.found);
    if (!range) continue;
    for (const name of ["all", `${image.set} ${image.site}`]) {
      const sum = held.get(name) ?? { images: 0, covered: 0 };
      sum.images++;
      if (tally.truth >= range.low && tally.truth <= range.high) sum.covered++;
      held.set(name, sum);
    }
  }
  return Object.fromEntries(held);
}

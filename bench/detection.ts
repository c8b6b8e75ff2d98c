/**
 * How well the detectors find trees, on the validation images (`../shared/data/trees`), and how
 * fast. `--limit N`: at most N images a set. `--write-ranges`: puts the measured ranges of counts
 * into the model's card. The last line is JSON.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { classicalDetector } from "@nihol/vision/classical-detector";
import { type CountedImage, measureCountRatio } from "@nihol/vision/count-range";
import type { Detector } from "@nihol/vision/detector";
import { type ModelCard, sourceSettings } from "@nihol/vision/model-card";
import { openOnnxDetector } from "@nihol/vision/onnx-detector";
import {
  hasTreeData,
  type Labelled,
  listLabelled,
  readLabelled,
  truthBoxes,
} from "./detection-data.ts";
import {
  addTally,
  emptyTally,
  scores,
  type Tally,
  tallyBoxes,
  tallyPoints,
} from "./detection-score.ts";
import { measureSpeed } from "./detection-speed.ts";

const CARD = join(import.meta.dirname, "../models/crown-baseline.json");
const LEAST_IOU = 0.4;
const POINT_REACH_METERS = 3;
const LEVEL = 0.9;

type Measured = { tallies: Map<string, Tally>; counted: Map<number, CountedImage[]> };

function addTo(tallies: Map<string, Tally>, name: string, tally: Tally): void {
  const sum = tallies.get(name) ?? emptyTally();
  tallies.set(name, sum);
  addTally(sum, tally);
}

async function tallyImage(detector: Detector, image: Labelled, gsd: number): Promise<Tally> {
  const trees = await detector.detect(await readLabelled(image), gsd);
  if (!image.points)
    return tallyBoxes(
      trees.map(({ box }) => box),
      truthBoxes(image),
      LEAST_IOU,
    );
  const found = trees.map(({ x, y }) => [x, y] as const);
  return tallyPoints(found, image.points, POINT_REACH_METERS / gsd);
}

async function measure(detector: Detector, images: Labelled[]): Promise<Measured> {
  const tallies = new Map<string, Tally>();
  const counted = new Map<number, CountedImage[]>();
  for (const image of images) {
    const gsd = image.gsd_m ?? 0;
    const tally = await tallyImage(detector, image, gsd);
    addTo(tallies, image.set, tally);
    addTo(tallies, `${image.set} ${image.site}`, tally);
    const { fromGsdMeters } = sourceSettings(detector.card, gsd);
    const list = counted.get(fromGsdMeters) ?? [];
    counted.set(fromGsdMeters, list);
    list.push({ place: image.site, found: tally.found, truth: tally.truth });
  }
  return { tallies, counted };
}

function table(name: string, tallies: Map<string, Tally>): void {
  console.log(`\n${name}`);
  for (const [set, tally] of [...tallies].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { truth, found, precision, recall, f1 } = scores(tally);
    console.log(
      `  ${set.padEnd(22)} true ${String(truth).padStart(5)}  found ${String(found).padStart(5)}` +
        `  P ${precision.toFixed(3)}  R ${recall.toFixed(3)}  F1 ${f1.toFixed(3)}`,
    );
  }
}

function rangesOf({ counted }: Measured) {
  const how =
    "true to found in each validation image; 'covered': each place judged by the ranges of the others";
  return [...counted].map(([fromGsdMeters, images]) => ({
    fromGsdMeters,
    ...measureCountRatio(images, LEVEL, how),
  }));
}

async function writeRanges(ranges: ReturnType<typeof rangesOf>): Promise<void> {
  const card = JSON.parse(await readFile(CARD, "utf8")) as ModelCard;
  for (const source of card.sources) {
    const range = ranges.find(({ fromGsdMeters }) => fromGsdMeters === source.fromGsdMeters);
    if (!range) continue;
    const { fromGsdMeters: _, ...ratio } = range;
    source.countRatio = ratio;
  }
  await writeFile(CARD, `${JSON.stringify(card, null, 2)}\n`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { limit: { type: "string" }, "write-ranges": { type: "boolean" } },
  });
  const limit = values.limit === undefined ? Infinity : Number(values.limit);
  const images = hasTreeData() ? await listLabelled("val", limit) : [];
  if (images.length === 0) console.log("No labelled images here: speed only.");
  const result: Record<string, unknown> = { images: images.length, iou: LEAST_IOU };
  for (const detector of [await openOnnxDetector(CARD), classicalDetector()]) {
    const measured = await measure(detector, images);
    table(detector.name, measured.tallies);
    const accuracy = [...measured.tallies].map(([set, tally]) => [set, scores(tally)] as const);
    const ranges = rangesOf(measured);
    const speed = await measureSpeed(detector);
    console.log(`  ranges ${JSON.stringify(ranges.map(({ how: _, ...range }) => range))}`);
    console.log(`  speed ${JSON.stringify(speed)}`);
    result[detector.name] = { accuracy: Object.fromEntries(accuracy), ranges, speed };
    if (values["write-ranges"] && detector.card.file) await writeRanges(ranges);
    await detector.close();
  }
  console.log(JSON.stringify(result));
}

await main();

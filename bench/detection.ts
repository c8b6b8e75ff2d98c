/**
 * `npm run bench -- detection`: how well the detectors find trees and distinguish dead from living, on the validation images
 * (`../shared/data/trees`), and how fast: the model of `--card` (the shipped one), the baseline and
 * the classical method. `--only-card`: the first alone. `--limit N`: at most N images a set.
 * `--write-ranges`: puts the measured ranges of counts into the card, and what is known of ground beside it (how counts err on
 * ground that nobody trained on is kept from before where no left-out networks are named). `--left-out
 * FOLDER`, once or more: networks that were each trained without a domain (`training/train_together.py --leave`). `--counts
 * FILE`: what is counted on ground is kept there, and taken from there where the file exists; `--only-ground`: no more than
 * that. First comes what matters most: by domain, whether ranges hold where calibration and network left the domain out. The last line is JSON.
 * Smallest: `--only-card --only-ground --limit 1`.
 */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { GroundCard } from "@nihol/counting/ground/assess-ground";
import { classicalDetector } from "@nihol/vision/detect/classical-detector";
import type { Detector } from "@nihol/vision/detect/detector";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { TREE_OVERLAP } from "@nihol/vision/learn/match-labels";
import type { ModelCard } from "@nihol/vision/models/model-card";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { readGroundCard } from "../apps/worker/src/imagery/ground-card.ts";
import { measureBlocks } from "./detection-parts/detection-blocks.ts";
import { hasTreeData, type Labelled, listLabelled } from "./detection-parts/detection-data.ts";
import { measureGreen } from "./detection-parts/detection-green.ts";
import {
  accuracyOf,
  coverageOf,
  crownsOf,
  measureImages,
  rangesOf,
} from "./detection-parts/detection-measure.ts";
import { measureSpeed } from "./detection-parts/detection-speed.ts";
import type { DomainResult } from "./detection-parts/domain-measure.ts";
import {
  dryTable,
  fitAll,
  groundCardText,
  homeTable,
  keepForeign,
  leftOutTable,
} from "./detection-parts/domain-table.ts";
import { groundCounts } from "./detection-parts/ground-counts.ts";

/** With fewer there is nothing to leave one out of. */
const FEWEST_DOMAINS = 5;
/** Of fewer whose counts say something too few are left when one is left out. */
const FEWEST_COMPLETE = 4;
const BASELINE_CARD = join(import.meta.dirname, "baseline.json");
/** Pixels of a 0.1 m image to one at the working resolution. */
const RESOLUTIONS = { "0.2 m": 2, "0.1 m": 1 };

function show(name: string, part: string, values: object): void {
  console.log(`  ${name.padEnd(15)} ${part.padEnd(18)} ${JSON.stringify(values)}`);
}

async function measureDetector(detector: Detector, images: Labelled[], limit: number) {
  const measured = await measureImages(detector, images);
  const [accuracy, crowns] = [accuracyOf(measured), crownsOf(measured)];
  const ranges = rangesOf(detector, measured);
  const covered = coverageOf(detector, measured);
  const green: Record<string, Awaited<ReturnType<typeof measureGreen>>> = {};
  for (const [at, ratio] of Object.entries(RESOLUTIONS))
    if (images.length > 0) green[at] = await measureGreen(detector, ratio, limit);
  const blocks = images.length > 0 ? await measureBlocks(detector, images) : {};
  const speed = await measureSpeed(detector);
  console.log(`\n${detector.name} ${detector.version}`);
  for (const [name, values] of Object.entries(accuracy)) show("trees", name, values);
  for (const [name, values] of Object.entries(crowns)) show("crowns", name, values);
  for (const [at, { sites, ...values }] of Object.entries(green)) {
    show("dead", at, values);
    for (const [site, of] of Object.entries(sites)) show("dead", `${at} ${site}`, of);
  }
  for (const { how: _, ...range } of ranges) show("range", `${range.fromGsdMeters} m`, range);
  show("range covers", "", covered);
  show("blocks", "", blocks);
  show("speed", "", speed);
  return { accuracy, crowns, green, ranges, covered, blocks, speed };
}

async function writeRanges(
  card: string,
  ranges: Awaited<ReturnType<typeof measureDetector>>["ranges"],
): Promise<void> {
  const changed = JSON.parse(await readFile(card, "utf8")) as ModelCard;
  for (const source of changed.sources) {
    const range = ranges.find(({ fromGsdMeters }) => fromGsdMeters === source.fromGsdMeters);
    if (!range) continue;
    const { fromGsdMeters: _, ...ratio } = range;
    source.countRatio = ratio;
  }
  await writeFile(card, `${JSON.stringify(changed, null, 2)}\n`);
}

/** Prints the tables for what was counted; `name` says by whose networks, `kept` what is said of foreign ground without any. */
function judgeGround(
  name: string,
  results: DomainResult[],
  unseen: DomainResult[],
  kept: GroundCard | undefined,
) {
  const leftOut = leftOutTable(results, unseen);
  const home = homeTable(results, unseen, kept);
  const driest = dryTable(results, unseen, kept);
  console.log(`ranges where calibration and network left the domain out${name}`);
  for (const { domain, ...row } of leftOut) show("domain", domain, row);
  console.log(`ranges at home, where it left the site out${name}`);
  for (const { domain, ...row } of home) show("home", domain, row);
  console.log(`ranges at home, where it left the fifth with the driest ground out${name}`);
  for (const { domain, ...row } of driest) show("driest", domain, row);
  return { leftOut, home, driest };
}

/** Path of what a card knows of ground; undefined where it names no file. */
async function groundPath(card: string): Promise<string | undefined> {
  const { ground } = JSON.parse(await readFile(card, "utf8")) as ModelCard;
  return ground && join(dirname(card), ground);
}

/**
 * Measures whether ranges hold on ground that they were not measured on, as networks count there that `folders` hold, those
 * of each folder alone and then all; with `writes` it writes the measurements of known ground beside `card`.
 */
async function measureGround(
  detector: Detector,
  limit: number,
  of: { folders: string[]; counts: string | undefined; card: string; writes: boolean },
) {
  const { folders, card } = of;
  const { results, unseen } = await groundCounts(detector, { folders, limit, file: of.counts });
  const domainsOf = (list: readonly DomainResult[]) =>
    new Set(list.map(({ domain }) => domain)).size;
  const complete = results.filter(({ isPartial }) => !isPartial);
  if (domainsOf(results) < FEWEST_DOMAINS || domainsOf(complete) < FEWEST_COMPLETE)
    return undefined;
  const all = Object.values(unseen).flat();
  const path = await groundPath(card);
  const kept = path && existsSync(path) ? await readGroundCard(path) : undefined;
  if (Object.keys(unseen).length > 1)
    for (const [folder, own] of Object.entries(unseen)) {
      const isAlone = ({ network }: DomainResult) =>
        network === undefined || own.some((one) => one.network === network);
      judgeGround(`, networks of ${folder}`, results.filter(isAlone), own, undefined);
    }
  const judged = judgeGround("", results, all, kept);
  if (of.writes && path) {
    const fitted = fitAll(results, all);
    await writeFile(
      path,
      groundCardText(kept && all.length === 0 ? keepForeign(fitted, kept) : fitted),
    );
  }
  return judged;
}

async function main(): Promise<void> {
  const flag = { type: "boolean" } as const;
  const { values } = parseArgs({
    options: {
      limit: { type: "string" },
      card: { type: "string", default: SHIPPED_CARD },
      "only-card": flag,
      "write-ranges": flag,
      "left-out": { type: "string", multiple: true, default: [] },
      counts: { type: "string" },
      "only-ground": flag,
    },
  });
  const limit = values.limit === undefined ? Infinity : Number(values.limit);
  const images = hasTreeData() ? await listLabelled("val", limit) : [];
  if (images.length === 0) console.log("No labelled images here: speed only.");
  const card = resolve(values.card);
  const detectors = [await openOnnxDetector(card)];
  if (!values["only-card"]) {
    if (images.length > 0 && card !== BASELINE_CARD && existsSync(BASELINE_CARD))
      detectors.push(await openOnnxDetector(BASELINE_CARD));
    detectors.push(classicalDetector());
  }
  const result: Record<string, unknown> = { images: images.length, iou: TREE_OVERLAP };
  const [shipped] = detectors;
  if (images.length > 0 && shipped)
    result.domains = await measureGround(shipped, limit, {
      folders: values["left-out"],
      counts: values.counts,
      card,
      writes: values["write-ranges"] === true,
    });
  for (const [n, detector] of detectors.entries()) {
    if (values["only-ground"]) {
      await detector.close();
      continue;
    }
    const measured = await measureDetector(detector, images, limit);
    result[detector.name] = measured;
    if (n === 0 && values["write-ranges"]) await writeRanges(card, measured.ranges);
    await detector.close();
  }
  console.log(JSON.stringify(result));
}

await main();

/**
 * Planting tasks of which everything is drawn: the ground before and since planting as images, read by the shipped
 * detector; every second task with plots counted on that ground. The verdict then follows from what was found there.
 */
import type { SurvivalPlotCount } from "@nihol/counting/survival";
import {
  type CaptureFacts,
  crownEdgesM,
  type TaskFacts,
  yearsAfter,
} from "@nihol/counting/verdict/facts";
import { widestCrownM } from "@nihol/counting/verdict/images";
import { MIN_PATTERN_TREES, regularityOf } from "@nihol/counting/verdict/regularity";
import { spreadPairs } from "@nihol/geo/spread-pairs";
import type { Detection, Detector } from "@nihol/vision/detect/detector";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { smallestCrown } from "@nihol/vision/detect/smallest-crown";
import { sourceSettings } from "@nihol/vision/models/model-card";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { planScene, type ScenePlanting, type SceneTree } from "@nihol/vision/scene/plan";
import { drawScene } from "@nihol/vision/scene/scene";

/** `small`: planted half a year ago. */
const sceneStories = ["true", "half", "elsewhere", "dead", "small"] as const;
type SceneStory = (typeof sceneStories)[number];
/** Metres a pixel. */
export const scenePixels = [0.15, 0.3, 0.6] as const;

/** Metres a side of the scene, and its field. */
const SIDE = 132;
const FIELD = { east: 0, north: 0, width: 96, height: 72, rows: 4, spacing: 3 };
const AREA_M2 = FIELD.width * FIELD.height;
const PLANTED_ON = "2020-04-10";
const PLOTS = { count: 8, radiusM: 7.98 };

interface Task {
  story: SceneStory;
  gsdM: number;
  seed: number;
  isVisited: boolean;
}

/** The planting as its scene shows it: before, and years later. */
function plantingOf(story: SceneStory, random: () => number) {
  const between = (low: number, high: number) => low + random() * (high - low);
  const years = story === "small" ? between(0.3, 0.6) : between(3, 6);
  // Of a stand of middling growth: 2.4 m across after five years.
  const radius = story === "small" ? between(0.15, 0.25) : 0.24 * years * between(0.85, 1.15);
  const planted = story === "half" ? between(0.35, 0.6) : story === "elsewhere" ? 0 : 1;
  const lives = story === "dead" ? between(0.02, 0.3) : between(0.8, 0.97);
  const share = planted * lives;
  const planting: ScenePlanting = {
    ...FIELD,
    radii: [0, radius / 2, radius],
    living: [0, share, share],
  };
  return { planting, years, share };
}

const isInField = (x: number, y: number) =>
  Math.abs(x - SIDE / 2) < FIELD.width / 2 && Math.abs(y - SIDE / 2) < FIELD.height / 2;

const widthOf = ({ areaM2 }: Detection) => 2 * Math.sqrt(areaM2 / Math.PI);

/** Trees that the detector finds in the field and does not call dead, and the image as verdicts know it. */
async function look(
  detector: Detector,
  task: Task,
  planting: ScenePlanting,
  date: 0 | 2,
  on: string,
) {
  const { gsdM, seed } = task;
  const size = Math.round(SIDE / gsdM);
  const scene = drawScene({
    ...{ seed, date, size, lon: 69, lat: 38.5 },
    gsdMeters: gsdM,
    plantings: [planting],
  });
  const { threshold, countRatio } = sourceSettings(detector.card, gsdM);
  const found = await detector.detect(scene.pixels, gsdM, { threshold });
  const trees = found.filter(
    (one) => one.green !== "not_green" && isInField(one.x * gsdM, one.y * gsdM),
  );
  const crowns = Array.from({ length: crownEdgesM.length + 1 }, () => 0);
  for (const tree of trees) {
    const at = crownEdgesM.findIndex((edge) => widthOf(tree) < edge);
    const bin = at < 0 ? crownEdgesM.length : at;
    crowns[bin] = (crowns[bin] ?? 0) + 1;
  }
  const capture: CaptureFacts = {
    ...{ image: date + 1, capturedOn: on, gsdM, coverage: 1, crowns },
    smallestCrownM: smallestCrown(detector.card, gsdM),
    rangeLow: countRatio?.low ?? 0.5,
    rangeHigh: countRatio?.high ?? 2,
    ...{ isLeafless: false, checkedShare: 0 },
  };
  return { trees, capture };
}

/** Circles spread over the field in which the true trees and the empty places are counted. */
function countPlots(places: readonly SceneTree[], random: () => number): SurvivalPlotCount[] {
  const next = spreadPairs(random);
  const { count, radiusM } = PLOTS;
  return Array.from({ length: count }, () => {
    const [u, v] = next();
    const x = SIDE / 2 + (u - 0.5) * (FIELD.width - 2 * radiusM);
    const y = SIDE / 2 + (v - 0.5) * (FIELD.height - 2 * radiusM);
    const near = places.filter((tree) => Math.hypot(tree.x - x, tree.y - y) < radiusM);
    const living = near.filter(({ present }) => present[2]).length;
    const dead = Math.floor((near.length - living) / 2);
    return { living, dead, missing: near.length - living - dead, areaM2: Math.PI * radiusM ** 2 };
  });
}

/** So many tasks, each story on each pixel size in turn; every second one of a story and size has its plots counted. */
export async function* drawSceneTasks(wanted: number, random: () => number) {
  if (wanted === 0) return;
  const detector = await openOnnxDetector(SHIPPED_CARD);
  try {
    for (let i = 0; i < wanted; i++) {
      const story = sceneStories[i % sceneStories.length] as SceneStory;
      const round = Math.floor(i / sceneStories.length);
      const gsdM = scenePixels[round % scenePixels.length] as number;
      const isVisited = Math.floor(round / scenePixels.length) % 2 === 1 && story !== "small";
      const task = { story, gsdM, seed: 900 + i, isVisited };
      yield { ...task, ...(await drawSceneTask(detector, task, random)) };
    }
  } finally {
    await detector.close();
  }
}

/** Draws a planting task: the facts that a verdict is made from, and the share of the reported trees that truly stand. */
async function drawSceneTask(detector: Detector, task: Task, random: () => number) {
  const { planting, years, share } = plantingOf(task.story, random);
  const places = planScene(task.seed, SIDE, [planting]).trees.filter(({ x, y }) => isInField(x, y));
  const standing = places.filter(({ present }) => present[2]).length;
  const newest = yearsAfter(PLANTED_ON, years);
  const before = await look(detector, task, planting, 0, yearsAfter(PLANTED_ON, -0.8));
  const after = await look(detector, task, planting, 2, summerOf(newest));
  const facts: TaskFacts = {
    today: yearsAfter(newest, 0.5),
    planted: [
      {
        trees: places.length,
        plantedOn: PLANTED_ON,
        growth: "medium",
        isEvergreen: false,
        stockHeightM: null,
      },
    ],
    spacingM: Math.sqrt(FIELD.rows * FIELD.spacing),
    otherTrees: 0,
    captures: [before.capture, after.capture],
    visits: task.isVisited
      ? [
          {
            ...{ visit: 1, measuredOn: after.capture.capturedOn, groundM2: AREA_M2 },
            // Nobody finds an empty place where nothing was planted.
            plots: countPlots(task.story === "elsewhere" ? [] : places, random),
          },
        ]
      : [],
    report: { trees: places.length, warnedTrees: 0, warnings: [], isTooDense: false },
    pattern: null,
    rows: [],
  };
  const widest = widestCrownM(facts, after.capture.capturedOn);
  const points = after.trees
    .filter((tree) => widthOf(tree) < widest)
    .map(({ x, y }) => ({ x: x * task.gsdM, y: y * task.gsdM }));
  const found =
    points.length < MIN_PATTERN_TREES
      ? undefined
      : regularityOf(points, AREA_M2, 2 * (FIELD.width + FIELD.height));
  const pattern = found && {
    ...{ image: after.capture.image, trees: points.length },
    ...{ ratio: found.ratio, nearestM: found.nearestM },
  };
  return {
    facts: { ...facts, pattern: pattern ?? null },
    share: standing / places.length,
    isTrue: share >= 0.7,
    found: after.trees.length,
    standing,
  };
}

/** The June nearest to a day: an image of leaves. */
const summerOf = (day: string) => `${day.slice(0, 4)}-06-20`;

/**
 * `npm run bench -- verdicts [--tasks 300] [--seed 7] [--images 30]`: what the machine proposes for planting tasks drawn by a
 * program, true and false in known ways, over several pixel sizes: how many of each story are called what, how often a
 * false report is called true and a true one false, and how often the range of standing trees holds. What grows, what
 * a detector finds and what people count is drawn otherwise than the verdict assumes. `--images`: of so many further
 * tasks the ground itself is drawn, before and after planting, and read by the shipped detector. The last line is JSON.
 * Smallest: `--tasks 12 --images 1`.
 */
import { parseArgs } from "node:util";
import { type Verdict, verdicts } from "@nihol/contract/values/planting/verdicts";
import { verdictOf } from "@nihol/counting/verdict/verdict";
import { seededRandom } from "@nihol/geo/seeded-random";
import { pixelSizes } from "../packages/counting/test/support/drawn-images.ts";
import {
  type DrawnTask,
  drawTask,
  type Story,
  stories,
} from "../packages/counting/test/support/drawn-tasks.ts";
import { drawSceneTasks, scenePixels } from "./planting-parts/verdict-scenes.ts";

const { values } = parseArgs({
  options: {
    tasks: { type: "string", default: "300" },
    seed: { type: "string", default: "7" },
    images: { type: "string", default: "0" },
  },
});
const wanted = Number(values.tasks);
const random = seededRandom(Number(values.seed));

type Row = Record<Verdict, number>;
const empty = (): Row => ({ agrees: 0, unclear: 0, contradicts: 0, too_early: 0 });
const started = process.cpuUsage();

function count(rows: Map<string, Row>, key: string, verdict: Verdict) {
  const row = rows.get(key) ?? empty();
  row[verdict] += 1;
  rows.set(key, row);
}

const percent = (n: number, all: number) => Math.round((1000 * n) / Math.max(1, all)) / 10;

/** Tasks of one kind: how many of each story and each pixel size are called what, and how often that is right. */
function newTally() {
  const byStory = new Map<string, Row>();
  const byPixel = new Map<string, Row>();
  const of = { true: 0, false: 0, falseAgrees: 0, trueContradicts: 0, told: 0, held: 0, ranged: 0 };
  return {
    byStory,
    byPixel,
    add({ story, facts, isTrue, gsdM, share }: Omit<DrawnTask, "story"> & { story: string }) {
      const { verdict, standing, reported } = verdictOf(facts);
      count(byStory, story === "small" ? `small, ${isTrue}` : story, verdict);
      count(byPixel, `${isTrue ? "true" : "false"}, ${gsdM} m`, verdict);
      of[isTrue ? "true" : "false"] += 1;
      if (!isTrue && verdict === "agrees") of.falseAgrees += 1;
      if (isTrue && verdict === "contradicts") of.trueContradicts += 1;
      if (verdict === "agrees" || verdict === "contradicts") of.told += 1;
      if (!standing) return;
      const living = share * reported;
      of.ranged += 1;
      if (living >= standing.low && living <= standing.high) of.held += 1;
    },
    figures: () => ({
      tasks: of.true + of.false,
      falseCalledAgrees: percent(of.falseAgrees, of.false),
      trueCalledContradicts: percent(of.trueContradicts, of.true),
      decided: percent(of.told, of.true + of.false),
      rangeHolds: percent(of.held, of.ranged),
      confusion: Object.fromEntries(byStory),
    }),
  };
}

const drawn = newTally();
for (let i = 0; i < wanted; i++) drawn.add(drawTask(stories[i % stories.length] as Story, random));

function print(title: string, rows: [string, Row][]) {
  console.log(`${title.padEnd(20)}${verdicts.map((one) => one.padStart(13)).join("")}`);
  for (const [key, row] of rows)
    console.log(key.padEnd(20) + verdicts.map((one) => String(row[one]).padStart(13)).join(""));
}
function printTally({ byStory, byPixel }: ReturnType<typeof newTally>, sizes: readonly number[]) {
  print("story", [...byStory]);
  const keys = [true, false].flatMap((isTrue) => sizes.map((gsd) => `${isTrue}, ${gsd} m`));
  print(
    "newest image",
    keys.flatMap((key) => {
      const row = byPixel.get(key);
      return row ? [[key, row] as [string, Row]] : [];
    }),
  );
}

printTally(drawn, pixelSizes);
const cpu = process.cpuUsage(started);
const msPerTask = Math.round((cpu.user + cpu.system) / 1000 / wanted);
const images = Number(values.images);
const read = newTally();
for await (const task of drawSceneTasks(images, random)) {
  read.add(task);
  console.log(
    `${task.story}, ${task.gsdM} m: ${task.found} found of ${task.standing} that stand, ${verdictOf(task.facts).verdict}`,
  );
}
if (images > 0) printTally(read, scenePixels);
console.log(
  JSON.stringify({
    ...drawn.figures(),
    msPerTask,
    images: images > 0 ? read.figures() : undefined,
  }),
);

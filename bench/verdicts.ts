/**
 * `npm run bench -- verdicts [--tasks 300] [--seed 7] [--images 30]`: what the machine proposes for planting tasks drawn by a
 * program, true and false in known ways, over several pixel sizes: how many of each story are called what, how often a
 * false report is called true and a true one false, and how often the range of standing trees holds. What grows, what
 * a detector finds and what people count is drawn otherwise than the verdict assumes. `pits`: the tasks whose newest rows
 * show pits without a plant, worked out with them and without. `--images`: of so many further
 * tasks the ground itself is drawn, before and after planting, and read by the shipped detector. The last line is JSON.
 * Smallest: `--tasks 12 --images 1`.
 */
import { parseArgs } from "node:util";
import { type Verdict, verdicts } from "@nihol/contract/values/planting/verdicts";
import type { TaskFacts } from "@nihol/counting/verdict/facts";
import { rowsSince } from "@nihol/counting/verdict/rows";
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

/** Tasks with empty pits, as if no image told them and as it is: how far off the middle is, and whether the range holds. */
function newPitsTally() {
  const sums = { told: { held: 0, off: 0, wide: 0 }, untold: { held: 0, off: 0, wide: 0 } };
  let tasks = 0;
  const addTo = (sum: (typeof sums)["told"], facts: TaskFacts, living: number) => {
    const { standing, reported } = verdictOf(facts);
    if (!standing) return;
    if (living >= standing.low && living <= standing.high) sum.held += 1;
    sum.off += Math.abs(standing.value - living) / reported;
    sum.wide += (standing.high - standing.low) / reported;
  };
  const figures = ({ held, off, wide }: (typeof sums)["told"]) => ({
    rangeHolds: percent(held, tasks),
    ...{ meanOff: percent(off, tasks), meanWidth: percent(wide, tasks) },
  });
  return {
    add({ facts, share }: DrawnTask) {
      if (!rowsSince(facts)?.rows.pits) return;
      tasks += 1;
      const living = share * facts.report.trees;
      addTo(sums.told, facts, living);
      const rows = facts.rows.map((one) => ({ ...one, pits: null }));
      addTo(sums.untold, { ...facts, rows }, living);
    },
    figures: () => ({ tasks, told: figures(sums.told), untold: figures(sums.untold) }),
  };
}

const drawn = newTally();
const pits = newPitsTally();
for (let i = 0; i < wanted; i++) {
  const task = drawTask(stories[i % stories.length] as Story, random);
  drawn.add(task);
  pits.add(task);
}

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
    pits: pits.figures(),
    msPerTask,
    images: images > 0 ? read.figures() : undefined,
  }),
);

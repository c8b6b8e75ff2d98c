/**
 * `npm run bench -- verdicts [--tasks 300] [--seed 7]`: what the machine proposes for planting tasks drawn by a
 * program, true and false in known ways, over several pixel sizes: how many of each story are called what, how often a
 * false report is called true and a true one false, and how often the range of standing trees holds. What grows, what
 * a detector finds and what people count is drawn otherwise than the verdict assumes. The last line is JSON.
 */
import { parseArgs } from "node:util";
import { type Verdict, verdicts } from "@nihol/contract/values/planting/verdicts";
import { verdictOf } from "@nihol/counting/verdict/verdict";
import { seededRandom } from "@nihol/geo/seeded-random";
import { pixelSizes } from "../packages/counting/test/support/drawn-images.ts";
import { drawTask, type Story, stories } from "../packages/counting/test/support/drawn-tasks.ts";

const { values } = parseArgs({
  options: { tasks: { type: "string", default: "300" }, seed: { type: "string", default: "7" } },
});
const wanted = Number(values.tasks);
const random = seededRandom(Number(values.seed));

type Row = Record<Verdict, number>;
const empty = (): Row => ({ agrees: 0, unclear: 0, contradicts: 0, too_early: 0 });
const byStory = new Map<string, Row>(stories.map((story) => [story, empty()]));
const byPixel = new Map<string, Row>();
const of = { true: 0, false: 0, falseAgrees: 0, trueContradicts: 0, told: 0, held: 0, ranged: 0 };
const started = process.cpuUsage();

function count(rows: Map<string, Row>, key: string, verdict: Verdict) {
  const row = rows.get(key) ?? empty();
  row[verdict] += 1;
  rows.set(key, row);
}

for (let i = 0; i < wanted; i++) {
  const story = stories[i % stories.length] as Story;
  const task = drawTask(story, random);
  const { verdict, standing, reported } = verdictOf(task.facts);
  count(byStory, story === "small" ? `small, ${task.isTrue}` : story, verdict);
  count(byPixel, `${task.isTrue ? "true" : "false"}, ${task.gsdM} m`, verdict);
  of[task.isTrue ? "true" : "false"] += 1;
  if (!task.isTrue && verdict === "agrees") of.falseAgrees += 1;
  if (task.isTrue && verdict === "contradicts") of.trueContradicts += 1;
  if (verdict === "agrees" || verdict === "contradicts") of.told += 1;
  if (!standing) continue;
  const living = task.share * reported;
  of.ranged += 1;
  if (living >= standing.low && living <= standing.high) of.held += 1;
}

function print(title: string, rows: [string, Row][]) {
  console.log(`${title.padEnd(20)}${verdicts.map((one) => one.padStart(13)).join("")}`);
  for (const [key, row] of rows)
    console.log(key.padEnd(20) + verdicts.map((one) => String(row[one]).padStart(13)).join(""));
}
byStory.delete("small");
print("story", [...byStory]);
const pixels = [true, false].flatMap((isTrue) => pixelSizes.map((gsd) => `${isTrue}, ${gsd} m`));
print(
  "newest image",
  pixels.flatMap((key) =>
    byPixel.has(key) ? [[key, byPixel.get(key) ?? empty()] as [string, Row]] : [],
  ),
);
const percent = (n: number, all: number) => Math.round((1000 * n) / Math.max(1, all)) / 10;
const cpu = process.cpuUsage(started);
console.log(
  JSON.stringify({
    tasks: wanted,
    falseCalledAgrees: percent(of.falseAgrees, of.false),
    trueCalledContradicts: percent(of.trueContradicts, of.true),
    decided: percent(of.told, wanted),
    rangeHolds: percent(of.held, of.ranged),
    msPerTask: Math.round((cpu.user + cpu.system) / 1000 / wanted),
    confusion: Object.fromEntries(byStory),
  }),
);

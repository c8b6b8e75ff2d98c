/**
 * `npm run bench -- plots`: how much narrower the range of an image's count is when sample plots are drawn where they narrow
 * it most, instead of two of three where trees had been found; whether the range still holds, and how far the width differs
 * from the one that was forecast. On drawn orchards, towns and scattered trees of 60 to 900 grid cells, plots counted 8 at once, or
 * in steps of 12, 18, 24 and 48. `--images N`: of each ground (300). The last line is JSON. Smallest: `--images 6`.
 */
import { parseArgs } from "node:util";
import { allocatePlots } from "@nihol/counting/next-plots";
import { seededRandom } from "@nihol/geo/seeded-random";
import {
  byShares,
  type Counting,
  countPlots,
  drawCells,
  drawnGrounds,
} from "../../packages/counting/test/support/drawn-plots.ts";

const { values } = parseArgs({ options: { images: { type: "string", default: "300" } } });
const images = Number(values.images);
const ways = { "fixed shares": byShares, "most gain": allocatePlots };
/** The first plots of an image in the product are twelve. */
const visits = [[8], [12, 18, 24, 48]];

const median = (all: number[]) => all.sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
const share = (all: Counting[], of: (one: Counting) => boolean) =>
  all.filter(of).length / all.length;

function print(ground: string, way: string, plots: number, all: Counting[]) {
  const errors = all.map((one) => one.forecast / one.width - 1);
  const figures = [
    ["width", median(all.map((one) => one.width))],
    ["held", share(all, (one) => one.held)],
    ["forecast", median(errors)],
    ["off by", median(errors.map(Math.abs))],
  ].map(([name, value]) => `${name} ${Number(value).toFixed(3)}`);
  console.log(
    [ground.padEnd(15), way.padEnd(12), String(plots).padStart(2), ...figures].join("  "),
  );
}

const all = new Map<string, Counting[]>();
for (const ground of drawnGrounds)
  for (const steps of visits)
    for (const [way, allocate] of Object.entries(ways)) {
      const counted = Array.from({ length: images }, (_, i) =>
        countPlots(drawCells(seededRandom(i + 1), ground), steps, seededRandom(1000 + i), allocate),
      );
      for (const [at, plots] of steps.entries()) {
        const rows = counted.flatMap((one) => one[at] ?? []).filter((one) => one.width > 0);
        print(ground, way, plots, rows);
        const key = `${way}|${plots}`;
        all.set(key, [...(all.get(key) ?? []), ...rows]);
      }
    }
for (const [key, rows] of all) {
  const [way = "", plots] = key.split("|");
  print("all", way, Number(plots), rows);
}
const summed = [...all].map(([key, rows]) => [
  key,
  { width: median(rows.map((one) => one.width)), held: share(rows, (one) => one.held) },
]);
console.log(JSON.stringify(Object.fromEntries(summed)));

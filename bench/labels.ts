/**
 * `npm run bench -- labels`: how well labels of the same trees, set at two times, agree: it bounds what a detector can
 * show against either. City images of two dates, labelled date by date; only pairs whose points were set
 * independently count (others are the older labels kept, to the pixel). Trees that came or went between the dates and
 * the metre or two by which such images are shifted count as disagreement, so people agree a little better than this. Reads `../shared/data/real/geotiff/pairs-naip`.
 * Smallest: as it is.
 */
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { addTally, emptyTally, scores, tallyPoints } from "@nihol/vision/learn/match-labels";

const FOLDER = join(import.meta.dirname, "../../shared/data/real/geotiff/pairs-naip/shared");
const GSD_METERS = 0.6;
/** Of two dates' points, as many on the very same pixel say that they were copied. */
const COPIED_SHARE = 0.5;
/** Pixels: points nearer than this are on one pixel. */
const SAME_PIXEL = 0.5;
const TOLERANCES = [3, 6] as const;

type Points = [number, number][];

async function readPoints(name: string): Promise<Points> {
  const text = await readFile(join(FOLDER, `${name}.csv`), "utf8");
  const rows = text.trim().split("\n").slice(1);
  return rows.map((row) => row.split(",").map(Number) as [number, number]);
}

/** Names of images of one place in order of their years. */
function places(): string[][] {
  const byPlace = new Map<string, string[]>();
  for (const file of existsSync(FOLDER) ? readdirSync(FOLDER).sort() : []) {
    const parts = /^(.+)_(20\d\d)_(\d+)\.csv$/.exec(file);
    if (!parts) continue;
    const place = `${parts[1]}_${parts[3]}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), file.slice(0, -4)]);
  }
  return [...byPlace.values()];
}

const sums = TOLERANCES.map(() => emptyTally());
let [pairs, anew] = [0, 0];
for (const names of places())
  for (const [i, later] of names.slice(1).entries()) {
    const [a, b] = [await readPoints(names[i] as string), await readPoints(later)];
    pairs++;
    const copied = tallyPoints(a, b, SAME_PIXEL).matched;
    if (copied >= COPIED_SHARE * Math.min(a.length, b.length)) continue;
    anew++;
    const tallies = TOLERANCES.map((meters) => tallyPoints(a, b, meters / GSD_METERS));
    for (const [k, tally] of tallies.entries()) addTally(sums[k] ?? emptyTally(), tally);
    const shown = tallies.map((tally, k) => `${scores(tally).f1} within ${TOLERANCES[k]} m`);
    console.log(
      `${names[i]} and ${later}: ${a.length} and ${b.length} trees, F1 ${shown.join(", ")}`,
    );
  }
const [near, far] = sums.map((sum) => scores(sum).f1);
console.log(JSON.stringify({ bench: "labels", pairs, anew, f1Within3m: near, f1Within6m: far }));

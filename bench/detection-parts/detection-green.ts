import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { crownOf } from "@nihol/vision/detect/crown";
import type { Detector } from "@nihol/vision/detect/detector";
import { readWorkTile } from "@nihol/vision/detect/detector-resample";
import type { GreenState } from "@nihol/vision/green/green";
import { greenOfCrowns } from "@nihol/vision/green/green";
import { pixelSource } from "@nihol/vision/pixels/pixels";
import { readPixels, TREES_FOLDER } from "./detection-data.ts";
import { bootstrap } from "./detection-intervals.ts";

/** An image of one crown at 0.1 m, its middle the crown, and what a person said of it. */
type Labelled = { file: string; label: "alive" | "dead"; site: string; split: "train" | "val" };
type ScoredCrown = { dead: boolean; site: string; state: GreenState };

/** Side of an image as a multiple of its crown: the median, see `training/nihol_training/green.py`. */
const AROUND = 1.45;
const MULTIPLE = 8;

/** The product's own decision on one crown, resampled with `ratio` pixels of the file to a pixel. */
async function score(crown: Labelled, detector: Detector, ratio: number): Promise<ScoredCrown> {
  const source = pixelSource(await readPixels(crown.file));
  const [width, height] = [source.width / ratio, source.height / ratio];
  const padded = (side: number): number => Math.ceil(side / MULTIPLE) * MULTIPLE;
  const rect = { x: 0, y: 0, width: padded(width), height: padded(height) };
  const tile = await readWorkTile(source, rect, ratio);
  const half = Math.max(width, height) / AROUND / 2;
  const [x, y] = [width / 2, height / 2];
  const box = [x - half, y - half, x + half, y + half] as const;
  const { pixels } = crownOf(box, tile, undefined);
  const [result] = await greenOfCrowns(tile, [{ box, pixels }], detector.green);
  return { dead: crown.label === "dead", site: crown.site, state: result?.green ?? "unsure" };
}

function deadScores(scored: ScoredCrown[]) {
  const sure = scored.filter(({ state }) => state !== "unsure");
  const called = sure.filter(({ state }) => state === "not_green");
  const right = called.filter(({ dead }) => dead).length;
  const dead = scored.filter((crown) => crown.dead).length;
  const f1Of = (truth: number): number => (right === 0 ? 0 : (2 * right) / (called.length + truth));
  const round = (v: number): number => Math.round(v * 1000) / 1000;
  return {
    crowns: scored.length,
    dead,
    unsure: round(1 - sure.length / scored.length),
    precision: round(called.length > 0 ? right / called.length : 0),
    recall: round(right / Math.max(1, sure.filter((crown) => crown.dead).length)),
    f1: round(f1Of(sure.filter((crown) => crown.dead).length)),
    /** With the unsure ones counted as called green. */
    f1OfAll: round(f1Of(dead)),
  };
}

/** Measures how well dead crowns are distinguished from living ones at validation sites, at one resolution. */
export async function measureGreen(detector: Detector, ratio: number, limit: number) {
  const text = await readFile(join(TREES_FOLDER, "alivedead.json"), "utf8");
  const crowns = (JSON.parse(text) as Labelled[]).filter(({ split }) => split === "val");
  const scored: ScoredCrown[] = [];
  const step = Math.max(1, Math.floor(crowns.length / (limit * 10)));
  for (const [i, crown] of crowns.entries())
    if (i % step === 0) scored.push(await score(crown, detector, ratio));
  const sites = [...new Set(scored.map(({ site }) => site))].sort();
  const bySite = sites.map((site) => [site, deadScores(scored.filter((c) => c.site === site))]);
  return {
    ...deadScores(scored),
    interval: bootstrap(scored, (drawn) => deadScores(drawn).f1),
    sites: Object.fromEntries(bySite) as Record<string, ReturnType<typeof deadScores>>,
  };
}

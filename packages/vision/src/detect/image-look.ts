import type { ImageLook } from "@nihol/contract/values/imagery/familiarity";
import type { Rect, WorkTile } from "../pixels/pixels.ts";
import { excessGreen } from "./crown.ts";
import type { Proposal, TileDetections } from "./detector.ts";

/** Every so many pixels along both axes are sampled: a sixteenth of them costs nothing beside the network. */
const STEP = 4;
/** Peaks from this score on are weak ones; what is lower is noise on bare ground too. */
export const WEAK_SCORE = 0.08;
const CROWN = 0.5;
/** Ground whose excess green is lower is bare: soil, sand, stone, roofs and roads, or dry grass. */
const BARE_BELOW = 0.03;

export function noLook(): ImageLook {
  return {
    pixels: 0,
    light: 0,
    lightMoment: 0,
    green: 0,
    greenMoment: 0,
    warmth: 0,
    edges: 0,
    crown: 0,
    ground: 0,
    groundGreen: 0,
    groundWarmth: 0,
    groundNdvi: 0,
    bare: 0,
    weak: 0,
    sure: 0,
    scores: 0,
    widths: 0,
  };
}

/** Adds the sums of another part of the image; one that was looked at before the ground was noted has none of it. */
export function addLook(into: ImageLook, part: Partial<ImageLook>): void {
  for (const name of Object.keys(into) as (keyof ImageLook)[]) into[name] += part[name] ?? 0;
}

/** The difference of near infrared and red to their sum (Rouse et al. 1974); 0 where both are dark. */
const ndviOf = (nir: number, red: number) => (nir + red > 0 ? (nir - red) / (nir + red) : 0);

/** Samples the valid pixels of a tile within `core` (pixels of the tile). */
export function addGroundLook(
  look: ImageLook,
  tile: WorkTile,
  core: Rect,
  crowns: TileDetections["crowns"],
): void {
  const [red, green, blue, infrared] = tile.planes;
  if (!red || !green || !blue) return;
  const lightAt = (p: number) => ((red[p] ?? 0) + (green[p] ?? 0) + (blue[p] ?? 0)) / 3;
  for (let y = core.y; y < core.y + core.height; y += STEP)
    for (let x = core.x; x < core.x + core.width - 1; x += STEP) {
      const p = y * tile.width + x;
      if (tile.valid?.[p] === 0 || tile.valid?.[p + 1] === 0) continue;
      const r = red[p] ?? 0;
      const g = green[p] ?? 0;
      const b = blue[p] ?? 0;
      const light = (r + g + b) / 3;
      const greenness = excessGreen(r, g, b);
      look.pixels++;
      look.light += light;
      look.lightMoment += light * light;
      look.green += greenness;
      look.greenMoment += greenness * greenness;
      const warmth = r + g + b > 0 ? (r - b) / (r + g + b) : 0;
      look.warmth += warmth;
      look.edges += Math.abs(lightAt(p + 1) - light);
      if (crowns && crownAt(crowns, tile, x, y) >= CROWN) {
        look.crown++;
        continue;
      }
      look.ground++;
      look.groundGreen += greenness;
      look.groundWarmth += warmth;
      look.groundNdvi += infrared ? ndviOf(infrared[p] ?? 0, r) : 0;
      if (greenness < BARE_BELOW) look.bare++;
    }
}

function crownAt(
  crowns: NonNullable<TileDetections["crowns"]>,
  tile: WorkTile,
  x: number,
  y: number,
): number {
  const u = Math.floor((x * crowns.width) / tile.width);
  const v = Math.floor((y * crowns.height) / tile.height);
  return crowns.data[v * crowns.width + u] ?? 0;
}

/** Adds a tile's peaks: `threshold` is the model's own, whatever score counts as a tree in this run. */
export function addPeakLook(
  look: ImageLook,
  peaks: readonly Proposal[],
  threshold: number,
  gsdMeters: number,
): void {
  for (const { box, score } of peaks) {
    if (score < WEAK_SCORE) continue;
    if (score < threshold) {
      look.weak++;
      continue;
    }
    const width = (Math.max(0, box[2] - box[0]) + Math.max(0, box[3] - box[1])) / 2;
    look.sure++;
    look.scores += score;
    look.widths += Math.log(Math.max(0.1, width * gsdMeters));
  }
}

import type { Box, WorkTile } from "../pixels/pixels.ts";
import { excessGreen } from "./crown.ts";
import type { TileDetections } from "./detector.ts";

/** Names of the plain features of a candidate, in the order of `candidateFeatures`. */
const plainFeatureNames = [
  "score",
  "first",
  "second",
  "width",
  "widthSquared",
  "aspect",
  "crown",
  "crownRing",
  "light",
  "lightGap",
  "green",
  "greenGap",
  "warmth",
  "warmthGap",
  "infrared",
  "infraredGap",
  "texture",
  "shadow",
] as const;

/** Plain features come first, those of the networks' context after them. */
export const PLAIN_FEATURES = plainFeatureNames.length;
/** Channels of the networks' context: 64 of each of the two. */
const CONTEXT_CHANNELS = 128;
/** Steps of 1 in which a channel is told: it differs by tenths from place to place. */
const CONTEXT_STEP = 100;

/** Names of what is known of a candidate, in the order of `candidateFeatures`. */
export const candidateFeatureNames: readonly string[] = [
  ...plainFeatureNames,
  ...Array.from({ length: CONTEXT_CHANNELS }, (_, i) => `context${i + 1}`),
];

/** Distance up to which the ground around a crown is compared with it, in crown radii. */
const RING = 1.6;
/** Scores nearer to 0 and 1 say no more. */
const SURE = 1e-3;
/** A width whose logarithm is 0, in metres. */
const USUAL_WIDTH = 4;
/** The darkest part of the ring that is taken for shadow. */
const SHADOW_SHARE = 0.15;

const logit = (score: number): number => {
  const p = Math.min(1 - SURE, Math.max(SURE, score));
  return Math.log(p / (1 - p));
};

type Sums = {
  n: number;
  light: number;
  squared: number;
  green: number;
  warmth: number;
  infrared: number;
  crown: number;
};

const noSums = (): Sums => ({
  n: 0,
  light: 0,
  squared: 0,
  green: 0,
  warmth: 0,
  infrared: 0,
  crown: 0,
});

/** Sums within the ellipse of a box and in the ring around it; at most some hundred pixels of either are looked at. */
function sumsOf(tile: WorkTile, box: Box, crowns: TileDetections["crowns"]) {
  const [red, green, blue, infrared] = tile.planes;
  const [inside, ring] = [noSums(), noSums()];
  const dark: number[] = [];
  if (!red || !green || !blue) return { inside, ring, dark };
  const [cx, cy] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const [rx, ry] = [Math.max(1, (box[2] - box[0]) / 2), Math.max(1, (box[3] - box[1]) / 2)];
  const step = Math.max(1, Math.floor(Math.min(rx, ry) / 5));
  const from = (c: number, r: number) => Math.max(0, Math.floor(c - RING * r));
  const to = (c: number, r: number, size: number) => Math.min(size - 1, Math.ceil(c + RING * r));
  for (let y = from(cy, ry); y <= to(cy, ry, tile.height); y += step)
    for (let x = from(cx, rx); x <= to(cx, rx, tile.width); x += step) {
      const away = ((x + 0.5 - cx) / rx) ** 2 + ((y + 0.5 - cy) / ry) ** 2;
      const p = y * tile.width + x;
      if (away > RING ** 2 || tile.valid?.[p] === 0) continue;
      const [r, g, b] = [red[p] ?? 0, green[p] ?? 0, blue[p] ?? 0];
      const light = (r + g + b) / 3;
      const sums = away <= 1 ? inside : ring;
      sums.n++;
      sums.light += light;
      sums.squared += light * light;
      sums.green += excessGreen(r, g, b);
      sums.warmth += light > 0 ? (r - b) / (3 * light) : 0;
      const n = infrared?.[p] ?? 0;
      sums.infrared += n > 0 && n + r > 0 ? (n - r) / (n + r) : 0;
      if (crowns) {
        const u = Math.floor((x * crowns.width) / tile.width);
        const v = Math.floor((y * crowns.height) / tile.height);
        sums.crown += crowns.data[v * crowns.width + u] ?? 0;
      }
      if (away > 1) dark.push(light);
    }
  return { inside, ring, dark };
}

/** The highest value of a plane near a place of the tile: each network puts its peak a cell or two elsewhere. */
function highestNear(
  plane: Float32Array,
  { width, height }: { width: number; height: number },
  at: readonly [number, number],
): number {
  let highest = 0;
  const [u, v] = [Math.floor(at[0] / 2), Math.floor(at[1] / 2)];
  for (let y = Math.max(0, v - 2); y <= Math.min(height - 1, v + 2); y++)
    for (let x = Math.max(0, u - 2); x <= Math.min(width - 1, u + 2); x++)
      highest = Math.max(highest, plane[y * width + x] ?? 0);
  return highest;
}

/** Context of a place: activations of the networks before their last step; zeros where they do not tell. */
function contextAt(
  context: TileDetections["context"],
  tile: WorkTile,
  [x, y]: readonly [number, number],
): number[] {
  if (!context) return new Array<number>(CONTEXT_CHANNELS).fill(0);
  const { data, width, height } = context;
  const within = (at: number, size: number, cells: number) =>
    Math.min(cells - 1, Math.max(0, Math.floor((at * cells) / size)));
  const cell = within(y, tile.height, height) * width + within(x, tile.width, width);
  return Array.from(
    { length: CONTEXT_CHANNELS },
    (_, i) => Math.round((data[i * width * height + cell] ?? 0) * CONTEXT_STEP) / CONTEXT_STEP,
  );
}

/**
 * Features of a candidate. Plain ones: how sure the networks are, together and each, its size, and colour, light and
 * texture inside it against the ring of ground around it, each of the order of 1. Then what the networks see at its
 * centre before their last step, 0 and more; 0 where a model does not tell.
 * @param score of the networks together, weighed by the scale pass
 * @param gsdMeters metres a pixel of the tile
 */
export function candidateFeatures(
  tile: WorkTile,
  { box, score }: { box: Box; score: number },
  { crowns, heats, context }: Pick<TileDetections, "crowns" | "heats" | "context">,
  gsdMeters: number,
): number[] {
  const { inside, ring, dark } = sumsOf(tile, box, crowns);
  const [across, down] = [Math.max(1, box[2] - box[0]), Math.max(1, box[3] - box[1])];
  const width = Math.log((((across + down) / 2) * gsdMeters) / USUAL_WIDTH);
  const of = (sums: Sums, name: keyof Sums) => (sums.n > 0 ? sums[name] / sums.n : 0);
  const gap = (name: keyof Sums) => (ring.n > 0 ? of(inside, name) - of(ring, name) : 0);
  const light = of(inside, "light");
  const spread = Math.sqrt(Math.max(0, of(inside, "squared") - light ** 2));
  dark.sort((a, b) => a - b);
  const shadow = dark[Math.floor(dark.length * SHADOW_SHARE)] ?? light;
  const centre = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] as const;
  const each = heats?.planes.map((plane) => logit(highestNear(plane, heats, centre))) ?? [];
  const own = logit(score);
  return [
    own,
    each[0] ?? own,
    each[1] ?? own,
    width,
    width ** 2,
    Math.abs(Math.log(across / down)),
    of(inside, "crown"),
    of(ring, "crown"),
    light,
    gap("light"),
    of(inside, "green"),
    gap("green"),
    of(inside, "warmth"),
    gap("warmth"),
    of(inside, "infrared"),
    gap("infrared"),
    spread / (light + 0.05),
    (light - shadow) / (light + 0.05),
    ...contextAt(context, tile, centre),
  ];
}

import { seededRandom } from "@nihol/geo/seeded-random";
import { blur } from "../detect/classical-watershed.ts";
import type { Pixels } from "../pixels/pixels.ts";
import type { Canvas, Colour, Sun } from "./canvas.ts";
import { applyLight, blankCanvas, mixColour, putPixel, shadeTree } from "./canvas.ts";
import { paintCrown } from "./crown.ts";
import { fractalNoise } from "./noise.ts";

/** Kinds of ground that a young planting stands on. */
export const groundKinds = ["soil", "sand", "lawn", "weeds"] as const;
export type GroundKind = (typeof groundKinds)[number];

type PlantingScene = {
  seed: number;
  ground: GroundKind;
  crownMeters: number;
  /** Metres between rows, and between places of a row. */
  rows: number;
  spacing: number;
  /** Share of the places that are empty. */
  gaps: number;
  sun: Sun;
  /** Metres a side. */
  side: number;
};

/** A place of a planting, metres from the top left corner, y downwards. */
export type TruePlace = { x: number; y: number; stands: boolean };
/** A planting drawn at the finest resolution. */
export type DrawnPlanting = { canvas: Canvas; places: TruePlace[] };

const FINEST_METERS = 0.05;
const SOIL: Colour = [168, 146, 117, 172];
const SAND: Colour = [206, 190, 158, 205];
const LAWN: Colour = [98, 124, 66, 180];
const DRY_LAWN: Colour = [128, 136, 82, 176];
const WEED: Colour = [84, 110, 58, 176];

/** The ground's colour at a place, metres. */
function groundColour(kind: GroundKind, x: number, y: number, seed: number): Colour {
  const patch = fractalNoise(x / 9, y / 9, 3, seed);
  const fine = fractalNoise(x / 0.7, y / 0.7, 3, seed + 50);
  const grain = 0.84 + 0.32 * fine;
  const lit = (colour: Colour): Colour => mixColour([0, 0, 0, 0], colour, grain);
  if (kind === "soil") return lit(mixColour(SOIL, SAND, (patch - 0.5) * 2));
  if (kind === "sand") return lit(mixColour(SAND, SOIL, (patch - 0.55) * 2));
  if (kind === "lawn") return lit(mixColour(LAWN, DRY_LAWN, (patch - 0.45) * 4));
  const clump = fractalNoise(x / 0.8, y / 0.8, 2, seed + 90);
  return lit(mixColour(SOIL, WEED, (clump + 0.5 * (patch - 0.5) - 0.58) * 12));
}

/** Rows turned by some degrees and bent a little, each tree a few centimetres beside its place. */
function placesOf(scene: PlantingScene): TruePlace[] {
  const { side, rows, spacing, gaps } = scene;
  const random = seededRandom(scene.seed * 31 + 7);
  const turn = random() * Math.PI;
  const bend = (random() - 0.5) * 0.002;
  const places: TruePlace[] = [];
  const radius = Math.ceil(side / Math.min(rows, spacing));
  const shift = random();
  for (let j = -radius; j <= radius; j++)
    for (let i = -radius; i <= radius; i++) {
      const [u, v] = [(i + shift) * spacing, (j + shift) * rows];
      const bent = v + bend * u * u;
      const x = side / 2 + u * Math.cos(turn) - bent * Math.sin(turn) + (random() - 0.5) * 0.2;
      const y = side / 2 + u * Math.sin(turn) + bent * Math.cos(turn) + (random() - 0.5) * 0.2;
      const stands = random() >= gaps;
      if (Math.min(x, y, side - x, side - y) > 4) places.push({ x, y, stands });
    }
  return places;
}

/** Draws a young planting in red, green, blue and near infrared, at 0.05 m a pixel. */
export function drawPlanting(scene: PlantingScene): DrawnPlanting {
  const size = Math.round(scene.side / FINEST_METERS);
  const canvas = blankCanvas(size, FINEST_METERS);
  // The ground is twice as coarse: nothing on it is finer, and noise is what drawing takes its time for.
  for (let y = 0; y + 1 < size; y += 2)
    for (let x = 0; x + 1 < size; x += 2) {
      const at = [x * FINEST_METERS, y * FINEST_METERS] as const;
      const colour = groundColour(scene.ground, ...at, scene.seed);
      const first = y * size + x;
      for (const pixel of [first, first + 1, first + size, first + size + 1])
        putPixel(canvas, pixel, colour, 1);
    }
  const random = seededRandom(scene.seed * 17 + 3);
  const places = placesOf(scene);
  const trees = places.map(({ x, y }, id) => {
    const radius = (scene.crownMeters / 2) * (0.8 + 0.4 * random());
    const always = <T>(value: T) => [value, value, value] as const;
    return { id, x, y, radius, present: always(true), green: always(true) };
  });
  const standing = trees.filter(({ id }) => places[id]?.stands);
  for (const tree of standing) shadeTree(canvas, tree, scene.sun, false);
  applyLight(canvas);
  for (const tree of standing) paintCrown(canvas, tree, scene.sun, true, scene.seed);
  return { canvas, places };
}

/** A drawn planting as a camera of coarser pixels sees it: light gathered, the lens's blur, the sensor's noise, 8 bits. */
export function photographPlanting(
  { canvas }: Pick<DrawnPlanting, "canvas">,
  gsdMeters: number,
  bands: 3 | 4,
  seed: number,
): Pixels {
  const times = Math.round(gsdMeters / canvas.gsd);
  const side = Math.floor(canvas.size / times);
  const random = seededRandom(seed);
  const data = new Uint8Array(side * side * bands);
  for (let band = 0; band < bands; band++) {
    const plane = canvas.planes[band] as Float32Array;
    const mean = new Float32Array(side * side);
    for (let y = 0; y < side * times; y++)
      for (let x = 0; x < side * times; x++) {
        const to = Math.floor(y / times) * side + Math.floor(x / times);
        mean[to] = (mean[to] as number) + (plane[y * canvas.size + x] as number) / times ** 2;
      }
    const seen = blur(mean, side, side, 0.6);
    for (let i = 0; i < seen.length; i++) {
      const noise = (random() + random() + random() - 1.5) * 5;
      data[i * bands + band] = Math.min(255, Math.max(1, Math.round((seen[i] as number) + noise)));
    }
  }
  return { data, width: side, height: side, bands };
}

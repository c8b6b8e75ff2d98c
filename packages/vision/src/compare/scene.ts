import { seededRandom } from "@nihol/geo/seeded-random";
import type { Affine } from "../coordinates/affine.ts";
import { lonLatToMap, mapToLonLat } from "../coordinates/projection.ts";
import { type Pixels, pixelSource } from "../pixels/pixels.ts";
import type { Canvas, Sun } from "../scene/canvas.ts";
import {
  applyLight,
  blankCanvas,
  paintBuilding,
  paintGround,
  shadeBuilding,
  shadeTree,
} from "../scene/canvas.ts";
import { paintCrown } from "../scene/crown.ts";
import { fractalNoise } from "../scene/noise.ts";
import { planScene, type ScenePlan, type SceneTree } from "../scene/plan.ts";
import type { ComparedImage } from "./frame.ts";

/** Circumstances in which one of the two images of a drawn pair is taken. */
export type DrawnDay = {
  sun: Sun;
  gain: number;
  /** Added haze, 0..255. */
  haze: number;
  /** Standard deviation of the sensor's noise, 0..255. */
  noise: number;
  /** 0 as drawn, 1: every open ground has become lawn. */
  lawn: number;
  /** The lawn is cut and dry, in swaths; nothing without a lawn. */
  isMown: boolean;
  /** A cloud over the image's middle, as a share of its side; 0 for none. */
  cloud: number;
};

export const CLEAR_DAY: DrawnDay = {
  sun: { dx: -0.75, dy: -0.66, shadowLength: 0.75 },
  gain: 1,
  haze: 4,
  noise: 2,
  lawn: 0,
  isMown: false,
  cloud: 0,
};
/** Another year: lower sun from elsewhere, haze, more noise. */
export const OTHER_DAY: DrawnDay = {
  sun: { dx: -0.4, dy: -0.92, shadowLength: 1.05 },
  gain: 0.93,
  haze: 14,
  noise: 3.5,
  lawn: 0,
  isMown: false,
  cloud: 0,
};

export type DrawnTree = { id: number; x: number; y: number; radiusPx: number; green: boolean };
export type DrawnImage = { pixels: Pixels; trees: DrawnTree[]; image: ComparedImage };

/** Drawn at twice the resolution, so that halves of a pixel are exact shifts. */
const FINER = 2;
const MARGIN_PX = 24;

export type PairOptions = {
  seed: number;
  /** Pixels a side of the images. */
  size?: number;
  gsdMeters?: number;
  /** Of the second image's ground within it, in pixels; halves are exact. */
  shift?: readonly [dx: number, dy: number];
  days?: readonly [DrawnDay, DrawnDay];
  /** Shares of the trees that are planted and lost in between; the scene's own when absent. */
  changes?: { planted: number; lost: number };
};

/**
 * The same drawn garden at two dates, with known planted and lost trees, both with the same
 * georeference although the second one's ground lies `shift` pixels further right and down.
 */
export function drawPair(options: PairOptions): { before: DrawnImage; after: DrawnImage } {
  const { seed, size = 640, gsdMeters = 0.25, shift = [0, 0] } = options;
  const [first, second] = options.days ?? [CLEAR_DAY, OTHER_DAY];
  const side = (size + 2 * MARGIN_PX) * gsdMeters;
  const plan = withChanges(planScene(seed, side), seed, options.changes);
  const cells = Math.round(side / (gsdMeters / FINER));
  const ground = blankCanvas(cells, side / cells);
  paintGround(ground, plan, seed);
  const draw = (date: 0 | 1, day: DrawnDay, [dx, dy]: readonly [number, number]) => {
    const canvas = drawDay(ground, plan, seed, date, day);
    return captureImage(canvas, plan.trees, { date, day, seed, size, gsdMeters, dx, dy });
  };
  return { before: draw(0, first, [0, 0]), after: draw(1, second, shift) };
}

function withChanges(plan: ScenePlan, seed: number, changes: PairOptions["changes"]): ScenePlan {
  if (!changes) return plan;
  const random = seededRandom(seed + 4711);
  const trees = plan.trees.map((tree): SceneTree => {
    const uniform = random();
    const isPlanted = uniform < changes.planted;
    const isLost = !isPlanted && uniform < changes.planted + changes.lost;
    return { ...tree, present: [!isPlanted, !isLost, !isLost] };
  });
  return { ...plan, trees };
}

function drawDay(
  ground: Canvas,
  plan: ScenePlan,
  seed: number,
  date: 0 | 1,
  day: DrawnDay,
): Canvas {
  const canvas = {
    ...blankCanvas(ground.size, ground.gsd),
    planes: ground.planes.map((plane) => plane.slice()),
  };
  const standing = plan.trees.filter((tree) => tree.present[date]);
  growLawn(canvas, day, seed);
  for (const tree of standing) shadeTree(canvas, tree, day.sun, !tree.green[date]);
  for (const building of plan.buildings) shadeBuilding(canvas, building, day.sun, 4.5);
  for (const building of plan.buildings) paintBuilding(canvas, building, seed);
  applyLight(canvas);
  for (const tree of standing) paintCrown(canvas, tree, day.sun, tree.green[date], seed);
  return canvas;
}

const LAWN = [96, 132, 62, 205] as const;
const STRAW = [168, 152, 112, 158] as const;
/** Meters that a mower cuts at once; every second swath lies the other way and is darker. */
const SWATH = 2.5;

/** Open ground takes the colour of a lawn, or of a cut one, with its own unevenness. */
function growLawn(canvas: Canvas, { lawn: share, isMown }: DrawnDay, seed: number): void {
  if (share === 0) return;
  const grass = isMown ? STRAW : LAWN;
  for (let i = 0; i < canvas.size * canvas.size; i++) {
    const [x, y] = [(i % canvas.size) * canvas.gsd, Math.floor(i / canvas.size) * canvas.gsd];
    const swath = isMown && Math.floor(x / SWATH) % 2 === 1 ? 0.88 : 1;
    const tone = swath * (0.85 + 0.3 * fractalNoise(x / 3, y / 3, 3, seed + 900));
    canvas.planes.forEach((plane, band) => {
      plane[i] = (plane[i] ?? 0) * (1 - share) + (grass[band] ?? 0) * tone * share;
    });
  }
}

type Taken = {
  date: 0 | 1;
  day: DrawnDay;
  seed: number;
  size: number;
  gsdMeters: number;
  dx: number;
  dy: number;
};

/** Two by two cells to a pixel, then haze, cloud, noise and 8 bits. */
function captureImage(canvas: Canvas, trees: SceneTree[], taken: Taken): DrawnImage {
  const { date, day, seed, size, gsdMeters, dx, dy } = taken;
  const random = seededRandom(seed * 31 + date * 7 + 1);
  const data = new Uint8Array(size * size * 4);
  const left = Math.round((MARGIN_PX - dx) * FINER);
  const top = Math.round((MARGIN_PX - dy) * FINER);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const cloud = day.cloud > 0 ? cloudAt(x / size - 0.5, y / size - 0.5, day.cloud) : 0;
      for (let band = 0; band < 4; band++) {
        const plane = canvas.planes[band] as Float32Array;
        const at = (top + y * FINER) * canvas.size + left + x * FINER;
        const mean =
          ((plane[at] ?? 0) +
            (plane[at + 1] ?? 0) +
            (plane[at + canvas.size] ?? 0) +
            (plane[at + canvas.size + 1] ?? 0)) /
          4;
        const clear = mean * day.gain * (1 - day.haze / 255) + day.haze;
        const noise = (random() + random() + random() - 1.5) * 2 * day.noise;
        const value = clear * (1 - cloud) + 244 * cloud + noise;
        data[(y * size + x) * 4 + band] = Math.min(255, Math.max(1, Math.round(value)));
      }
    }
  const pixels: Pixels = { data, width: size, height: size, bands: 4 };
  const inside = trees
    .filter((tree) => tree.present[date])
    .map((tree) => ({
      id: tree.id,
      x: tree.x / gsdMeters - MARGIN_PX + dx,
      y: tree.y / gsdMeters - MARGIN_PX + dy,
      radiusPx: tree.radius / gsdMeters,
      green: tree.green[date],
    }))
    .filter(({ x, y }) => x >= 0 && y >= 0 && x < size && y < size);
  return { pixels, trees: inside, image: memoryImage(pixels, gsdMeters) };
}

function cloudAt(u: number, v: number, share: number): number {
  const depth = 1 - Math.hypot(u, v) / (share / 2);
  return Math.min(0.97, Math.max(0, depth * 4));
}

const PROJ4 = "+proj=utm +zone=42 +datum=WGS84 +units=m +no_defs";

/** Pixels in memory as an image that lies near Dushanbe. */
export function memoryImage(pixels: Pixels, gsdMeters: number): ComparedImage {
  const [east, north] = lonLatToMap(PROJ4, 68.78, 38.56);
  const affine: Affine = [Math.round(east), gsdMeters, 0, Math.round(north), 0, -gsdMeters];
  const [west, top] = mapToLonLat(PROJ4, affine[0], affine[3]);
  const [right, south] = mapToLonLat(
    PROJ4,
    affine[0] + pixels.width * gsdMeters,
    affine[3] - pixels.height * gsdMeters,
  );
  return {
    georeference: { affine, proj4: PROJ4 },
    gsdMeters,
    bbox: [west, south, right, top],
    source: pixelSource(pixels),
  };
}

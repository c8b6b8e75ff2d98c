import { seededRandom } from "@nihol/geo/seeded-random";
import type { Affine } from "../coordinates/affine.ts";
import { lonLatToMap } from "../coordinates/projection.ts";
import { blur } from "../detect/classical-watershed.ts";
import type { Pixels } from "../pixels/pixels.ts";
import type { Canvas, Sun } from "./canvas.ts";
import {
  applyLight,
  blankCanvas,
  paintBuilding,
  paintGround,
  shadeBuilding,
  shadeTree,
} from "./canvas.ts";
import { paintCrown } from "./crown.ts";
import { encodeGeoTiff } from "./geotiff.ts";
import { planScene, type SceneDate, type ScenePlanting, type SceneTree } from "./plan.ts";

export type SceneOptions = {
  seed: number;
  lon: number;
  lat: number;
  /** First, second or third date: some trees are planted, lost or browned in between. */
  date: SceneDate;
  /** Fields planted in rows, on open ground in place of the orchards. */
  plantings?: ScenePlanting[];
  /** Pixels a side; 1600 by default. */
  size?: number;
  /** 0.25 by default. */
  gsdMeters?: number;
  /** Capture date and time, `YYYY:MM:DD HH:MM:SS`. */
  taken?: string;
};

/** A tree that the scene really shows: its place in pixels and its crown. */
type TrueTree = { id: number; x: number; y: number; radiusPx: number; green: boolean };

export type Scene = {
  pixels: Pixels;
  affine: Affine;
  epsg: number;
  proj4: string;
  trees: TrueTree[];
  taken: string;
};

/** Light and haze of the days: the images differ as flights do. */
const DAYS: { sun: Sun; gain: number; haze: number }[] = [
  { sun: { dx: -0.75, dy: -0.66, shadowLength: 0.75 }, gain: 1, haze: 4 },
  { sun: { dx: -0.62, dy: -0.78, shadowLength: 0.85 }, gain: 0.96, haze: 8 },
  { sun: { dx: -0.7, dy: -0.71, shadowLength: 0.8 }, gain: 0.98, haze: 6 },
];

/** The lens's blur, the day's haze, the sensor's noise, 8 bits. */
function expose(canvas: Canvas, gain: number, haze: number, seed: number): Pixels {
  const { size } = canvas;
  const random = seededRandom(seed);
  const planes = canvas.planes.map((plane) => blur(plane, size, size, 0.6));
  const data = new Uint8Array(size * size * 4);
  for (let i = 0; i < size * size; i++)
    planes.forEach((plane, band) => {
      const noise = (random() + random() + random() - 1.5) * 5;
      const value = (plane[i] ?? 0) * gain * (1 - haze / 255) + haze + noise;
      data[i * 4 + band] = Math.min(255, Math.max(1, Math.round(value)));
    });
  return { data, width: size, height: size, bands: 4 };
}

/** Where a drawn square of `size` pixels lies, with its middle at a place in degrees: transform, UTM zone as PROJ and EPSG write it. */
export function placeOfScene(
  options: Pick<SceneOptions, "lon" | "lat">,
  size: number,
  gsd: number,
) {
  const zone = Math.floor((options.lon + 180) / 6) + 1;
  const south = options.lat < 0;
  const proj4 = `+proj=utm +zone=${zone}${south ? " +south" : ""} +datum=WGS84 +units=m +no_defs`;
  const [east, north] = lonLatToMap(proj4, options.lon, options.lat);
  const half = (size * gsd) / 2;
  const affine: Affine = [Math.round(east - half), gsd, 0, Math.round(north + half), 0, -gsd];
  return { affine, proj4, epsg: (south ? 32700 : 32600) + zone };
}

const takenAt = ["2023:06:12 10:30:00", "2025:06:18 10:20:00", "2026:06:15 10:40:00"] as const;

/** The trees that a date shows, as large as they are then. */
function treesAt(trees: SceneTree[], date: SceneDate): SceneTree[] {
  return trees
    .filter((tree) => tree.present[date])
    .map((tree) => ({ ...tree, radius: tree.grown?.[date] ?? tree.radius }));
}

function visibleTrees(standing: SceneTree[], date: SceneDate, gsd: number): TrueTree[] {
  return standing.map((tree) => ({
    id: tree.id,
    x: tree.x / gsd,
    y: tree.y / gsd,
    radiusPx: tree.radius / gsd,
    green: tree.green[date],
  }));
}

/**
 * Draws a garden for the demonstration: orchards, single trees, a canal, a road, buildings, in red,
 * green, blue and near infrared. It is a drawing, not a capture; the same options give the same bytes.
 */
export function drawScene(options: SceneOptions): Scene {
  const { seed, date, size = 1600, gsdMeters = 0.25 } = options;
  const plan = planScene(seed, size * gsdMeters, options.plantings);
  const { sun, gain, haze } = DAYS[date] as (typeof DAYS)[number];
  const canvas = blankCanvas(size, gsdMeters);
  const standing = treesAt(plan.trees, date);
  paintGround(canvas, plan, seed);
  for (const tree of standing) shadeTree(canvas, tree, sun, !tree.green[date]);
  for (const building of plan.buildings) shadeBuilding(canvas, building, sun, 4.5);
  for (const building of plan.buildings) paintBuilding(canvas, building, seed);
  applyLight(canvas);
  for (const tree of standing) paintCrown(canvas, tree, sun, tree.green[date], seed);
  return {
    pixels: expose(canvas, gain, haze, seed * 2 + date),
    ...placeOfScene(options, size, gsdMeters),
    trees: visibleTrees(standing, date, gsdMeters),
    taken: options.taken ?? takenAt[date],
  };
}

/** The scene as the bytes of a GeoTIFF. */
export function encodeScene(scene: Scene): Buffer {
  return encodeGeoTiff(scene.pixels, scene.affine, scene.epsg, scene.taken);
}

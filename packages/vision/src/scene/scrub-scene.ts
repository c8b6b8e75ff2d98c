import { seededRandom } from "@nihol/geo/seeded-random";
import type { Box } from "../pixels/pixels.ts";
import type { Canvas, Colour, Sun } from "./canvas.ts";
import { applyLight, blankCanvas, mixColour, putPixel, shadeTree } from "./canvas.ts";
import { paintCrown } from "./crown.ts";
import { encodeGeoTiff } from "./geotiff.ts";
import { fractalNoise } from "./noise.ts";
import { photographPlanting } from "./planting-scene.ts";
import { placeOfScene } from "./scene.ts";

type ScrubScene = {
  seed: number;
  /** Metres a side. */
  side: number;
  /** Shrubs, and trees, a hectare. */
  shrubs: number;
  trees: number;
  /** Direction in which shadows fall, and their length per metre of height. */
  sun: Sun;
};

/** Plant of a drawn scene of scrub; metres from the top left corner, y downwards. */
type ScrubPlant = {
  x: number;
  y: number;
  radius: number;
  height: number;
  kind: "shrub" | "tree";
};
type DrawnScrub = { canvas: Canvas; plants: ScrubPlant[] };

const FINEST_METERS = 0.1;
const SAND: Colour = [206, 190, 158, 205];
const GRAVEL: Colour = [158, 146, 130, 160];
/** Diameters of shrubs in metres: log-normal, cut at both ends. */
const SHRUB = { median: 1.1, spread: 0.35, from: 0.5, to: 2.2 };
const M2_A_HECTARE = 10_000;

/** Where the middle of one may not lie: within the crown of another. */
const isFree = (plants: readonly ScrubPlant[], x: number, y: number, radius: number): boolean =>
  plants.every((other) => Math.hypot(other.x - x, other.y - y) > 0.8 * (other.radius + radius));

function plantsOf(scene: ScrubScene): ScrubPlant[] {
  const random = seededRandom(scene.seed * 13 + 5);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const plants: ScrubPlant[] = [];
  const add = (kind: ScrubPlant["kind"], aHectare: number, radiusOf: () => number) => {
    const n = Math.round((aHectare * scene.side ** 2) / M2_A_HECTARE);
    for (let i = 0; i < n; i++) {
      const radius = radiusOf();
      const [x, y] = [random() * scene.side, random() * scene.side];
      // A shrub is somewhat wider than high; a tree stands on its trunk.
      const height = kind === "shrub" ? radius * (1 + 0.5 * random()) : 2 * radius + 1.5;
      if (isFree(plants, x, y, radius)) plants.push({ x, y, radius, height, kind });
    }
  };
  add("tree", scene.trees, () => 1.6 + 1.6 * random());
  add("shrub", scene.shrubs, () => {
    const diameter = SHRUB.median * Math.exp(SHRUB.spread * normal());
    return Math.min(SHRUB.to, Math.max(SHRUB.from, diameter)) / 2;
  });
  return plants;
}

/** Dry land with shrubs in no order, and single trees: red, green, blue and near infrared at 0.1 m a pixel. */
export function drawScrub(scene: ScrubScene): DrawnScrub {
  const size = Math.round(scene.side / FINEST_METERS);
  const canvas = blankCanvas(size, FINEST_METERS);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const [u, v] = [x * FINEST_METERS, y * FINEST_METERS];
      const patch = fractalNoise(u / 12, v / 12, 2, scene.seed);
      const fine = fractalNoise(u / 0.7, v / 0.7, 2, scene.seed + 50);
      const colour = mixColour(SAND, GRAVEL, (patch - 0.4) * 3);
      putPixel(canvas, y * size + x, mixColour([0, 0, 0, 0], colour, 0.84 + 0.32 * fine), 1);
    }
  const plants = plantsOf(scene);
  const always = <T>(value: T) => [value, value, value] as const;
  const trees = plants.map(({ x, y, radius }, id) => {
    return { id, x, y, radius, present: always(true), green: always(true) };
  });
  for (const [i, tree] of trees.entries()) {
    // `shadeTree` knows one height for each width: a lower plant is one under a higher sun.
    const lower = (plants[i]?.height ?? 0) / (1.3 * tree.radius + 0.8);
    const sun = { ...scene.sun, shadowLength: scene.sun.shadowLength * lower };
    shadeTree(canvas, tree, sun, false);
  }
  applyLight(canvas);
  for (const tree of trees) paintCrown(canvas, tree, scene.sun, true, scene.seed);
  return { canvas, plants };
}

/** The box of a plant in pixels of this ground sample distance. */
export function boxOfPlant({ x, y, radius }: ScrubPlant, gsdMeters: number): Box {
  const at = (value: number): number => value / gsdMeters;
  return [at(x - radius), at(y - radius), at(x + radius), at(y + radius)];
}

/**
 * The scene as the bytes of a GeoTIFF with near infrared, its middle at a place in degrees.
 * @param taken capture date and time, as TIFF writes it
 */
export function encodeScrub(
  drawn: DrawnScrub,
  at: { lon: number; lat: number; gsdMeters: number; seed: number; taken: string },
): Buffer {
  const pixels = photographPlanting(drawn, at.gsdMeters, 4, at.seed);
  const { affine, epsg } = placeOfScene(at, pixels.width, at.gsdMeters);
  return encodeGeoTiff(pixels, affine, epsg, at.taken);
}

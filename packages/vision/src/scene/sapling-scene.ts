import { seededRandom } from "@nihol/geo/seeded-random";
import type { Canvas, Colour } from "./canvas.ts";
import { blankCanvas, eachPixel, mixColour, putPixel } from "./canvas.ts";
import { fractalNoise, valueNoise } from "./noise.ts";

/** Grounds of the first weeks: bare, with weeds between the rows, with weeds as large as the plants everywhere. */
export const saplingGrounds = ["soil", "strips", "weeds"] as const;
export type SaplingGround = (typeof saplingGrounds)[number];

export type SaplingScene = {
  seed: number;
  ground: SaplingGround;
  /** Metres across of a sapling, on average. */
  plantMeters: number;
  /** Metres between places of a row, and between rows. */
  spacing: number;
  rows: number;
  /** Shares of the places that are dug and empty, and that show nothing. */
  pits: number;
  gaps: number;
  /** False: the same ground on which nobody planted. */
  isPlanted: boolean;
  /** Metres a side. */
  side: number;
};

/** Place of a row, metres from the top left corner, y downwards. */
export type SaplingPlace = { x: number; y: number; shows: "sapling" | "pit" | "nothing" };
export type DrawnSaplings = { canvas: Canvas; places: SaplingPlace[] };

const FINEST_METERS = 0.0125;
const SOILS: Colour[] = [
  [170, 150, 124, 176],
  [176, 160, 150, 178],
  [150, 112, 86, 160],
];
const WEED: Colour = [98, 132, 70, 180];
const WEEDS_DARK: Colour = [62, 92, 48, 150];
const LEAVES: Colour[] = [
  [150, 172, 84, 200],
  [96, 138, 66, 190],
  [118, 140, 92, 185],
];
const PIT: Colour = [52, 46, 42, 50];
/** Weeds a square metre. */
const WEEDS = { soil: 0.15, strips: 0.4, weeds: 2 } as const;
const STONES = 0.3;

type Place = { x: number; y: number };

function rowsOf(scene: SaplingScene, random: () => number): SaplingPlace[] {
  const { side, rows, spacing } = scene;
  const turn = random() * Math.PI;
  const bend = (random() - 0.5) * 0.004;
  const shift = random();
  const places: SaplingPlace[] = [];
  const count = Math.ceil(side / Math.min(rows, spacing));
  for (let j = -count; j <= count; j++) {
    const start = random();
    for (let i = -count; i <= count; i++) {
      const [u, row] = [(i + start) * spacing, (j + shift) * rows];
      const v = row + bend * u * u;
      const off = (): number => (random() - 0.5) * 0.1 * spacing;
      const x = side / 2 + u * Math.cos(turn) - v * Math.sin(turn) + off();
      const y = side / 2 + u * Math.sin(turn) + v * Math.cos(turn) + off();
      const drawn = random();
      const shows =
        drawn < scene.pits ? "pit" : drawn < scene.pits + scene.gaps ? "nothing" : "sapling";
      if (Math.min(x, y, side - x, side - y) > 0.4) places.push({ x, y, shows });
    }
  }
  return places;
}

/** Metres from the nearest row's line, of a place. */
function besideRows(scene: SaplingScene): (x: number, y: number) => number {
  const random = seededRandom(scene.seed * 29 + 11);
  const turn = random() * Math.PI;
  const bend = (random() - 0.5) * 0.004;
  const shift = random();
  return (x, y) => {
    const [dx, dy] = [x - scene.side / 2, y - scene.side / 2];
    const u = dx * Math.cos(turn) + dy * Math.sin(turn);
    const v = (dy * Math.cos(turn) - dx * Math.sin(turn) - bend * u * u) / scene.rows - shift;
    return Math.abs(v - Math.round(v)) * scene.rows;
  };
}

function paintSoil(canvas: Canvas, scene: SaplingScene): void {
  const { seed, ground } = scene;
  const beside = besideRows(scene);
  const soil = SOILS[seed % SOILS.length] ?? PIT;
  const [track, slant] = [scene.side * 0.3, 0.2 + 0.1 * (seed % 5)];
  for (let py = 0; py < canvas.size; py++)
    for (let px = 0; px < canvas.size; px++) {
      const [x, y] = [px * FINEST_METERS, py * FINEST_METERS];
      const patch = fractalNoise(x / 3, y / 3, 2, seed);
      const fine = fractalNoise(x / 0.12, y / 0.12, 2, seed + 50);
      const dark = mixColour([0, 0, 0, 0], soil, 0.62 + 0.36 * patch + 0.3 * fine);
      let colour = mixColour(dark, SOILS[(seed + 1) % SOILS.length] ?? soil, (patch - 0.6) * 2);
      const off = Math.abs(y - slant * x - track);
      if (off < 0.22 && Math.sin((x - 0.6 * off) * 42) > 0.2) colour = mixColour(colour, PIT, 0.3);
      const band = ground === "strips" ? beside(x, y) / scene.rows - 0.28 : -1;
      if (band > -0.12) {
        const clump = fractalNoise(x / 0.3, y / 0.3, 2, seed + 90);
        const leafy = band * 12 + (clump - 0.5) * 4 + (patch - 0.5) * 4;
        if (leafy > 0) {
          const blade = mixColour(WEEDS_DARK, WEED, 0.2 + 1.2 * fine);
          colour = mixColour(colour, blade, Math.min(0.95, leafy));
        }
      }
      putPixel(canvas, py * canvas.size + px, colour, 1);
    }
}

/** A rosette of leaves with a little shade beside it. */
function paintPlant(canvas: Canvas, at: Place, radius: number, leaf: Colour, seed: number): void {
  const random = seededRandom(seed);
  const shade = { x: at.x + 0.35 * radius, y: at.y + 0.35 * radius };
  const box = {
    x: at.x - 1.6 * radius,
    y: at.y - 1.6 * radius,
    width: 3.2 * radius,
    height: 3.2 * radius,
  };
  eachPixel(canvas, box, (i, x, y) => {
    const depth = 1 - Math.hypot(x - shade.x, y - shade.y) / (0.9 * radius);
    if (depth > 0) putPixel(canvas, i, PIT, 0.35 * Math.min(1, 2 * depth));
  });
  const leaves = 6 + Math.floor(random() * 6);
  for (let n = 0; n < leaves; n++) {
    const angle = (2 * Math.PI * (n + random())) / leaves;
    const length = radius * (0.7 + 0.4 * random());
    const width = length * (0.28 + 0.2 * random());
    const tone = mixColour([0, 0, 0, 0], leaf, 0.75 + 0.5 * random());
    const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
    eachPixel(canvas, box, (i, x, y) => {
      const along = (x - at.x) * ux + (y - at.y) * uy - length / 2;
      const across = (y - at.y) * ux - (x - at.x) * uy;
      const inside = 1 - Math.hypot(along / (length / 2), across / width);
      if (inside > 0) putPixel(canvas, i, tone, Math.min(0.95, 4 * inside));
    });
  }
}

/** A tuft without a middle. */
function paintWeed(canvas: Canvas, at: Place, radius: number, seed: number): void {
  const box = { x: at.x - radius, y: at.y - radius, width: 2 * radius, height: 2 * radius };
  const stretch = 0.5 + (seed % 7) / 10;
  eachPixel(canvas, box, (i, x, y) => {
    const ragged = valueNoise(x / 0.06, y / 0.06, seed) - 0.5;
    const inside = 1 - Math.hypot(x - at.x, (y - at.y) / stretch) / radius + ragged;
    const tone = mixColour(WEEDS_DARK, WEED, 0.3 + valueNoise(x / 0.04, y / 0.04, seed + 1));
    if (inside > 0) putPixel(canvas, i, tone, Math.min(0.9, 2.5 * inside));
  });
}

/** A hole in shadow, and the soil that was dug out beside it. */
function paintPit(canvas: Canvas, at: Place, radius: number, seed: number): void {
  const box = {
    x: at.x - 2.5 * radius,
    y: at.y - 2.5 * radius,
    width: 5 * radius,
    height: 5 * radius,
  };
  eachPixel(canvas, box, (i, x, y) => {
    const ragged = 0.4 * (valueNoise(x / 0.08, y / 0.08, seed) - 0.5);
    const heap = 1 - Math.hypot(x - at.x - radius, y - at.y - 0.7 * radius) / (1.5 * radius);
    if (heap + ragged > 0) putPixel(canvas, i, [178, 132, 100, 170], 0.4 * Math.min(1, 2 * heap));
    const hole = 1 - Math.hypot(x - at.x, y - at.y) / radius + 0.5 * ragged;
    if (hole > 0) putPixel(canvas, i, PIT, Math.min(0.92, 3 * hole));
  });
}

/** Ground of the first weeks after planting, in red, green, blue and near infrared at 0.0125 m a pixel. */
export function drawSaplings(scene: SaplingScene): DrawnSaplings {
  const canvas = blankCanvas(Math.round(scene.side / FINEST_METERS), FINEST_METERS);
  paintSoil(canvas, scene);
  const places = scene.isPlanted ? rowsOf(scene, seededRandom(scene.seed * 29 + 11)) : [];
  const random = seededRandom(scene.seed * 19 + 5);
  const anywhere = (): Place => ({ x: random() * scene.side, y: random() * scene.side });
  const area = scene.side ** 2;
  for (let n = 0; n < STONES * area; n++)
    paintPit(canvas, anywhere(), 0.02 + 0.06 * random() ** 2, scene.seed * 1000 + n);
  for (let n = 0; n < WEEDS[scene.ground] * area; n++)
    paintWeed(canvas, anywhere(), 0.06 + 0.28 * random() ** 2, scene.seed * 2000 + n);
  const leaf = LEAVES[scene.seed % LEAVES.length] ?? WEED;
  for (const [n, place] of places.entries()) {
    const size = (scene.plantMeters / 2) * (0.7 + 0.6 * random());
    if (place.shows === "sapling") paintPlant(canvas, place, size, leaf, scene.seed * 3000 + n);
    if (place.shows === "pit")
      paintPit(canvas, place, 0.1 + 0.06 * random(), scene.seed * 4000 + n);
  }
  return { canvas, places };
}

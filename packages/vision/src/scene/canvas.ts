import { fractalNoise, valueNoise } from "./noise.ts";
import type { Building, ScenePlan, SceneTree } from "./plan.ts";
import { stripMiddle } from "./plan.ts";

/** Red, green, blue, near infrared, 0..255. */
export type Colour = readonly [number, number, number, number];
/** `light` is the share of sunlight that reaches each pixel's ground. */
export type Canvas = { size: number; gsd: number; planes: Float32Array[]; light: Float32Array };
/** Direction in which the shadow falls (unit vector) and its length per metre of height. */
export type Sun = { dx: number; dy: number; shadowLength: number };

const SOIL: Colour = [168, 146, 117, 172];
const DRY_GRASS: Colour = [146, 138, 98, 165];
const GRASS: Colour = [108, 126, 76, 178];
const ASPHALT: Colour = [118, 117, 116, 112];
const WATER: Colour = [62, 82, 80, 26];
const ROOFS: Colour[] = [
  [168, 96, 78, 150],
  [190, 190, 188, 185],
  [134, 128, 122, 128],
];

export function mixColour(a: Colour, b: Colour, share: number): Colour {
  const t = Math.min(1, Math.max(0, share));
  return [
    a[0] + (b[0] - a[0]) * t,
    a[1] + (b[1] - a[1]) * t,
    a[2] + (b[2] - a[2]) * t,
    a[3] + (b[3] - a[3]) * t,
  ];
}

export function putPixel(canvas: Canvas, at: number, colour: Colour, share: number): void {
  // No closure: this is called for every pixel of a scene.
  for (let band = 0; band < canvas.planes.length; band++) {
    const plane = canvas.planes[band] as Float32Array;
    const old = plane[at] ?? 0;
    plane[at] = old + ((colour[band] ?? 0) - old) * share;
  }
}

export function blankCanvas(size: number, gsd: number): Canvas {
  const planes = Array.from({ length: 4 }, () => new Float32Array(size * size));
  return { size, gsd, planes, light: new Float32Array(size * size).fill(1) };
}

/** Soil with grass in patches, ploughed a little; roads and canals over it. */
export function paintGround(canvas: Canvas, plan: ScenePlan, seed: number): void {
  const { size, gsd } = canvas;
  for (let py = 0; py < size; py++)
    for (let px = 0; px < size; px++) {
      const [x, y] = [px * gsd, py * gsd];
      const patch = fractalNoise(x / 45, y / 45, 4, seed);
      const fine = fractalNoise(x / 2.5, y / 2.5, 3, seed + 50);
      const dry = mixColour(SOIL, DRY_GRASS, (patch - 0.36) * 6 + (fine - 0.5));
      let colour = mixColour(dry, GRASS, (patch - 0.56) * 8 + 1.2 * (fine - 0.5));
      const grain = 0.86 + 0.28 * fine + 0.05 * Math.sin(y * 2.1 + patch * 9);
      colour = mixColour([0, 0, 0, 0], colour, grain * 0.93);
      for (const strip of plan.strips) {
        const off = Math.abs(stripMiddle(strip, x) - y) - strip.width / 2;
        if (off > 2) continue;
        const own = strip.kind === "road" ? ASPHALT : WATER;
        const bank = strip.kind === "road" ? SOIL : GRASS;
        const tone = mixColour([0, 0, 0, 0], own, 0.92 + 0.1 * fine);
        colour = off > 0 ? mixColour(bank, colour, off / 2) : mixColour(bank, tone, -off * 3);
        const isLine = strip.kind === "road" && off + strip.width / 2 < 0.12 && x % 9 < 4;
        if (isLine) colour = [215, 214, 208, 205];
      }
      putPixel(canvas, py * size + px, colour, 1);
    }
}

/** Pixels of the box `[x, x + width) × …` in metres. */
function eachPixel(
  canvas: Canvas,
  box: { x: number; y: number; width: number; height: number },
  visit: (at: number, x: number, y: number) => void,
): void {
  const { size, gsd } = canvas;
  const first = (v: number): number => Math.max(0, Math.floor(v / gsd));
  const last = (v: number): number => Math.min(size - 1, Math.ceil(v / gsd));
  for (let py = first(box.y); py <= last(box.y + box.height); py++)
    for (let px = first(box.x); px <= last(box.x + box.width); px++)
      visit(py * size + px, (px + 0.5) * gsd, (py + 0.5) * gsd);
}

/** Roofs of two slopes, one lit and one not; call after their shadows. */
export function paintBuilding(canvas: Canvas, building: Building, seed: number): void {
  const { x: bx, y: by, width, height } = building;
  eachPixel(canvas, building, (at, x, y) => {
    if (x < bx || x > bx + width || y < by || y > by + height) return;
    const slope = y < by + height / 2 ? 0.82 : 1.06;
    const seam = 0.96 + 0.06 * valueNoise(x * 2, y / 3, seed);
    const roof = ROOFS[building.roof] ?? ASPHALT;
    putPixel(canvas, at, mixColour([0, 0, 0, 0], roof, slope * seam * 0.93), 1);
    canvas.light[at] = 1;
  });
}

/** Takes sunlight from the ground behind a building `height` metres high. */
export function shadeBuilding(canvas: Canvas, building: Building, sun: Sun, height: number): void {
  for (let step = 0; step <= 1; step += 0.1) {
    const far = height * sun.shadowLength * step;
    const box = { ...building, x: building.x + far * sun.dx, y: building.y + far * sun.dy };
    eachPixel(canvas, box, (at, x, y) => {
      const inside = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
      if (inside) canvas.light[at] = 0;
    });
  }
}

/** Takes sunlight from the ground behind a tree: the crown's outline, moved away from the sun. */
export function shadeTree(canvas: Canvas, tree: SceneTree, sun: Sun, isBrown: boolean): void {
  const height = 1.3 * tree.radius + 0.8;
  const extent = 1.35 * tree.radius + height * sun.shadowLength;
  const [cx, cy] = [
    tree.x + 0.62 * height * sun.shadowLength * sun.dx,
    tree.y + 0.62 * height * sun.shadowLength * sun.dy,
  ];
  const along = tree.radius * (0.85 + 0.3 * sun.shadowLength);
  const box = { x: tree.x - extent, y: tree.y - extent, width: 2 * extent, height: 2 * extent };
  eachPixel(canvas, box, (at, x, y) => {
    const [u, v] = [(x - cx) * sun.dx + (y - cy) * sun.dy, (y - cy) * sun.dx - (x - cx) * sun.dy];
    const wobble = 0.25 * (valueNoise(x * 1.6, y * 1.6, tree.id) - 0.5);
    const depth = 1 - Math.hypot(u / along, v / (0.95 * tree.radius)) + wobble;
    const dark = Math.min(1, Math.max(0, depth * 5)) * (isBrown ? 0.75 : 0.92);
    canvas.light[at] = Math.min(canvas.light[at] ?? 1, 1 - dark);
  });
}

/** Applies the shadows gathered in `light`; a shaded pixel keeps the bluish light of the sky. */
export function applyLight(canvas: Canvas): void {
  const ambient: Colour = [0.36, 0.4, 0.5, 0.3];
  canvas.planes.forEach((plane, band) => {
    const sky = ambient[band] ?? 0.4;
    for (let i = 0; i < plane.length; i++)
      plane[i] = (plane[i] ?? 0) * (sky + (1 - sky) * (canvas.light[i] ?? 1));
  });
}

export { eachPixel };

import { seededRandom } from "@nihol/geo/seeded-random";
import type { Canvas, Colour, Sun } from "./canvas.ts";
import { eachPixel, mixColour, putPixel } from "./canvas.ts";
import { fractalNoise, valueNoise } from "./noise.ts";
import type { SceneTree } from "./plan.ts";

const LEAF_DARK: Colour = [44, 66, 36, 120];
const LEAF_LIGHT: Colour = [122, 152, 78, 222];
const LEAF_YELLOWISH: Colour = [138, 150, 84, 214];
const BROWN_DARK: Colour = [54, 44, 34, 62];
const BROWN_LIGHT: Colour = [138, 118, 84, 146];

/** Radius of the outline at an angle: a circle with lobes. */
function outlineAt(tree: SceneTree, phases: number[], angle: number): number {
  let wobble = 0;
  phases.forEach((phase, k) => {
    wobble += (0.09 / (1 + 0.5 * k)) * Math.sin((k + 2) * angle + phase);
  });
  return tree.radius * (1 + wobble);
}

/**
 * A crown seen from above: a dome lit from the sun's side, broken into clumps of leaves with dark
 * gaps between them, soft at the edge; a brown one has kept most of its dried leaves.
 */
export function paintCrown(
  canvas: Canvas,
  tree: SceneTree,
  sun: Sun,
  isGreen: boolean,
  seed: number,
): void {
  const random = seededRandom(seed * 7919 + tree.id);
  const phases = Array.from({ length: 5 }, () => random() * 2 * Math.PI);
  const [tone, hue] = [0.85 + 0.3 * random(), random()];
  const leaf = mixColour(LEAF_LIGHT, LEAF_YELLOWISH, hue);
  const [dark, light] = isGreen ? [LEAF_DARK, leaf] : [BROWN_DARK, BROWN_LIGHT];
  const extent = tree.radius * 1.3;
  const box = { x: tree.x - extent, y: tree.y - extent, width: 2 * extent, height: 2 * extent };
  eachPixel(canvas, box, (at, x, y) => {
    const [u, v] = [x - tree.x, y - tree.y];
    const edge = outlineAt(tree, phases, Math.atan2(v, u));
    const far = Math.hypot(u, v) / edge + 0.22 * (valueNoise(x * 2.2, y * 2.2, tree.id) - 0.5);
    if (far > 1.08) return;
    const lift = Math.sqrt(Math.max(0, 1 - Math.min(1, far) ** 2));
    const side = -(u * sun.dx + v * sun.dy) / edge;
    const lambert = 0.34 + 0.34 * lift + 0.36 * side;
    const clumps = fractalNoise(x / 0.95, y / 0.95, 3, seed + tree.id * 13) - 0.5;
    const bright = Math.min(1.15, Math.max(0, lambert + 1.05 * clumps)) * tone;
    const cover = isGreen ? 0.97 : 0.9 + 0.5 * clumps;
    const share = Math.min(1, Math.max(0, (1.08 - far) * 7)) * Math.min(1, Math.max(0, cover));
    putPixel(canvas, at, mixColour(dark, light, bright), share);
  });
}

/** Mean tree of a planting: all of its trees laid over one another. */
import { kindParts, type Lattice } from "./lattices.ts";
import { lengthOf, type Step } from "./periods.ts";
import type { Plane } from "./surface.ts";

/** The mean of a plane around the places where something stands out, `radius` pixels to each side. */
function meanAround(lattice: Lattice, plane: Plane, radius: number, shift: Step): Plane {
  const side = 2 * radius + 1;
  const data = new Float32Array(side * side);
  let count = 0;
  for (const node of lattice.nodes.values()) {
    const x0 = Math.round(node.x + shift.x) - radius;
    const y0 = Math.round(node.y + shift.y) - radius;
    const isInside = x0 >= 0 && y0 >= 0 && x0 + side <= plane.width && y0 + side <= plane.height;
    if (!node.isHit || !isInside) continue;
    count++;
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        const at = y * side + x;
        data[at] = (data[at] as number) + (plane.data[(y0 + y) * plane.width + x0 + x] as number);
      }
  }
  return { data: data.map((sum) => sum / Math.max(1, count)), width: side, height: side };
}

/** A peak on the mean of less than a third of a spread is none. */
const MIN_PEAK = 0.33;
const NONE: Step = { x: 0, y: 0 };

/** Share of the greatest greenness over the ground from which on a pixel belongs to the crown. */
const CROWN_SHARE = 0.5;

/** From places to the middles of their crowns: where greenness stands out on the mean, shadows left aside. */
export function towardsCrowns(lattice: Lattice): Step {
  const { ground, green, growth } = lattice;
  const radius = Math.max(2, Math.floor(lengthOf(growth.basis.a) / 2));
  const response = meanAround(lattice, green, radius, NONE).data;
  if (Math.max(...response) < MIN_PEAK) return NONE;
  const { data, width } = meanAround(lattice, ground.green, radius, NONE);
  // The ground, not the shadow: on lawn nothing is less green than that.
  const [low, high] = [[...data].sort((a, b) => a - b)[data.length >> 1] ?? 0, Math.max(...data)];
  let [weight, x, y] = [0, 0, 0];
  for (const [at, value] of data.entries()) {
    const over = Math.max(0, value - low - CROWN_SHARE * (high - low));
    weight += over;
    x += over * ((at % width) - radius);
    y += over * (Math.floor(at / width) - radius);
  }
  return weight > 0 ? { x: x / weight, y: y / weight } : NONE;
}

/** Crowns are no narrower and no wider than this, as multiples of the scale at which they stand out. */
const WIDTHS = { min: 0.7, max: 1.7 };

/** Metres across of the mean tree: twice the distance at which it stands out half as much as in its middle. */
export function crownWidth(lattice: Lattice, shift: Step): number {
  const { ground, kind, growth, crownMeters } = lattice;
  const [greenPart, darkPart] = kindParts[kind];
  const radius = Math.max(2, Math.floor(lengthOf(growth.basis.a) / 2));
  const of = (plane: Plane) => meanAround(lattice, plane, radius, shift).data;
  const [green, dark] = [of(ground.green), of(ground.dark)];
  const level = (data: Float32Array) => Math.max(1e-6, Math.max(...data) - Math.min(...data));
  const [greenLevel, darkLevel] = [level(green), level(dark)];
  const [sums, counts] = [new Float32Array(radius + 1), new Float32Array(radius + 1)];
  const side = 2 * radius + 1;
  for (let i = 0; i < green.length; i++) {
    const ring = Math.round(Math.hypot((i % side) - radius, Math.floor(i / side) - radius));
    if (ring > radius) continue;
    const value =
      (greenPart * (green[i] as number)) / greenLevel +
      (darkPart * (dark[i] as number)) / darkLevel;
    sums[ring] = (sums[ring] as number) + value;
    counts[ring] = (counts[ring] as number) + 1;
  }
  const profile = sums.map((sum, ring) => sum / (counts[ring] as number));
  const half = (Math.max(...profile) + Math.min(...profile)) / 2;
  let ring = 0;
  while (ring < radius && (profile[ring + 1] as number) > half) ring++;
  const [before, after] = [profile[ring] ?? half, profile[ring + 1] ?? half];
  const far = before > after ? ring + Math.min(1, (before - half) / (before - after)) : ring;
  const width = 2 * far * ground.metersPerPixel;
  return Math.min(WIDTHS.max * crownMeters, Math.max(WIDTHS.min * crownMeters, width));
}

/**
 * Square metres of a box under each combination of shapes: the overlay of any number of shapes at once, without
 * building the shapes of their parts. Unlike an overlay by pairs it cannot fail on touching or repeated
 * borders, and the parts add up to the whole: see slabs.ts.
 */

import { clipRing } from "./clip-to-box.ts";
import { type Areal, type Bbox, partsOf } from "./geometry.ts";
import { forEachSlab, type Side, type SlabEdge, upwards } from "./slabs.ts";

/** Ground under exactly these shapes: positions in the list that was given, ascending. */
export interface GroundPart {
  shapes: number[];
  areaM2: number;
}

/**
 * Areas on the WGS 84 ellipsoid, edges straight in degrees, even-odd rule. Ground under no shape is left out.
 * The time grows with the corners inside the box times the edges that a parallel meets.
 */
export function groundAreas(box: Bbox, shapes: readonly Areal[]): GroundPart[] {
  const edges = shapes.flatMap((shape, index) => edgesOf(shape, index, box));
  const sums = new Map<string, GroundPart>();
  forEachSlab(edges, (sides, south, north) => addTrapezoids(sums, sides, south, north));
  return [...sums.values()];
}

function edgesOf(geometry: Areal, shape: number, box: Bbox): SlabEdge[] {
  const edges: SlabEdge[] = [];
  for (const ring of partsOf(geometry).flat()) {
    const clipped = clipRing(ring, box);
    for (let i = 1; i < clipped.length; i++) {
      const edge = upwards(clipped[i - 1] ?? [], clipped[i] ?? [], shape);
      if (edge) edges.push(edge);
    }
  }
  return edges;
}

function addTrapezoids(
  sums: Map<string, GroundPart>,
  sides: readonly Side[],
  south: number,
  north: number,
): void {
  const weights = slabWeights(south, north);
  const under: number[] = [];
  for (let i = 0; i + 1 < sides.length; i++) {
    const [left, right] = [sides[i] as Side, sides[i + 1] as Side];
    toggle(under, left.tag);
    if (under.length === 0) continue;
    const [bottom, top] = [right.bottom - left.bottom, right.top - left.top];
    if (bottom <= 0 && top <= 0) continue;
    const areaM2 = bottom * weights.bottom + top * weights.top;
    const key = under.join(",");
    const part = sums.get(key);
    if (part) part.areaM2 += areaM2;
    else sums.set(key, { shapes: [...under], areaM2 });
  }
}

/** Crossing a shape's edge goes into it, or out of it. */
function toggle(under: number[], shape: number): void {
  const at = under.findIndex((other) => other >= shape);
  if (at < 0) under.push(shape);
  else if (under[at] === shape) under.splice(at, 1);
  else under.splice(at, 0, shape);
}

const RADIANS = Math.PI / 180;
/** WGS 84: half the equator's diameter in metres, and the square of the eccentricity. */
const EQUATOR_M = 6_378_137;
const ECCENTRICITY_2 = 6.694_379_990_141_317e-3;

/** Square metres of a square radian of longitude and latitude, there. Snyder, Map projections, 1987, eq. 3-12. */
function areaOfRadian(latitude: number): number {
  const sine = Math.sin(latitude * RADIANS);
  const curve = 1 - ECCENTRICITY_2 * sine * sine;
  return (EQUATOR_M ** 2 * (1 - ECCENTRICITY_2) * Math.cos(latitude * RADIANS)) / (curve * curve);
}

/**
 * Square metres for a degree of width at the bottom and at the top of a slab, so that their sum is the area of
 * a trapezoid, by Simpson's rule: off by less than 10⁻⁹ for a slab of one degree.
 */
function slabWeights(south: number, north: number) {
  const sixth = ((north - south) * RADIANS * RADIANS) / 6;
  const middle = areaOfRadian((south + north) / 2);
  return {
    bottom: sixth * (areaOfRadian(south) + 2 * middle),
    top: sixth * (areaOfRadian(north) + 2 * middle),
  };
}

/** Ground that rings go round more than once, or the wrong way. */

import { clipRing } from "./clip-to-box.ts";
import type { Bbox, Ring } from "./geometry.ts";
import { forEachSlab, type Side, type SlabEdge, upwards } from "./slabs.ts";

/**
 * Square degrees, inside a box, whose winding number is neither 0 nor 1. For the rings of one polygon (outer
 * counter-clockwise, holes clockwise) that is where it lies over itself; for those of two sound polygons it is their
 * common area. Undefined when more than `maxWork` edges would have to be visited, slab by slab.
 */
export function foldedArea(rings: Ring[], box: Bbox, maxWork: number): number | undefined {
  let sum = 0;
  const addSlab = (sides: readonly Side[], south: number, north: number) => {
    sum += foldedWidth(sides) * (north - south);
  };
  return forEachSlab(edgesOf(rings, box), addSlab, maxWork) ? sum : undefined;
}

/** From west to east an edge that runs down leads into a counter-clockwise ring, one that runs up leads out. */
function edgesOf(rings: Ring[], box: Bbox): SlabEdge[] {
  const edges: SlabEdge[] = [];
  for (const ring of rings) {
    const clipped = clipRing(ring, box);
    for (let i = 1; i < clipped.length; i++) {
      const [from, to] = [clipped[i - 1] ?? [], clipped[i] ?? []];
      const edge = upwards(from, to, (to[1] ?? 0) < (from[1] ?? 0) ? 1 : -1);
      if (edge) edges.push(edge);
    }
  }
  return edges;
}

/** Mean width of the folded stretches of a slab, degrees. */
function foldedWidth(sides: readonly Side[]): number {
  let winding = 0;
  let width = 0;
  for (let i = 0; i + 1 < sides.length; i++) {
    const [left, right] = [sides[i] as Side, sides[i + 1] as Side];
    winding += left.tag;
    if (winding !== 0 && winding !== 1)
      width += Math.max(0, (right.bottom + right.top - left.bottom - left.top) / 2);
  }
  return width;
}

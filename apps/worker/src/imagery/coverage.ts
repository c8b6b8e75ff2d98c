/** Finds the part of an image in which trees are detected, and the blocks and fragments that lie there. */

import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { Areal, Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { intersection } from "@nihol/geo/overlay";
import { bboxOf } from "@nihol/geo/polygon";
import { lonLatsToPixels, pixelsToLonLats } from "@nihol/vision/coordinates/projection";
import {
  type Fragment,
  type FragmentGrid,
  fragmentAt,
  fragmentBlocks,
  type PixelRect,
} from "@nihol/vision/raster/fragment-grid";

/**
 * Cuts the ground that the image shows (`outline`, or all of its frame when null) to an area
 * where one is given. No coordinates when they do not meet.
 */
export function coverageOf(
  facts: RasterMetadata,
  outline: MultiPolygon | null,
  area: Areal | null,
): MultiPolygon {
  const frame: MultiPolygon = { type: "MultiPolygon", coordinates: [facts.footprint.coordinates] };
  return area ? intersection(outline ?? frame, area) : (outline ?? frame);
}

/** A block as the database keeps it; the corners are fragment columns and rows, both inclusive. */
interface PlannedBlock {
  n: number;
  fx0: number;
  fy0: number;
  fx1: number;
  fy1: number;
  fragments: number;
}

interface PlannedFragment {
  /** Number in the image, from 1, row by row. */
  n: number;
  /** Column and row in the grid, from 0. */
  fx: number;
  fy: number;
  block: number;
  bbox: Bbox;
}

export interface Plan {
  blocks: PlannedBlock[];
  fragments: PlannedFragment[];
}

/**
 * Plans the fragments whose cores (the fragments without their overlap) the coverage touches, in their blocks.
 * @param isWhole the coverage is the whole image: no fragment is tested
 * @param side fragments along a side of a block; the grid's own when left out
 */
export function planFragments(
  facts: RasterMetadata,
  grid: FragmentGrid,
  coverage: MultiPolygon,
  isWhole: boolean,
  side?: number,
): Plan {
  const touches = isWhole ? () => true : rectTest(facts, coverage);
  const plan: Plan = { blocks: [], fragments: [] };
  for (const block of fragmentBlocks(grid, side)) {
    if (!touches(block.core)) continue;
    const chosen = block.fragments
      .map((n) => fragmentAt(grid, n))
      .filter(({ core }) => touches(core));
    if (chosen.length === 0) continue;
    const columns = chosen.map(({ fx }) => fx);
    const rows = chosen.map(({ fy }) => fy);
    plan.blocks.push({
      n: block.n,
      fx0: Math.min(...columns),
      fy0: Math.min(...rows),
      fx1: Math.max(...columns),
      fy1: Math.max(...rows),
      fragments: chosen.length,
    });
    for (const fragment of chosen) {
      const { n, fx, fy } = fragment;
      plan.fragments.push({ n, fx, fy, block: block.n, bbox: fragmentBbox(facts, fragment) });
    }
  }
  return plan;
}

/** The rectangle of source pixels that a planned block works on: the cores of its corners. */
export function blockRect(grid: FragmentGrid, block: Omit<PlannedBlock, "fragments">): PixelRect {
  // Fragments are numbered from 1, row by row.
  const at = (fx: number, fy: number) => fragmentAt(grid, fy * grid.columns + fx + 1).core;
  const first = at(block.fx0, block.fy0);
  const last = at(block.fx1, block.fy1);
  return {
    x: first.x,
    y: first.y,
    width: last.x + last.width - first.x,
    height: last.y + last.height - first.y,
  };
}

/** Bounds in degrees; the middles of the sides count, because a side may be bent on the map. */
function fragmentBbox(facts: RasterMetadata, { x, y, width, height }: Fragment): Bbox {
  const points: number[] = [];
  for (const u of [0, 0.5, 1])
    for (const v of [0, 0.5, 1]) points.push(x + u * width, y + v * height);
  const degrees = pixelsToLonLats(facts, points);
  const ring: [number, number][] = [];
  for (let i = 0; i < degrees.length; i += 2)
    ring.push([degrees[i] as number, degrees[i + 1] as number]);
  return bboxOf({ type: "Polygon", coordinates: [ring] });
}

type Edge = [ax: number, ay: number, bx: number, by: number];

/** Makes a test of rectangles: true where the coverage, in pixels, meets one by an edge or has its middle inside. */
function rectTest(facts: RasterMetadata, coverage: MultiPolygon): (rect: PixelRect) => boolean {
  const edges: Edge[] = [];
  for (const ring of coverage.coordinates.flat()) {
    const pixels = lonLatsToPixels(facts, ring.flat());
    for (let i = 2; i + 1 < pixels.length; i += 2)
      edges.push([...pixels.subarray(i - 2, i + 2)] as Edge);
  }
  return (rect) =>
    edges.some((edge) => crosses(edge, rect)) ||
    holds(edges, rect.x + rect.width / 2, rect.y + rect.height / 2);
}

/** Tells whether a part of the edge lies in the rectangle. Liang and Barsky, 1984. */
function crosses([ax, ay, bx, by]: Edge, { x, y, width, height }: PixelRect): boolean {
  let [enter, leave] = [0, 1];
  const sides: [number, number][] = [
    [ax - bx, ax - x],
    [bx - ax, x + width - ax],
    [ay - by, ay - y],
    [by - ay, y + height - ay],
  ];
  for (const [direction, distance] of sides) {
    if (direction === 0 && distance < 0) return false;
    if (direction < 0) enter = Math.max(enter, distance / direction);
    if (direction > 0) leave = Math.min(leave, distance / direction);
  }
  return enter <= leave;
}

function holds(edges: Edge[], x: number, y: number): boolean {
  let inside = false;
  for (const [ax, ay, bx, by] of edges)
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
  return inside;
}

/**
 * Shrubs of dry land among what the detector takes for trees. One by one a shrub looks like a small tree; what tells it is
 * where it stands and how high it is: on bare ground, among many of its size, in no order (Clark and Evans 1954), with a
 * shadow that ends where a low thing's would.
 */

import { elevationByAzimuth } from "@nihol/geo/sun-position";
import type { Georeference } from "../coordinates/projection.ts";
import type { Detection } from "../detect/detector.ts";
import { greenRule, vegetationIndex } from "../green/green.ts";
import {
  gridCorner,
  type PixelSource,
  type Pixels,
  type Point,
  type Rect,
} from "../pixels/pixels.ts";
import { type Disc, shadowDirection, shadowEnd } from "./shadows.ts";

/** Side of the neighbourhoods that are looked at, and by how much each overlaps the next. */
const NEIGHBOURHOOD_METERS = 60;
/** A shrub is no wider than this; what is wider is a tree whatever stands around it. */
const WIDEST_METERS = 3;
/** From this height on it is a tree. */
const TREE_METERS = 2.2;
/** Without the sun's height: a shadow that reaches so many radii from the middle is that of something with a trunk. */
const LONG_SHADOW = 2.4;
/** A neighbourhood of scrub: at least so many plants, of which this share is narrow, that cover little of it. */
const SCRUB = { plants: 8, narrow: 0.7, cover: 0.2 };
/** Of the ground between no more is vegetation. */
const BARE = 0.12;
/** Nor lies more of it in deep shade, which only what is high casts: darker than a share of the sunlit ground. */
const SHADE = { share: 0.12, dark: 0.6 };
/** Mean distance to the nearest neighbour, by that of random points; what is planted stands farther apart. */
const IN_ORDER = 1.3;

/** Day (ISO) and latitude of the image; `northUp` where its rows run from west to east and its pixels are square. */
type SunKnown = { capturedOn: string | null; latitude: number | null; northUp: boolean };

/** Inputs for the sun over an image: in degrees of longitude and latitude pixels are not square. */
export function sunKnownOf(
  georeference: Georeference | undefined,
  capturedOn: string | null,
  latitude: number | null,
): SunKnown {
  const [, a = 0, b = 0, , d = 0, e = 0] = georeference?.affine ?? [];
  const isMetric = georeference !== undefined && !/longlat/.test(georeference.proj4);
  return { capturedOn, latitude, northUp: isMetric && b === 0 && d === 0 && a > 0 && e < 0 };
}

/** Fields of a detection that the rule needs. */
type Plant = Pick<Detection, "x" | "y" | "box">;

/** A shrub: width, and height by its shadow where the sun's height follows from date and place; metres. */
export type Shrub = Plant & { widthMeters: number; heightMeters: number | null };

const discOf = ({ x, y, box }: Plant): Disc => ({
  ...{ x, y, radius: (box[2] - box[0] + box[3] - box[1]) / 4 },
});

/** Mean distance to the nearest of the others as a multiple of what random points of this density have. */
function orderOf(points: readonly { x: number; y: number }[], area: number): number {
  if (points.length < 2) return 1;
  const nearest = points.map((one) =>
    Math.min(
      ...points.map((other) =>
        other === one ? Infinity : Math.hypot(other.x - one.x, other.y - one.y),
      ),
    ),
  );
  const mean = nearest.reduce((sum, value) => sum + value, 0) / points.length;
  return mean / (0.5 * Math.sqrt(area / points.length));
}

/** Tells whether the ground of a window apart from boxes is bare and lies in the sun. */
function isBare(pixels: Pixels, window: Rect, plants: readonly Plant[]): boolean {
  const { width, height, bands, valid } = pixels;
  const data = pixels.raw ?? pixels.data;
  const taken = new Uint8Array(width * height);
  for (const { box } of plants) {
    const [x0, y0, x1, y1] = box;
    const from = Math.max(0, Math.floor(x0 - window.x));
    const to = Math.min(width, Math.ceil(x1 - window.x));
    const bottom = Math.min(height, Math.ceil(y1 - window.y));
    for (let y = Math.max(0, Math.floor(y0 - window.y)); y < bottom && from < to; y++)
      taken.fill(1, y * width + from, y * width + to);
  }
  const rule = greenRule(bands);
  const lights: number[] = [];
  let green = 0;
  for (let i = 0; i < taken.length; i += 3) {
    if (taken[i] === 1 || valid?.[i] === 0) continue;
    const at = i * bands;
    const [r = 0, g = 0, b = 0, n = 0] = data.subarray(at, at + 4);
    lights.push(r + g + b);
    if (vegetationIndex(rule, r, g, b, bands > 3 ? n : 0) >= rule.vegetation) green++;
  }
  if (green >= BARE * lights.length) return false;
  const sorted = Float64Array.from(lights).sort();
  const sunlit = sorted[Math.floor(0.75 * sorted.length)] ?? 0;
  const shaded = sorted.findIndex((light) => light >= SHADE.dark * sunlit);
  return shaded <= SHADE.share * sorted.length;
}

/** Elevation of the sun, degrees, by the way in which shadows fall; undefined where it cannot be known. */
function elevationOf(shadow: number | undefined, sun: SunKnown): number | undefined {
  const { capturedOn, latitude, northUp } = sun;
  if (shadow === undefined || capturedOn === null || latitude === null || !northUp)
    return undefined;
  // Shadows point away from the sun; the image's y runs southwards.
  const azimuth = (Math.atan2(-Math.cos(shadow), Math.sin(shadow)) * 180) / Math.PI;
  return elevationByAzimuth(capturedOn, latitude, azimuth);
}

type Ground = { pixels: Pixels; window: Rect; gsdMeters: number; sun: SunKnown };

/** The shrubs among the narrow plants of one neighbourhood of scrub. */
function shrubsAmong(narrow: readonly Plant[], { pixels, window, gsdMeters, sun }: Ground) {
  const local = (tree: Plant): Disc => {
    const { x, y, radius } = discOf(tree);
    return { x: x - window.x, y: y - window.y, radius };
  };
  const direction = shadowDirection(pixels, narrow.map(local));
  const elevation = elevationOf(direction, sun);
  return narrow.flatMap((tree): Shrub[] => {
    const disc = local(tree);
    const widthMeters = 2 * disc.radius * gsdMeters;
    // Without a shadow beside any of them they are low, or the light is dim: then their place alone tells.
    const end = direction === undefined ? disc.radius : shadowEnd(pixels, disc, direction);
    const known = elevation !== undefined && direction !== undefined;
    const heightMeters = known ? end * gsdMeters * Math.tan((elevation * Math.PI) / 180) : null;
    const isTall =
      heightMeters === null
        ? end >= LONG_SHADOW * disc.radius
        : heightMeters >= TREE_METERS && end >= 1.5 * disc.radius;
    const { x, y, box } = tree;
    return isTall ? [] : [{ x, y, box, widthMeters, heightMeters }];
  });
}

/** The parts of a block in neighbourhoods of a grid, in whose first the image begins at `corner`; source pixels. */
function neighbourhoods(block: Rect, side: number, [left, top]: Point): Rect[] {
  const spans = (from: number, length: number, corner: number): [number, number][] => {
    const found: [number, number][] = [];
    for (
      let at = Math.floor((from + corner) / side) * side - corner;
      at < from + length;
      at += side
    )
      found.push([Math.max(from, at), Math.min(from + length, at + side)]);
    return found;
  };
  const across = spans(block.x, block.width, left);
  return spans(block.y, block.height, top).flatMap(([y, bottom]) =>
    across.map(([x, right]) => ({ x, y, width: right - x, height: bottom - y })),
  );
}

const within = ({ x, y, width, height }: Rect, tree: { x: number; y: number }): boolean =>
  tree.x >= x && tree.x < x + width && tree.y >= y && tree.y < y + height;

/**
 * Parts what the detector found in a block (source pixels) into trees and shrubs of dry land. Pixels are read only where
 * many narrow plants stand apart. Neighbourhoods are fixed to the ground where the image's place is known.
 */
export async function partShrubs<T extends Plant>(
  source: PixelSource,
  gsdMeters: number,
  block: Rect,
  found: readonly T[],
  sun: SunKnown,
): Promise<{ trees: T[]; shrubs: Shrub[] }> {
  const shrubs: Shrub[] = [];
  const widest = WIDEST_METERS / gsdMeters / 2;
  const side = Math.max(1, Math.round(NEIGHBOURHOOD_METERS / gsdMeters));
  for (const window of neighbourhoods(block, side, gridCorner(source, side))) {
    const plants = found.filter((tree) => within(window, tree));
    const narrow = plants.filter((tree) => discOf(tree).radius <= widest);
    const area = window.width * window.height;
    const covered = plants.reduce((sum, tree) => sum + Math.PI * discOf(tree).radius ** 2, 0);
    if (plants.length < SCRUB.plants || narrow.length < SCRUB.narrow * plants.length) continue;
    if (covered > SCRUB.cover * area || orderOf(plants, area) >= IN_ORDER) continue;
    const pixels = await source.read(window);
    if (!isBare(pixels, window, plants)) continue;
    shrubs.push(...shrubsAmong(narrow, { pixels, window, gsdMeters, sun }));
  }
  const low = new Set(shrubs.map(({ x, y }) => `${x} ${y}`));
  return { trees: found.filter(({ x, y }) => !low.has(`${x} ${y}`)), shrubs };
}

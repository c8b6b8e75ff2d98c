import {
  rangeOfPlaces,
  type SharedDoubt,
  sumPlaces,
} from "@nihol/contract/values/planting/place-range";
import { readWorkTile } from "../detect/detector-resample.ts";
import type { PixelSource, Rect } from "../pixels/pixels.ts";
import type { Node } from "./grow.ts";
import { findLattices, type Lattice, type LatticeOptions } from "./lattices.ts";
import { crownWidth, towardsCrowns } from "./mean-tree.ts";
import { chancesOf } from "./occupancy.ts";
import { lengthOf, type Step } from "./periods.ts";
import { type Looks, looksOf, meanSteps, separationOf } from "./score-lattice.ts";
import { type Ground, groundOf, halveGround } from "./surface.ts";

/** Place of a planting, in pixels of the image: `chance` says how sure it is that a tree stands there. */
export type PlantingPlace = {
  x: number;
  y: number;
  chance: number;
  isOccupied: boolean;
  /** True of a pit that was dug and holds no plant; told only by images of a few centimetres. */
  isPit?: boolean;
};

/** Trees in rows: how far apart, how many places, and how many of them hold a tree. */
export type Planting = {
  places: PlantingPlace[];
  /** Places that hold a tree, and the 90 % range of their number. */
  occupied: number;
  low: number;
  high: number;
  /** Uncertainty that all its places have in common; see `rangeOfPlaces`. */
  shared: SharedDoubt;
  /** Metres between places along a row, and across; the shorter first. */
  spacingMeters: [number, number];
  /** Direction of the shorter step, degrees from the image's right hand, anticlockwise, 0 to 180. */
  directionDegrees: number;
  /** Width at which the mean tree stands out, metres across. */
  crownMeters: number;
  /** Probability that a place stands out more than the ground between places; 0.5 without a pattern. */
  separation: number;
};

/** Metres across of the crowns looked for. */
const CROWNS = [0.7, 1.1, 1.7, 2.6];
/** Finest working resolution: more than three pixels across the smallest crown. */
export const FINEST_METERS = 0.2;
/** Coarser images do not show young trees. */
export const COARSEST_METERS = 0.3;
/** A crown of fewer pixels is not seen; one of more is looked at in a reduced image. */
const CROWN_PIXELS = { min: 2, enough: 3.4 };
/** Metres of a cell in which only one planting stands. */
const CELL_METERS = 2;
const MAX_SHARED = 0.3;
/** Most working pixels of one look. */
export const MAX_PIXELS = 6e6;

/** A place of the ground in cells, and those around it. */
function cellsAround({ x, y }: Step, metersPerPixel: number): string[] {
  const [u, v] = [x, y].map((value) => Math.floor((value * metersPerPixel) / CELL_METERS));
  return [-1, 0, 1].flatMap((dy) =>
    [-1, 0, 1].map((dx) => `${(u as number) + dx} ${(v as number) + dy}`),
  );
}

/** The surest lattice of each piece of ground. */
function withoutDoubles(lattices: Lattice[]): Lattice[] {
  const taken = new Set<string>();
  const kept: Lattice[] = [];
  for (const lattice of [...lattices].sort((p, q) => q.z - p.z)) {
    const cells = [...lattice.nodes.values()].map((node) =>
      cellsAround(node, lattice.ground.metersPerPixel),
    );
    const shared = cells.filter((around) => taken.has(around[4] ?? "")).length;
    if (shared > MAX_SHARED * cells.length) continue;
    for (const around of cells) for (const cell of around) taken.add(cell);
    kept.push(lattice);
  }
  return kept;
}

/** Greenness is preferred where it tells places apart so well: shadows of neighbours fall on empty places. */
const GREEN_ENOUGH = { separation: 0.9, less: 0.06 };

/** Measures how much the places stand out, on the surface that says most surely whether a tree stands there. */
function surestLooks({ green, nodes, growth, looks, separation }: Lattice, shift: Step): Looks {
  const greener = looksOf(green, nodes, growth, shift);
  const enough = Math.max(GREEN_ENOUGH.separation, separation - GREEN_ENOUGH.less);
  return separationOf(greener) >= enough ? greener : looks;
}

function plantingOf(lattice: Lattice, rect: Rect, gsdMeters: number): Planting {
  const { nodes, separation } = lattice;
  const { metersPerPixel } = lattice.ground;
  const shift = towardsCrowns(lattice);
  const looks = surestLooks(lattice, shift);
  const { chances, ...shared } = chancesOf(looks.values, looks.between);
  const scale = metersPerPixel / gsdMeters;
  const places = [...nodes.values()].map((node: Node, n): PlantingPlace => {
    const chance = chances[n] ?? 0;
    return {
      x: rect.x + (node.x + shift.x + 0.5) * scale,
      y: rect.y + (node.y + shift.y + 0.5) * scale,
      chance,
      isOccupied: chance >= 0.5,
    };
  });
  const { a, b } = meanSteps(nodes);
  const [short, long] = lengthOf(a) <= lengthOf(b) ? [a, b] : [b, a];
  const degrees = (Math.atan2(-short.y, short.x) * 180) / Math.PI;
  return {
    places,
    ...rangeOfPlaces(sumPlaces(chances), shared),
    shared,
    spacingMeters: [lengthOf(short) * metersPerPixel, lengthOf(long) * metersPerPixel],
    directionDegrees: (degrees + 180) % 180,
    crownMeters: crownWidth(lattice, shift),
    separation,
  };
}

/**
 * Young trees in rows within a rectangle of an image (source pixels): patterns that repeat, found at the scales of
 * small crowns, with their empty places. Empty where the image is coarser than `COARSEST_METERS`.
 * @throws RangeError when the rectangle has more than `MAX_PIXELS` working pixels, or fewer than three bands.
 */
export async function findPlantings(
  source: PixelSource,
  gsdMeters: number,
  rect: Rect,
  options: LatticeOptions = {},
): Promise<Planting[]> {
  if (gsdMeters > COARSEST_METERS) return [];
  const ratio = Math.max(1, FINEST_METERS / gsdMeters);
  const size = { width: Math.floor(rect.width / ratio), height: Math.floor(rect.height / ratio) };
  if (size.width * size.height > MAX_PIXELS)
    throw new RangeError("Too much ground for one look: cut it into blocks.");
  const at = { x: Math.round(rect.x / ratio), y: Math.round(rect.y / ratio) };
  const tile = await readWorkTile(source, { ...at, ...size }, ratio);
  const grounds: Ground[] = [groundOf(tile, gsdMeters * ratio)];
  const found: Lattice[] = [];
  for (const crownMeters of CROWNS) {
    if (crownMeters < CROWN_PIXELS.min * gsdMeters) continue;
    let ground = grounds.at(-1) as Ground;
    if (2 * CROWN_PIXELS.enough * ground.metersPerPixel <= crownMeters) {
      ground = halveGround(ground);
      grounds.push(ground);
    }
    found.push(...findLattices(ground, crownMeters, options));
  }
  const corner = { ...rect, x: at.x * ratio, y: at.y * ratio };
  return withoutDoubles(found).map((lattice) => plantingOf(lattice, corner, gsdMeters));
}

/**
 * Circles drawn at random over an area: the plots of a field sample. The same seed over the same ground gives the
 * same plots on every machine, so that anybody can repeat a draw.
 */
import type { Areal, Bbox, MultiPolygon, Ring } from "./geometry.ts";
import { groundAreas } from "./ground-areas.ts";
import { bboxOf, preparePolygon } from "./polygon.ts";
import { seededRandom } from "./seeded-random.ts";
import { spreadPairs } from "./spread-pairs.ts";

/**
 * The name under which a draw is kept: balanced acceptance sampling (Robertson, Brown, McDonald and Jaksons, Biometrics
 * 69, 2013), so that plots lie spread over the ground and a part that died as a whole gets its share of them, while
 * each square metre stays as likely as any other. Pairs x, y are Halton's sequence in bases 2 and 3; its starts are
 * whole numbers below 2³⁰ and 3¹⁸ out of mulberry32's numbers taken two at a time, the first ones whose place lies
 * inside the ground (Robertson, McDonald, Price and Brown, Statistics and Probability Letters 129, 2017). Longitude =
 * west + x (east − west), sin latitude = sin south + y (sin north − sin south), over the bounds of the ground, both
 * rounded to 7 decimals. A point outside the ground is passed over and not counted. One inside is passed over where it is
 * nearer than two radii to a plot that is drawn already; the 2,000th point inside for the same plot is taken even so.
 *
 * Draws of before are kept as `mulberry32-rejection-1`: x and y are then mulberry32's numbers themselves.
 */
export const DRAW_ALGORITHM = "halton-rejection-1";
const drawAlgorithms = [DRAW_ALGORITHM, "mulberry32-rejection-1"] as const;

/** Points inside the ground for one plot, of which the last may overlap others. */
const TRIES_APART = 2_000;
/** Points tried until one lies inside the ground. */
const TRIES_INSIDE = 200_000;
/** Corners of the polygon that stands for a circle; it has the circle's area. */
const CORNERS = 64;
const RADIANS = Math.PI / 180;

/** The centre in degrees, and square metres of the circle's part inside the ground. */
export interface DrawnPlot {
  number: number;
  longitude: number;
  latitude: number;
  areaM2: number;
}

export interface PlotDraw {
  ground: MultiPolygon;
  seed: number;
  count: number;
  radiusM: number;
  /** The newest one where none is named; another one repeats a draw of before. */
  algorithm?: (typeof drawAlgorithms)[number];
}

interface Place {
  longitude: number;
  latitude: number;
}

/** Metres of a degree east and north on WGS 84. Snyder, Map projections, 1987, eq. 4-18 and 4-19. */
function metresPerDegree(latitude: number): { east: number; north: number } {
  const [a, e2] = [6_378_137, 6.694_379_990_141_317e-3];
  const curve = 1 - e2 * Math.sin(latitude * RADIANS) ** 2;
  return {
    east: (a * Math.cos(latitude * RADIANS) * RADIANS) / Math.sqrt(curve),
    north: (a * (1 - e2) * RADIANS) / curve ** 1.5,
  };
}

/** Metres between two places some kilometres apart at most. */
export function metresApart(a: Place, b: Place): number {
  const { east, north } = metresPerDegree((a.latitude + b.latitude) / 2);
  return Math.hypot((a.longitude - b.longitude) * east, (a.latitude - b.latitude) * north);
}

/** A closed ring about a place with the area of a circle of that radius, counter-clockwise. */
export function circleRing({ longitude, latitude }: Place, radiusM: number): Ring {
  const { east, north } = metresPerDegree(latitude);
  const angle = (2 * Math.PI) / CORNERS;
  const radius = radiusM * Math.sqrt(angle / Math.sin(angle));
  const ring: Ring = Array.from({ length: CORNERS }, (_, i) => [
    longitude + (radius * Math.cos(i * angle)) / east,
    latitude + (radius * Math.sin(i * angle)) / north,
  ]);
  return [...ring, ring[0] as Ring[number]];
}

/** Square metres of a circle inside the ground. */
function areaInside(place: Place, radiusM: number, ground: MultiPolygon): number {
  const circle: Areal = { type: "Polygon", coordinates: [circleRing(place, radiusM)] };
  const shared = groundAreas(bboxOf(circle), [circle, ground]);
  return shared.find(({ shapes }) => shapes.length === 2)?.areaM2 ?? 0;
}

const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

/** The place in the bounds that two numbers from 0 to 1 stand for; sines make each square metre as likely as any other. */
function placeIn([west, south, east, north]: Bbox): (x: number, y: number) => Place {
  const [low, high] = [Math.sin(south * RADIANS), Math.sin(north * RADIANS)];
  return (x, y) => ({
    longitude: rounded(west + x * (east - west)),
    latitude: rounded(Math.asin(low + y * (high - low)) / RADIANS),
  });
}

/**
 * Draws plots whose centres are uniform over the ground. Holes are ground of somebody else.
 * @throws {RangeError} where the ground is empty, or so thin that no place in it is found
 */
export function drawPlots({ ground, seed, count, radiusM, algorithm }: PlotDraw): DrawnPlot[] {
  const placeOf = placeIn(bboxOf(ground));
  const isInside = preparePolygon(ground);
  const random = seededRandom(seed);
  function isOnGround(x: number, y: number): boolean {
    const { longitude, latitude } = placeOf(x, y);
    return isInside(longitude, latitude);
  }
  const nextPair =
    algorithm === "mulberry32-rejection-1"
      ? () => [random(), random()] as const
      : spreadPairs(random, isOnGround, TRIES_INSIDE);
  function nextInside(): Place {
    for (let tries = 0; tries < TRIES_INSIDE; tries++) {
      const place = placeOf(...nextPair());
      if (isInside(place.longitude, place.latitude)) return place;
    }
    throw new RangeError("no place inside the ground was found");
  }
  const drawn: Place[] = [];
  const isApart = (place: Place) => drawn.every((one) => metresApart(one, place) >= 2 * radiusM);
  while (drawn.length < count) {
    let place = nextInside();
    for (let tries = 1; tries < TRIES_APART && !isApart(place); tries++) place = nextInside();
    drawn.push(place);
  }
  return drawn.map((place, index) => ({
    number: index + 1,
    ...place,
    areaM2: areaInside(place, radiusM, ground),
  }));
}

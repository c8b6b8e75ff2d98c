/** A crown as a person gives it, in pixels of its image: plain maths. */
import { crownLimits } from "@nihol/contract/values/trees";
import type { Bbox, Ring } from "@nihol/geo/geometry";
import { findCrossings } from "@nihol/geo/ring-crossings";
import type { Georeference } from "@nihol/vision/coordinates/projection";
import { lonLatToPixel } from "@nihol/vision/coordinates/projection";
import { refuseField } from "../../../http/problem.ts";

export type Pixel = [x: number, y: number];

/** Part of a body that says where a crown is; see tree-corrections.ts of the contract. */
export interface GivenShape {
  point?: Pixel | undefined;
  position?: [lon: number, lat: number] | undefined;
  radius_m?: number | undefined;
  crown?: Pixel[] | undefined;
  outline?: [lon: number, lat: number][] | undefined;
}

interface ImagePlane {
  georeference: Georeference;
  gsd_m: number;
}

interface Crown {
  /** Open. */
  ring: Pixel[];
  box: [number, number, number, number];
  area_m2: number;
}

/** The corners of a round crown: its area is 1 % below the circle's. */
const CORNERS = 24;

const round = (value: number) => Math.round(value * 100) / 100;

/** @returns the field of the body, and its place in pixels */
export function middleOf(given: GivenShape, { georeference }: ImagePlane): Pixel | undefined {
  if (given.point) return given.point;
  return given.position && lonLatToPixel(georeference, ...given.position);
}

/** @returns the outline in pixels that was drawn, or undefined where none was */
export function outlineOf(
  { crown, outline }: GivenShape,
  { georeference }: ImagePlane,
): Pixel[] | undefined {
  return crown ?? outline?.map(([lon, lat]) => lonLatToPixel(georeference, lon, lat));
}

export function circleAround([x, y]: Pixel, radiusM: number, { gsd_m }: ImagePlane): Pixel[] {
  const radius = radiusM / gsd_m;
  return Array.from({ length: CORNERS }, (_, i): Pixel => {
    const angle = (2 * Math.PI * i) / CORNERS;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

export const movedBy = (ring: readonly Pixel[], dx: number, dy: number): Pixel[] =>
  ring.map(([x, y]) => [x + dx, y + dy]);

const isSame = (a: Pixel | undefined, b: Pixel | undefined) =>
  a?.[0] === b?.[0] && a?.[1] === b?.[1];

function twiceArea(ring: readonly Pixel[]): number {
  let sum = 0;
  ring.forEach(([x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] as Pixel;
    sum += x * nextY - nextX * y;
  });
  return Math.abs(sum);
}

/**
 * A ring of pixels as a crown.
 * @throws {FieldProblem} where it crosses itself, or is no crown by its size
 */
export function crownOf(given: readonly Pixel[], { gsd_m }: ImagePlane, field: string): Crown {
  const closed = given.map(([x, y]): Pixel => [round(x), round(y)]);
  const ring = isSame(closed[0], closed.at(-1)) ? closed.slice(0, -1) : closed;
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  const box: Bbox = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const area_m2 = (twiceArea(ring) / 2) * gsd_m ** 2;
  const { min, max } = crownLimits.areaM2;
  if (ring.length < 3 || area_m2 < min || area_m2 > max)
    refuseField(field, "crown_size", { min, max });
  if (findCrossings([[...ring, ring[0] as Pixel] as Ring], box).crossing)
    refuseField(field, "crown_crossed");
  return { ring, box, area_m2 };
}

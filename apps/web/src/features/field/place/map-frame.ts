/** A part of the ground in a box of a drawing, north up: without tiles, without a line. */
import { metersFrom, movedBy } from "@nihol/geo/flat-meters";

type LonLat = readonly [lon: number, lat: number, ...rest: number[]];

/** The box, in units of the drawing. */
export const box = { width: 360, height: 280, margin: 18 } as const;

export interface MapFrame {
  /** Units of the drawing for a metre. */
  scale: number;
  /** Where a position lies in the box. */
  toBox: (position: LonLat) => [x: number, y: number];
  /** The position, degrees, at a place in the box. */
  fromBox: (x: number, y: number) => [lon: number, lat: number];
}

/** So much ground at least, metres: a single point is not all there is. */
const minMetres = 40;

/** The frame about these positions; undefined where there are none. */
export function frameAround(positions: readonly LonLat[]): MapFrame | undefined {
  const [origin] = positions;
  if (!origin) return undefined;
  const metres = positions.map(metersFrom(origin));
  const [xs, ys] = [metres.map(([x]) => x), metres.map(([, y]) => y)];
  const bounds = (all: number[]) =>
    all.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)] as [number, number], [0, 0] as [
      number,
      number,
    ]);
  const [[west, east], [south, north]] = [bounds(xs), bounds(ys)];
  const middle = [(west + east) / 2, (south + north) / 2] as const;
  const { width, height, margin } = box;
  const scale = Math.min(
    (width - 2 * margin) / Math.max(east - west, minMetres),
    (height - 2 * margin) / Math.max(north - south, minMetres),
  );
  const inMetres = metersFrom(origin);
  return {
    scale,
    toBox(position) {
      const [x, y] = inMetres(position);
      return [width / 2 + (x - middle[0]) * scale, height / 2 - (y - middle[1]) * scale];
    },
    fromBox: (x, y) =>
      movedBy(origin, (x - width / 2) / scale + middle[0], (height / 2 - y) / scale + middle[1]),
  };
}

/** A round length for the scale bar, metres: at most a third of the box. */
export function scaleBarMetres(scale: number): number {
  const max = box.width / 3 / scale;
  const power = 10 ** Math.floor(Math.log10(max));
  return [5, 2, 1].map((one) => one * power).find((one) => one <= max) ?? power;
}

/** Finds where a shape leaves borders by more than a tolerance in metres. */
import { type Areal, type MultiPolygon, type Position, partsOf, type Ring } from "./geometry.ts";
import { preparePolygon } from "./polygon.ts";

/** So many points of an outline are checked, evenly along it. */
const POINTS = 256;
/** Mean length of a degree of latitude on WGS 84; of longitude after the cosine. Good to 1 %, as a tolerance needs. */
const METERS_PER_DEGREE = 111_320;

/**
 * A point of the shape's outline that lies outside all of `borders` and further than `toleranceM` metres from
 * each; undefined when there is none. The outline is followed at 256 points, straight in degrees.
 */
export function pointBeyond(
  shape: Areal,
  borders: readonly MultiPolygon[],
  toleranceM: number,
): Position | undefined {
  const tests = borders.map(preparePolygon);
  return outlinePoints(shape).find(
    ([lon, lat]) =>
      !tests.some((holds) => holds(lon, lat)) &&
      !borders.some((border) => isNear([lon, lat], border, toleranceM)),
  );
}

/** The same shape with longitude and latitude exchanged; undefined where that is no place on Earth. */
export function exchanged(shape: Areal): MultiPolygon | undefined {
  const parts = partsOf(shape).map((rings) =>
    rings.map((ring) => ring.map(([lon, lat]): Position => [lat, lon])),
  );
  const isOnEarth = parts.flat(2).every(([, lat]) => Math.abs(lat) <= 90);
  return isOnEarth ? { type: "MultiPolygon", coordinates: parts } : undefined;
}

/** Points along the outer rings, one each 256th of their length in degrees, and the first of each. */
function outlinePoints(shape: Areal): Position[] {
  const rings = partsOf(shape).map(([outer]) => outer ?? []);
  const length = rings.reduce((sum, ring) => sum + lengthOf(ring), 0);
  const step = length / POINTS;
  return rings.flatMap((ring) => along(ring, step));
}

const edgeLength = (a: Position, b: Position) => Math.hypot(b[0] - a[0], b[1] - a[1]);

function lengthOf(ring: Ring): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++)
    sum += edgeLength(ring[i - 1] as Position, ring[i] as Position);
  return sum;
}

function along(ring: Ring, step: number): Position[] {
  const points: Position[] = ring.slice(0, 1);
  let left = step;
  for (let i = 1; i < ring.length; i++) {
    const [a, b] = [ring[i - 1] as Position, ring[i] as Position];
    const length = edgeLength(a, b);
    for (; left <= length && step > 0; left += step) {
      const share = left / length;
      points.push([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]);
    }
    left -= length;
  }
  return points;
}

/** Tells whether an edge of the border passes within `toleranceM` metres of a position. */
function isNear([lon, lat]: Position, border: MultiPolygon, toleranceM: number): boolean {
  const perLon = METERS_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  return border.coordinates.flat().some((ring) =>
    ring.some((end, i) => {
      const start = ring[Math.max(0, i - 1)] as Position;
      const [ax, ay] = [(start[0] - lon) * perLon, (start[1] - lat) * METERS_PER_DEGREE];
      const [bx, by] = [(end[0] - lon) * perLon, (end[1] - lat) * METERS_PER_DEGREE];
      return distanceToSegment(ax, ay, bx, by) <= toleranceM;
    }),
  );
}

/** From the origin to the segment from a to b. */
function distanceToSegment(ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const lengthSquared = dx * dx + dy * dy;
  const share =
    lengthSquared === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / lengthSquared));
  return Math.hypot(ax + share * dx, ay + share * dy);
}

/** Which pictures of two years are compared over an area. No database here. */
import type { Areal, Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { preparePolygon } from "@nihol/geo/polygon";

/** What is needed of a picture to choose it. */
export interface Candidate {
  id: number;
  captured_on: string;
  bbox: number[];
  coverage: unknown;
}

export interface ImagePair<T extends Candidate = Candidate> {
  before: T;
  after: T;
}

/** Places of the area along each side that stand for the whole of it. */
const SIDE = 28;
/** A further pair must show at least this share of the places that it has as new ones. */
const LEAST_NEW = 0.3;
/** Half a year between the seasons counts like this share less of ground. */
const SEASON_WEIGHT = 0.4;

export const yearOf = ({ captured_on }: Pick<Candidate, "captured_on">) =>
  Number(captured_on.slice(0, 4));

/** Days of the year between two dates, 0 to 183: leaves differ between seasons. */
export function seasonDays(a: string, b: string): number {
  const day = (date: string) => {
    const start = Date.UTC(Number(date.slice(0, 4)), 0, 1);
    return (Date.parse(date) - start) / 86_400_000;
  };
  const apart = Math.abs(day(a) - day(b));
  return Math.round(Math.min(apart, 365.25 - apart));
}

/** Whether a is the earlier picture; of one day the lower number is. */
export const isEarlier = (a: Candidate, b: Candidate) =>
  a.captured_on < b.captured_on || (a.captured_on === b.captured_on && a.id < b.id);

const newestFirst = (a: Candidate, b: Candidate) =>
  b.captured_on.localeCompare(a.captured_on) || b.id - a.id;

type Point = readonly [lon: number, lat: number];

function pointsOf(area: Areal, [west, south, east, north]: Bbox): Point[] {
  const shape: MultiPolygon =
    area.type === "MultiPolygon" ? area : { type: "MultiPolygon", coordinates: [area.coordinates] };
  const holds = preparePolygon(shape);
  const points: Point[] = [];
  for (let v = 0; v < SIDE; v++)
    for (let u = 0; u < SIDE; u++) {
      const lon = west + ((u + 0.5) / SIDE) * (east - west);
      const lat = south + ((v + 0.5) / SIDE) * (north - south);
      if (holds(lon, lat)) points.push([lon, lat]);
    }
  return points;
}

/** An area with the places that stand for it, so that many pictures are tested quickly. */
export function areaPlaces(area: Areal, bbox: Bbox) {
  const points = pointsOf(area, bbox);
  const known = new Map<number, Uint8Array>();
  return (image: Candidate): Uint8Array => {
    const found = known.get(image.id);
    if (found) return found;
    const covers = preparePolygon(image.coverage as MultiPolygon);
    const [w = 0, s = 0, e = 0, n = 0] = image.bbox;
    const seen = Uint8Array.from(points, ([lon, lat]) =>
      lon >= w && lon <= e && lat >= s && lat <= n && covers(lon, lat) ? 1 : 0,
    );
    known.set(image.id, seen);
    return seen;
  };
}

/**
 * Pairs of a picture of one year and one of a later year that together show as much of the area as possible,
 * each place by one pair: the pair that adds most first, and of equal ones that of the nearer seasons.
 * @param seen which places of the area a picture shows (`areaPlaces`)
 */
export function choosePairs<T extends Candidate>(
  befores: readonly T[],
  afters: readonly T[],
  seen: (image: T) => Uint8Array,
): ImagePair<T>[] {
  const open = befores.flatMap((before) =>
    afters.flatMap((after) => {
      const [a, b] = [seen(before), seen(after)];
      const both = a.map((value, i) => value & (b[i] ?? 0));
      const total = both.reduce((sum, value) => sum + value, 0);
      const season = seasonDays(before.captured_on, after.captured_on) / 183;
      return total > 0 ? [{ before, after, both, total, weight: 1 - SEASON_WEIGHT * season }] : [];
    }),
  );
  const taken = new Uint8Array(open[0]?.both.length ?? 0);
  const chosen: ImagePair<T>[] = [];
  for (;;) {
    const best = open
      .map((pair) => {
        const fresh = pair.both.reduce((sum, value, i) => sum + (value && !taken[i] ? 1 : 0), 0);
        return { pair, fresh, score: fresh * pair.weight };
      })
      .filter(({ pair, fresh }) => fresh > LEAST_NEW * pair.total)
      .sort(
        (p, q) =>
          q.score - p.score ||
          newestFirst(p.pair.after, q.pair.after) ||
          newestFirst(p.pair.before, q.pair.before),
      )[0];
    if (!best) return chosen;
    chosen.push({ before: best.pair.before, after: best.pair.after });
    best.pair.both.forEach((value, i) => {
      if (value) taken[i] = 1;
    });
  }
}

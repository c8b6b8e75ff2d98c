/** Chooses the images of two years that are compared over an area. No database here. */
import type { Areal, Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { preparePolygon } from "@nihol/geo/polygon";

/** Facts of an image by which it is chosen. */
interface Candidate {
  id: number;
  captured_on: string;
  bbox: Bbox;
  coverage: MultiPolygon;
}

export interface ImagePair<T extends Candidate = Candidate> {
  before: T;
  after: T;
}

/** Places along each side of what an image shows of the area; fewer when there are many images. */
const SIDE = { few: 28, many: 10 };
const MANY_IMAGES = 40;
/** A further pair must show at least this share of the ground that it has as new. */
const MIN_NEW = 0.3;
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

/** Says whether `a` is the earlier image; of one day the lower number is. */
export const isEarlier = (a: Candidate, b: Candidate) =>
  a.captured_on < b.captured_on || (a.captured_on === b.captured_on && a.id < b.id);

const newestFirst = (a: Candidate, b: Candidate) =>
  b.captured_on.localeCompare(a.captured_on) || b.id - a.id;

interface Shown<T> {
  image: T;
  box: Bbox;
  contains: (lon: number, lat: number) => boolean;
  /** Places per square degree that are set for this image. */
  density: number;
}

/** Places of an area that stand for the ground that images show of it. */
interface AreaPlaces<T extends Candidate = Candidate> {
  /** Ground that each place stands for: a share of square degrees, comparable within the area. */
  weights: Float64Array;
  /** Images that show any of the area. */
  images: T[];
  /** Numbers of the places that an image shows, ascending. */
  seen: (image: T) => Int32Array;
}

const asMultiPolygon = (area: Areal): MultiPolygon =>
  area.type === "MultiPolygon" ? area : { type: "MultiPolygon", coordinates: [area.coordinates] };

function sharedBox([w = 0, s = 0, e = 0, n = 0]: readonly number[], area: Bbox): Bbox | undefined {
  const box: Bbox = [
    Math.max(w, area[0]),
    Math.max(s, area[1]),
    Math.min(e, area[2]),
    Math.min(n, area[3]),
  ];
  return box[0] < box[2] && box[1] < box[3] ? box : undefined;
}

/**
 * Places are set within each image, so that one of 400 metres counts in a region of 400 kilometres; where images
 * overlap there are more of them, and each stands for less ground.
 */
export function areaPlaces<T extends Candidate>(
  area: Areal,
  bbox: Bbox,
  images: readonly T[],
): AreaPlaces<T> {
  const inArea = preparePolygon(asMultiPolygon(area));
  const side = images.length > MANY_IMAGES ? SIDE.many : SIDE.few;
  const shown = images.flatMap((image): Shown<T>[] => {
    const box = sharedBox(image.bbox, bbox);
    if (!box) return [];
    const cell = ((box[2] - box[0]) * (box[3] - box[1])) / side ** 2;
    const contains = preparePolygon(image.coverage);
    return [{ image, box, contains, density: 1 / cell }];
  });
  const seen = new Map<T, number[]>(shown.map(({ image }) => [image, []]));
  const weights: number[] = [];
  for (const { box, contains } of shown)
    for (const [lon, lat] of gridIn(box, side)) {
      if (!contains(lon, lat) || !inArea(lon, lat)) continue;
      const by = shown.filter(
        (one) =>
          lon > one.box[0] &&
          lon < one.box[2] &&
          lat > one.box[1] &&
          lat < one.box[3] &&
          one.contains(lon, lat),
      );
      for (const { image } of by) seen.get(image)?.push(weights.length);
      weights.push(1 / by.reduce((sum, { density }) => sum + density, 0));
    }
  const lists = new Map([...seen].map(([image, numbers]) => [image, Int32Array.from(numbers)]));
  const none = new Int32Array();
  return {
    weights: Float64Array.from(weights),
    images: images.filter((image) => (lists.get(image)?.length ?? 0) > 0),
    seen: (image) => lists.get(image) ?? none,
  };
}

function* gridIn([west, south, east, north]: Bbox, side: number) {
  for (let v = 0; v < side; v++)
    for (let u = 0; u < side; u++)
      yield [
        west + ((u + 0.5) / side) * (east - west),
        south + ((v + 0.5) / side) * (north - south),
      ] as const;
}

function sharedPlaces(a: Int32Array, b: Int32Array): number[] {
  const [few, other] = a.length < b.length ? [a, new Set(b)] : [b, new Set(a)];
  return [...few].filter((place) => other.has(place));
}

const boxesTouch = (a: readonly number[], b: readonly number[]) =>
  (a[0] ?? 0) < (b[2] ?? 0) &&
  (b[0] ?? 0) < (a[2] ?? 0) &&
  (a[1] ?? 0) < (b[3] ?? 0) &&
  (b[1] ?? 0) < (a[3] ?? 0);

/**
 * Pairs of an image of one year and one of a later year that together show as much of the area as possible,
 * each place by one pair: the pair that adds most ground first, and of equal ones that of the nearer seasons.
 */
export function choosePairs<T extends Candidate>(
  befores: readonly T[],
  afters: readonly T[],
  { weights, seen }: Pick<AreaPlaces<T>, "weights" | "seen">,
): ImagePair<T>[] {
  const ground = (places: readonly number[]) =>
    places.reduce((sum, place) => sum + (weights[place] ?? 0), 0);
  const open = befores.flatMap((before) =>
    afters.flatMap((after) => {
      if (!boxesTouch(before.bbox, after.bbox)) return [];
      const both = sharedPlaces(seen(before), seen(after));
      const season = seasonDays(before.captured_on, after.captured_on) / 183;
      return both.length > 0
        ? [{ before, after, both, total: ground(both), weight: 1 - SEASON_WEIGHT * season }]
        : [];
    }),
  );
  const taken = new Set<number>();
  const chosen: ImagePair<T>[] = [];
  for (;;) {
    const best = open
      .map((pair) => {
        const fresh = ground(pair.both.filter((place) => !taken.has(place)));
        return { pair, fresh, score: fresh * pair.weight };
      })
      .filter(({ pair, fresh }) => fresh > MIN_NEW * pair.total)
      .sort(
        (p, q) =>
          q.score - p.score ||
          newestFirst(p.pair.after, q.pair.after) ||
          newestFirst(p.pair.before, q.pair.before),
      )[0];
    if (!best) return chosen;
    chosen.push({ before: best.pair.before, after: best.pair.after });
    for (const place of best.pair.both) taken.add(place);
  }
}

/** Splits an image's ground by territory and by the days on which newer images take it over. No database in here. */
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { groundAreas } from "@nihol/geo/ground-areas";
import { bboxesTouch, type PointTest, preparePolygon } from "@nihol/geo/polygon";
import type { CoverPoint } from "./ground-cover.ts";
import { placeWithin, type Shape } from "./territory-index.ts";

export interface SeenImage {
  id: number;
  /** ISO date. */
  captured_on: string;
  bbox: Bbox;
  coverage: MultiPolygon;
  has_green_level: boolean;
  /** False: too coarse for counting trees. Its ground counts for the green level alone. */
  counted: boolean;
  /** True where the places of all its closed canopy, and of all its shrubs, are known. */
  canopy_placed: boolean;
  shrubs_placed: boolean;
}

/** The boundaries of each kind around a place, smallest first. */
export interface TerritoryShapes {
  garden: Shape[];
  district: Shape[];
  region: Shape[];
}

/** A row of seen_area, without the image's own columns. */
export interface SeenPart {
  region_id: number;
  district_id: number;
  garden_id: number;
  superseded_on: string;
  green_superseded_on: string;
  area_m2: number;
  /** Closed canopy and shrubs whose middles lie in it; null where the image does not say. */
  canopy_m2: number | null;
  shrubs: number | null;
}

/** Square metres. What is smaller comes from the last digits of borders that touch. */
const MIN_AREA_M2 = 0.01;
const NEVER = "infinity";

/** Later capture date, then higher number. */
export const isNewer = (a: SeenImage, b: SeenImage) =>
  a.captured_on > b.captured_on || (a.captured_on === b.captured_on && a.id > b.id);

/** A shape of the overlay and what it stands for. */
type Layer = { geometry: MultiPolygon; bbox: Bbox } & (
  | { newer: SeenImage }
  | { kind: keyof TerritoryShapes; shape: Shape }
);

/** Newer images, first to take over first; then gardens, districts and regions, smallest first. */
function layersIn(
  box: Bbox,
  image: SeenImage,
  images: readonly SeenImage[],
  territory: TerritoryShapes,
): Layer[] {
  const newer = images.filter((one) => isNewer(one, image) && bboxesTouch(one.bbox, box));
  newer.sort((a, b) => (isNewer(a, b) ? 1 : -1));
  const within = (["garden", "district", "region"] as const).flatMap((kind) =>
    territory[kind]
      .filter(({ bbox }) => bboxesTouch(bbox, box))
      .map((shape) => ({ geometry: shape.boundary, bbox: shape.bbox, kind, shape })),
  );
  return [
    ...newer.map((one) => ({ geometry: one.coverage, bbox: one.bbox, newer: one })),
    ...within,
  ];
}

type Sums = Pick<SeenPart, "area_m2"> & Pick<CoverPoint, "canopy_m2" | "shrubs">;

function partUnder(image: SeenImage, layers: readonly Layer[], sums: Sums): SeenPart {
  const newer = layers.flatMap((layer) => ("newer" in layer ? layer.newer : []));
  const smallest = (kind: keyof TerritoryShapes) =>
    layers.flatMap((layer) => ("kind" in layer && layer.kind === kind ? layer.shape : []))[0];
  const place = placeWithin(smallest("garden"), smallest("district"), smallest("region"));
  return {
    region_id: place.region_id ?? 0,
    district_id: place.district_id ?? 0,
    garden_id: place.garden_id ?? 0,
    // Ground on which no trees were counted is no seen ground: superseded on its own day, it counts in no period.
    superseded_on: image.counted
      ? (newer.find((one) => one.counted)?.captured_on ?? NEVER)
      : image.captured_on,
    green_superseded_on: newer.find((one) => one.has_green_level)?.captured_on ?? NEVER,
    area_m2: sums.area_m2,
    canopy_m2: image.canopy_placed ? sums.canopy_m2 : null,
    shrubs: image.shrubs_placed ? sums.shrubs : null,
  };
}

/**
 * The ground that `image` shows in a box, split by territory and by the days on which newer ones of `images`
 * take it over; with what of `cover`, of the image in this box, stands there. `images` may hold the image itself and older
 * ones.
 */
export function seenParts(
  box: Bbox,
  image: SeenImage,
  images: readonly SeenImage[],
  territory: TerritoryShapes,
  cover: readonly CoverPoint[] = [],
): SeenPart[] {
  const layers = layersIn(box, image, images, territory);
  const parts = new Map<string, SeenPart>();
  const geometries = [image.coverage, ...layers.map(({ geometry }) => geometry)];
  for (const { shapes, areaM2 } of groundAreas(box, geometries)) {
    const [own, ...rest] = shapes;
    if (own !== 0) continue;
    const over = rest.flatMap((index) => layers[index - 1] ?? []);
    add(parts, partUnder(image, over, { area_m2: areaM2, canopy_m2: 0, shrubs: 0 }));
  }
  for (const { over, canopy_m2, shrubs } of coverByLayers(cover, layers))
    add(parts, partUnder(image, over, { area_m2: 0, canopy_m2, shrubs }));
  // A grid cell at the image's edge may have its middle where no ground is shown: it is in the sums all the same.
  return [...parts.values()]
    .map((part) => (part.area_m2 < MIN_AREA_M2 ? { ...part, area_m2: 0 } : part))
    .filter(({ area_m2, canopy_m2, shrubs }) => area_m2 || canopy_m2 || shrubs);
}

interface CoverSums {
  over: Layer[];
  canopy_m2: number;
  shrubs: number;
}

/** Sums of cover by the layers that hold it: as a tree, what has a position lies under them or does not. */
function coverByLayers(
  cover: readonly CoverPoint[],
  layers: readonly Layer[],
): Iterable<CoverSums> {
  const sums = new Map<string, CoverSums>();
  const tests: PointTest[] = [];
  for (const { lon, lat, canopy_m2, shrubs } of cover) {
    const under: number[] = [];
    for (let i = 0; i < layers.length; i++) {
      const { bbox, geometry } = layers[i] as Layer;
      if (lon < bbox[0] || lon > bbox[2] || lat < bbox[1] || lat > bbox[3]) continue;
      const test = tests[i] ?? preparePolygon(geometry);
      tests[i] = test;
      if (test(lon, lat)) under.push(i);
    }
    const name = under.join();
    const sum = sums.get(name) ?? {
      over: under.flatMap((index) => layers[index] ?? []),
      canopy_m2: 0,
      shrubs: 0,
    };
    sums.set(name, sum);
    sum.canopy_m2 += canopy_m2;
    sum.shrubs += shrubs;
  }
  return sums.values();
}

function add(parts: Map<string, SeenPart>, part: SeenPart): void {
  const { area_m2, canopy_m2, shrubs, ...key } = part;
  const name = Object.values(key).join();
  const before = parts.get(name);
  if (!before) return void parts.set(name, part);
  before.area_m2 += area_m2;
  if (before.canopy_m2 !== null && canopy_m2 !== null) before.canopy_m2 += canopy_m2;
  if (before.shrubs !== null && shrubs !== null) before.shrubs += shrubs;
}

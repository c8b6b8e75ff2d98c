import { seededRandom } from "@nihol/geo/seeded-random";

/** First, second and third capture of a place. */
export type SceneDate = 0 | 1 | 2;
type AtEachDate<T> = readonly [T, T, T];

/** A tree of the drawn scene; lengths in metres from the scene's top-left corner, y downwards. */
export type SceneTree = {
  id: number;
  x: number;
  y: number;
  radius: number;
  /** True at each date that shows it. */
  present: AtEachDate<boolean>;
  /** True at each date at which it is green. */
  green: AtEachDate<boolean>;
  /** Its radius at each date, where it grows. */
  grown?: AtEachDate<number>;
};

/** A field that is planted in rows between the dates, or said to be. */
export type ScenePlanting = {
  /** Metres from the scene's middle to the field's, east and north. */
  east: number;
  north: number;
  width: number;
  height: number;
  /** Metres between rows, and between trees of a row. */
  rows: number;
  spacing: number;
  /** Crown radius in metres at each date; 0 before it is planted. */
  radii: AtEachDate<number>;
  /** Share of its places that hold a tree at each date; a place that stays empty is the same at all of them. */
  living: AtEachDate<number>;
};

type Strip = {
  kind: "road" | "canal";
  at: number;
  slope: number;
  bend: number;
  width: number;
};
export type Building = { x: number; y: number; width: number; height: number; roof: number };
export type ScenePlan = {
  side: number;
  trees: SceneTree[];
  strips: Strip[];
  buildings: Building[];
};

/** Shares of the trees that change between the dates. */
const PLANTED = 0.06;
const LOST = 0.05;
const BROWN_FIRST = 0.02;
const BROWNED = 0.05;
const LOST_LATER = 0.02;

/** Where the middle line of a road or canal runs (metres from the top) at `x` metres. */
export function stripMiddle(strip: Strip, x: number): number {
  return strip.at + strip.slope * x + strip.bend * Math.sin(x / 60);
}

type Place = { x: number; y: number; radius: number };
type Box = { x: number; y: number; width: number; height: number };

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Tells whether a road or canal runs through a box. */
function crosses(strip: Strip, box: Box): boolean {
  for (let x = box.x; x <= box.x + box.width; x += 5) {
    const y = stripMiddle(strip, x);
    if (y > box.y - strip.width && y < box.y + box.height + strip.width) return true;
  }
  return false;
}

/** Rows of an orchard, turned by a few degrees, with gaps where trees failed. */
function orchard(
  random: () => number,
  field: Box,
  rows: number,
  spacing: number,
  radius: number,
): Place[] {
  const turn = (random() - 0.5) * 0.2;
  const places: Place[] = [];
  for (let v = rows / 2; v < field.height; v += rows)
    for (let u = spacing / 2; u < field.width; u += spacing) {
      const [jx, jy] = [(random() - 0.5) * 0.8, (random() - 0.5) * 0.8];
      const size = radius * (0.75 + 0.5 * random());
      if (random() < 0.07) continue;
      const x = field.x + u * Math.cos(turn) - (v - field.height / 2) * Math.sin(turn) + jx;
      const y = field.y + v * Math.cos(turn) + (u - field.width / 2) * Math.sin(turn) + jy;
      places.push({ x, y, radius: size });
    }
  return places;
}

function isClear(place: Place, taken: Place[], plan: Omit<ScenePlan, "trees">): boolean {
  const { x, y, radius } = place;
  const edge = radius + 0.5;
  if (x < edge || y < edge || x > plan.side - edge || y > plan.side - edge) return false;
  if (plan.strips.some((s) => Math.abs(stripMiddle(s, x) - y) < s.width / 2 + radius)) return false;
  const hitsRoof = (b: Building): boolean =>
    x > b.x - edge && x < b.x + b.width + edge && y > b.y - edge && y < b.y + b.height + edge;
  if (plan.buildings.some(hitsRoof)) return false;
  return !taken.some((t) => Math.hypot(t.x - x, t.y - y) < 0.9 * (t.radius + radius));
}

/** A canal along the top, a road below it, a few buildings beside the road. */
function groundPlan(random: () => number, side: number): Omit<ScenePlan, "trees"> {
  const strips: Strip[] = [
    { kind: "canal", at: 0.17 * side, slope: 0.05, bend: 4, width: 7 },
    { kind: "road", at: 0.56 * side, slope: -0.03, bend: 2, width: 8 },
  ];
  const buildings = Array.from({ length: 7 }, (_, i) => ({
    x: side * (0.05 + 0.13 * i) + random() * 10,
    y: side * 0.6 + random() * 8,
    width: 9 + random() * 9,
    height: 8 + random() * 7,
    roof: Math.floor(random() * 3),
  }));
  return { side, strips, buildings };
}

/** The box of a planting in metres from the top left, with a lane around it. */
function fieldOf(planting: ScenePlanting, side: number, lane = 0) {
  const { east, north, width, height } = planting;
  return {
    x: side / 2 + east - width / 2 - lane,
    y: side / 2 - north - height / 2 - lane,
    width: width + 2 * lane,
    height: height + 2 * lane,
  };
}

/** The trees of a planting: a place that fails between two dates stays empty. */
function plantedTrees(planting: ScenePlanting, side: number, random: () => number) {
  const field = fieldOf(planting, side);
  const { rows, spacing, radii, living } = planting;
  const trees: Omit<SceneTree, "id">[] = [];
  for (let y = field.y + rows / 2; y < field.y + field.height; y += rows)
    for (let x = field.x + spacing / 2; x < field.x + field.width; x += spacing) {
      const [jx, jy, size, chance] = [random(), random(), 0.85 + 0.3 * random(), random()];
      const stands = (date: SceneDate) => radii[date] > 0 && chance < living[date];
      trees.push({
        x: x + (jx - 0.5) * 0.5,
        y: y + (jy - 0.5) * 0.5,
        radius: radii[2] * size,
        grown: [radii[0] * size, radii[1] * size, radii[2] * size],
        present: [stands(0), stands(1), stands(2)],
        green: [true, true, true],
      });
    }
  return trees;
}

/**
 * Places of trees where nobody plants: two orchards (none on open ground), trees along the canal and the road, others
 * scattered.
 */
function wantedPlaces(
  random: () => number,
  side: number,
  strips: Strip[],
  isOpen: boolean,
): Place[] {
  const field = (x: number, y: number, width: number, height: number) => ({
    x: x * side,
    y: y * side,
    width: width * side,
    height: height * side,
  });
  const orchards = [
    ...orchard(random, field(0.05, 0.27, 0.4, 0.24), 7.5, 6.5, 2.3),
    ...orchard(random, field(0.54, 0.26, 0.38, 0.24), 9, 8, 3.0),
  ];
  const wanted = isOpen ? [] : orchards;
  for (const strip of strips)
    for (let x = 6; x < side; x += 11) {
      const beside = strip.width / 2 + 4.5;
      const y = stripMiddle(strip, x) + (strip.kind === "road" ? beside : -beside);
      wanted.push({ x, y, radius: 2.6 + random() * 1.4 });
    }
  for (let k = 0; k < 200; k++) {
    const low = random() < 0.75;
    const y = low ? side * (0.68 + 0.31 * random()) : side * (0.01 + 0.12 * random());
    wanted.push({ x: random() * side, y, radius: 1.8 + 2.7 * random() ** 1.5 });
  }
  return wanted;
}

/** Draws at random how a tree changes that nobody planted for a task. */
function changeOf(random: () => number, later: () => number) {
  const [change, colour] = [random(), random()];
  const second = change < PLANTED || change > PLANTED + LOST;
  const brown = colour < BROWN_FIRST + BROWNED;
  return {
    isPlanted: change < PLANTED,
    present: [change >= PLANTED, second, second && later() >= LOST_LATER] as const,
    green: [colour >= BROWN_FIRST, !brown, !brown] as const,
  };
}

/**
 * Where everything stands, from a seed: two orchards, trees along the canal and the road, others
 * scattered; some planted, lost or browned between the dates. With plantings, be it none, the ground is
 * open: no orchards, and nothing else where they lie.
 * @param side metres
 */
export function planScene(seed: number, side: number, plantings?: ScenePlanting[]): ScenePlan {
  const [random, later] = [seededRandom(seed), seededRandom(seed + 7_919)];
  const ground = groundPlan(random, side);
  const isOpen = plantings !== undefined;
  const fields = plantings?.map((planting) => fieldOf(planting, side, 6)) ?? [];
  const isInField = ({ x, y }: Place) =>
    fields.some((f) => x > f.x && x < f.x + f.width && y > f.y && y < f.y + f.height);
  const kept: Place[] = [];
  for (const place of wantedPlaces(random, side, ground.strips, isOpen))
    if (!isInField(place) && isClear(place, kept, ground)) kept.push(place);
  const trees = kept.map((place): Omit<SceneTree, "id"> => {
    const { isPlanted, ...change } = changeOf(random, later);
    return { ...place, ...change, radius: isPlanted ? Math.min(place.radius, 2.2) : place.radius };
  });
  for (const planting of plantings ?? []) trees.push(...plantedTrees(planting, side, later));
  // A field takes the place of what the ground would hold there.
  const strips = ground.strips.filter((strip) => !fields.some((f) => crosses(strip, f)));
  const buildings = ground.buildings.filter((house) => !fields.some((f) => overlaps(house, f)));
  return { side, strips, buildings, trees: trees.map((tree, id) => ({ id, ...tree })) };
}

import { seededRandom } from "@nihol/geo/seeded-random";

/** A tree of the drawn scene; lengths in metres from the scene's top-left corner, y downwards. */
export type SceneTree = {
  id: number;
  x: number;
  y: number;
  radius: number;
  /** Which of the two dates show it. */
  present: [boolean, boolean];
  /** Whether it is green at each date. */
  green: [boolean, boolean];
};

export type Strip = {
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

/** Where the middle line of a road or canal runs (metres from the top) at `x` metres. */
export function stripMiddle(strip: Strip, x: number): number {
  return strip.at + strip.slope * x + strip.bend * Math.sin(x / 60);
}

type Place = { x: number; y: number; radius: number };

/** Rows of an orchard, turned by a few degrees, with gaps where trees failed. */
function orchard(
  random: () => number,
  field: { x: number; y: number; width: number; height: number },
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

/**
 * Where everything stands, from a seed: two orchards, trees along the canal and the road, others
 * scattered; some planted, lost or browned between the two dates.
 * @param side metres
 */
export function planScene(seed: number, side: number): ScenePlan {
  const random = seededRandom(seed);
  const ground = groundPlan(random, side);
  const field = (x: number, y: number, width: number, height: number) => ({
    x: x * side,
    y: y * side,
    width: width * side,
    height: height * side,
  });
  const wanted: Place[] = [
    ...orchard(random, field(0.05, 0.27, 0.4, 0.24), 7.5, 6.5, 2.3),
    ...orchard(random, field(0.54, 0.26, 0.38, 0.24), 9, 8, 3.0),
  ];
  for (const strip of ground.strips)
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
  const kept: Place[] = [];
  for (const place of wanted) if (isClear(place, kept, ground)) kept.push(place);
  const trees = kept.map((place, id): SceneTree => {
    const [change, colour] = [random(), random()];
    const present: [boolean, boolean] = [
      change >= PLANTED,
      change < PLANTED || change > PLANTED + LOST,
    ];
    const green: [boolean, boolean] = [colour >= BROWN_FIRST, colour >= BROWN_FIRST + BROWNED];
    const radius = change < PLANTED ? Math.min(place.radius, 2.2) : place.radius;
    return { id, ...place, radius, present, green };
  });
  return { ...ground, trees };
}

/**
 * Drawn ground that fools a comparison: tufts that grow up, masts whose shadows turn with the sun, the shadow of a
 * building over trees that were planted, saplings on an image that is fine enough for them. What came is known exactly.
 */
import { type ChangeRange, rangeOfChange } from "@nihol/counting/change-range";
import { seededRandom } from "@nihol/geo/seeded-random";
import { CLEAR_DAY, type DrawnImage, drawPair } from "@nihol/vision/compare/scene";
import type { Detector } from "@nihol/vision/detect/detector";
import { type Pixels, pixelSource } from "@nihol/vision/pixels/pixels";
import { drawPlanting, photographPlanting } from "@nihol/vision/scene/planting-scene";
import { compareSeen, type SeenImage, seeImage } from "./compare-seen.ts";

/** Pixels a side, and ground metres of a pixel, of the drawn gardens. */
const [size, gsdM] = [480, 0.25];
/** Red, green, blue and near infrared of herbs in flower or seed, of a mast and of what its shadow leaves. */
const HERBS = [132, 142, 84, 188] as const;
const MAST = [196, 196, 190, 150] as const;
const SHADED = 0.42;
/** Of a tuft, pixels: half a metre to a metre and a quarter. */
const tuftRadius = { min: 2, max: 5 };
const tufts = 60;
const masts = 12;
/** Pixels of a mast's shadow: about ten metres. */
const shadowLength = 42;

interface Spot {
  x: number;
  y: number;
  radius: number;
}

/** Both images, and where planted trees stand in the second one. */
interface GroundPair {
  before: { pixels: Pixels; image: SeenImage["image"] };
  after: { pixels: Pixels; image: SeenImage["image"] };
  planted: Spot[];
}

const clamped = (value: number) => Math.min(255, Math.max(1, Math.round(value)));

/** Changes pixels within a radius of a place; `far` is 0 in the middle and 1 at the radius. */
function around(
  { data, width, height, bands }: Pixels,
  { x, y, radius }: Spot,
  change: (value: number, band: number, far: number) => number,
) {
  for (
    let row = Math.max(0, Math.floor(y - radius));
    row <= Math.min(height - 1, y + radius);
    row++
  )
    for (
      let column = Math.max(0, Math.floor(x - radius));
      column <= Math.min(width - 1, x + radius);
      column++
    ) {
      const far = Math.hypot(column - x, row - y) / radius;
      if (far > 1) continue;
      for (let band = 0; band < bands; band++) {
        const at = (row * width + column) * bands + band;
        data[at] = clamped(change(data[at] ?? 0, band, far));
      }
    }
}

const copied = ({ pixels, image }: DrawnImage): GroundPair["before"] => {
  const own = { ...pixels, data: Uint8Array.from(pixels.data) };
  return { pixels: own, image: { ...image, source: pixelSource(own) } };
};

/** Places on open ground of both dates, away from crowns, drawn by lot. */
function openPlaces(
  pair: { before: DrawnImage; after: DrawnImage },
  count: number,
  radius: number,
  seed: number,
): Spot[] {
  const random = seededRandom(seed);
  const trees = [...pair.before.trees, ...pair.after.trees];
  const places: Spot[] = [];
  for (let tries = 0; places.length < count && tries < 100 * count; tries++) {
    const [x, y] = [20 + random() * (size - 40), 20 + random() * (size - 40)];
    const isFree =
      trees.every((tree) => Math.hypot(tree.x - x, tree.y - y) > tree.radiusPx * 1.8 + radius) &&
      places.every((one) => Math.hypot(one.x - x, one.y - y) > 2.5 * radius);
    if (isFree) places.push({ x, y, radius });
  }
  return places;
}

/** A garden in which nothing changed but what is painted. */
const unchanged = (seed: number) =>
  drawPair({
    ...{ seed, size, gsdMeters: gsdM, days: [CLEAR_DAY, CLEAR_DAY] },
    changes: { planted: 0, lost: 0 },
  });

function tuftsGrown(seed: number): GroundPair {
  const pair = unchanged(seed);
  const [before, after] = [copied(pair.before), copied(pair.after)];
  const random = seededRandom(seed + 11);
  for (const place of openPlaces(pair, tufts, tuftRadius.max, seed + 1)) {
    const radius = tuftRadius.min + random() * (tuftRadius.max - tuftRadius.min);
    around(after.pixels, { ...place, radius }, (value, band, far) => {
      // Stalks apart from each other, thinner to the edge, without a shadow to speak of.
      const cover = (0.55 + 0.45 * random()) * (1 - far * far * 0.7);
      return value + ((HERBS[band] ?? value) * (0.85 + 0.3 * random()) - value) * cover;
    });
  }
  return { before, after, planted: [] };
}

function mastsTurned(seed: number): GroundPair {
  const pair = unchanged(seed);
  const [before, after] = [copied(pair.before), copied(pair.after)];
  const places = openPlaces(pair, masts, 12, seed + 2);
  const days = [
    [before, -0.75, -0.66],
    [after, 0.8, -0.6],
  ] as const;
  for (const [{ pixels }, dx, dy] of days)
    for (const { x, y } of places) {
      const darkened = (value: number) => value * SHADED;
      for (let along = 2; along < shadowLength; along += 1.4)
        around(pixels, { x: x + dx * along, y: y + dy * along, radius: 1 }, darkened);
      // Draws the shadow of the mast's top: a lamp, a transformer.
      around(pixels, { x: x + dx * shadowLength, y: y + dy * shadowLength, radius: 4 }, darkened);
      around(pixels, { x, y, radius: 1.5 }, (_, band) => MAST[band] ?? 190);
    }
  return { before, after, planted: [] };
}

/** Every planted tree stands in the shadow of a building; the others are lit as before. */
function shadedPlanted(seed: number): GroundPair {
  const pair = drawPair({
    ...{ seed, size, gsdMeters: gsdM, days: [CLEAR_DAY, CLEAR_DAY] },
    changes: { planted: 0.12, lost: 0 },
  });
  const [before, after] = [copied(pair.before), copied(pair.after)];
  const known = new Set(pair.before.trees.map(({ id }) => id));
  const planted = pair.after.trees
    .filter(({ id, x, y }) => !known.has(id) && Math.min(x, y, size - x, size - y) > 16)
    .map(({ x, y, radiusPx }) => ({ x, y, radius: radiusPx }));
  for (const { x, y, radius } of planted)
    around(after.pixels, { x, y, radius: radius * 2.2 + 6 }, (value) => value * SHADED);
  return { before, after, planted };
}

/** Ground and the same ground with saplings, at 0.1 m a pixel. */
function saplingsPlanted(seed: number): GroundPair {
  const [side, fine] = [44, 0.1];
  const scene = {
    ...{ seed, ground: seed % 2 === 0 ? ("soil" as const) : ("lawn" as const), crownMeters: 1.3 },
    ...{ rows: 4, spacing: 3, side, sun: CLEAR_DAY.sun },
  };
  const [bare, grown] = [
    drawPlanting({ ...scene, gaps: 1 }),
    drawPlanting({ ...scene, gaps: 0.2 }),
  ];
  const { image } = unchanged(seed).before;
  const [a = 0, , , d = 0] = image.georeference.affine;
  const georeference = { ...image.georeference, affine: [a, fine, 0, d, 0, -fine] as never };
  const seen = (drawn: typeof bare, by: number) => {
    const pixels = photographPlanting(drawn, fine, 4, seed + by);
    return {
      pixels,
      image: { ...image, georeference, gsdMeters: fine, source: pixelSource(pixels) },
    };
  };
  const planted = grown.places
    .filter(({ stands }) => stands)
    .map(({ x, y }) => ({ x: x / fine, y: y / fine, radius: 0.65 / fine }));
  return { before: seen(bare, 1), after: seen(grown, 2), planted };
}

const cases = { tuftsGrown, mastsTurned, shadedPlanted, saplingsPlanted };
export type GroundCase = keyof typeof cases;
export const groundCases = Object.keys(cases) as GroundCase[];

export interface GroundFound {
  /** Planted trees that there are. */
  truth: number;
  planted: number;
  /** Of them those that stand where one was planted. */
  right: number;
  lost: number;
  /** Seen, but not judged: too dark, beside the image. */
  notVisible: number;
  range: ChangeRange;
}

/** Compares the two dates of a drawn case, and counts how much of the result is right. */
export async function measureGround(
  detector: Detector,
  name: GroundCase,
  seed: number,
): Promise<GroundFound> {
  const { before, after, planted } = cases[name](seed);
  const seen = [
    await seeImage(detector, before.pixels, before.image),
    await seeImage(detector, after.pixels, after.image),
  ] as const;
  const { compared, decision } = await compareSeen(seen);
  const of = (state: string) => decision.records.filter((record) => record.state === state);
  const said = of("planted").map((record) => seen[1].strong[record.after ?? -1]);
  const right = said.filter((found) =>
    planted.some(
      ({ x, y, radius }) => found && Math.hypot(found.x - x, found.y - y) <= radius * 1.2 + 2,
    ),
  ).length;
  const open = decision.records.filter(
    (one) => one.before === undefined && one.state !== "not_visible",
  );
  const range = rangeOfChange([
    {
      count: said.length,
      expected: open.reduce((sum, { chance }) => sum + chance, 0),
      variance: open.reduce((sum, { chance }) => sum + chance * (1 - chance), 0),
      kept: compared.matches.length,
      recall: decision.recall.after,
    },
  ]);
  return {
    ...{ truth: planted.length, planted: said.length, right, lost: of("lost").length },
    ...{ notVisible: of("not_visible").length, range },
  };
}

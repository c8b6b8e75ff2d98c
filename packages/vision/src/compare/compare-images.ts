import { measurePlaces, type Wanted } from "./appearance.ts";
import { registerByTrees } from "./constellation.ts";
import { crownLeans, type LeanOf, leanOver } from "./crown-lean.ts";
import { type ComparedImage, type Frame, sharedFrame, toFrame } from "./frame.ts";
import { type Match, matchTrees } from "./match.ts";
import { type PlaceMeasurement, RING_TO } from "./place.ts";
import { errorAt, type Registration, registerByPixels } from "./register.ts";
import { shiftOf } from "./shift-field.ts";
import { type CompareTree, treeGrid, treesNear } from "./trees.ts";
import { median, type UsualMatch, usualMatch } from "./usual-match.ts";

/** A tree found in an image; `strength` is its score as a share of the detector's threshold. */
type FoundTree = { lon: number; lat: number; areaM2: number; strength: number };

export type CompareSide = {
  image: ComparedImage;
  trees: readonly FoundTree[];
  /** Tells whether trees were detected at a place; left out where they were in the whole image. */
  covers?: (lon: number, lat: number) => boolean;
};

/** A tree that only one of the images has, and what the other one shows in its place. */
export type Single = {
  side: 0 | 1;
  tree: number;
  /** Reason why the other image shows nothing of the place; undefined where it does. */
  unseen: Unseen | undefined;
  measurement: PlaceMeasurement | undefined;
  /** It lies within a crown that the other image has: the same canopy, split differently. */
  covered: boolean;
  strength: number;
  /** Its place in the other image, degrees, and crown radius, metres: where to recheck. */
  place: { lon: number; lat: number; radius: number };
  /** Number of the single of the other side that may be the same tree, shown further off than matching allows. */
  twin: number | undefined;
};

export type Unseen = "outside" | "no_data" | "too_coarse" | "veiled";

/** Plain values, so that it can cross to another process. */
export type Compared = {
  registration: Registration;
  matches: Match[];
  /** Crown radius of each match in the first image, metres. */
  matchRadii: number[];
  singles: Single[];
  usual: UsualMatch;
};

type CompareOptions = {
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
};

// Numbers of this file are chosen, not fitted; `npm run bench -- compare` measures the whole (decisions 5 and 49).
/** Crown diameter in pixels of the other image below which it cannot be detected there. */
const CROWN_PIXELS = 2.5;
/** Share of a crown that the other image must show for it to be judged there (`PlaceMeasurement.shown`). */
const SHOWN_SHARE = 0.85;
/** Matched trees that are measured too, evenly among all: what is usual for trees that stayed. */
const MAX_SAMPLES = 240;
/** Metres of a cell of the grid by which trees are searched, and of the search for a crown over a place. */
const GRID_METERS = 8;
const COVER_METERS = 12;
/** Part of a crown's radius within which another tree is taken for a part of that crown. */
const COVER_RADIUS = 0.8;
/** Samples from which on the usual detail and light of a pair are known. */
const MIN_SAMPLES = 4;

function discs(frame: Frame, { trees }: CompareSide): CompareTree[] {
  return trees.map(({ lon, lat, areaM2 }) => {
    const [x, y] = toFrame(frame, lon, lat);
    return { x, y, radius: Math.max(0.3, Math.sqrt(areaM2 / Math.PI)) };
  });
}

/** The second image's trees, moved to where the first image shows that ground. */
function moved(trees: CompareTree[], { field }: Registration): CompareTree[] {
  return trees.map((tree) => {
    // The field is given at places of the first image; it changes too slowly for a second step.
    const [ax, ay] = shiftOf(field, tree.x, tree.y);
    const [dx, dy] = shiftOf(field, tree.x - ax, tree.y - ay);
    return { ...tree, x: tree.x - dx, y: tree.y - dy };
  });
}

async function register(
  sides: readonly [CompareSide, CompareSide],
  trees: readonly [CompareTree[], CompareTree[]],
  frame: Frame,
  signal?: AbortSignal,
): Promise<Registration> {
  const pixels = await registerByPixels(sides[0].image, sides[1].image, frame, signal);
  if (pixels.method !== "none") return pixels;
  const pattern = registerByTrees(trees[0], trees[1]);
  return pattern.method === "none" ? pixels : pattern;
}

/**
 * Compares the trees of two images: registers them, matches trees one to one, and measures the
 * place of every tree that one image lacks. Undefined when the images share no ground. When they
 * cannot be registered there are neither matches nor singles.
 */
export async function compareImages(
  before: CompareSide,
  after: CompareSide,
  options: CompareOptions = {},
): Promise<Compared | undefined> {
  const frame = sharedFrame(before.image.bbox, after.image.bbox);
  if (!frame) return undefined;
  const sides = [before, after] as const;
  const own = [discs(frame, before), discs(frame, after)] as const;
  const registration = await register(sides, own, frame, options.signal);
  options.onProgress?.(0.3);
  if (registration.method === "none") {
    const nothing = { matches: [], matchRadii: [], singles: [] };
    return { registration, ...nothing, usual: usualMatch([], []) };
  }
  const trees = [own[0], moved(own[1], registration)] as const;
  const leans = crownLeans(trees[0], trees[1]);
  const leaning = trees[0].map((tree, i) => {
    const [dx, dy] = leans[i] ?? [0, 0];
    return { ...tree, x: tree.x + dx, y: tree.y + dy };
  });
  const matches = matchTrees(leaning, trees[1], ({ x, y }) => errorAt(registration, x, y));
  const lean = leanOver(
    matches.map(([a, b]) => {
      const [from, to] = [trees[0][a] as CompareTree, trees[1][b] as CompareTree];
      return { x: from.x, y: from.y, dx: to.x - from.x, dy: to.y - from.y, weight: 1 };
    }),
  );
  const context = { sides, frame, trees, registration, matches, lean };
  const { singles, samples } = await measureSingles(context, options);
  const matchRadii = matches.map(([a]) => trees[0][a]?.radius ?? 0);
  return {
    registration,
    matches,
    matchRadii,
    singles,
    usual: usualMatch(
      samples.map((measurement, i) => ({ side: i % 2 === 0 ? 0 : 1, measurement })),
      singles,
    ),
  };
}

type PairContext = {
  sides: readonly [CompareSide, CompareSide];
  frame: Frame;
  trees: readonly [CompareTree[], CompareTree[]];
  registration: Registration;
  matches: Match[];
  /** Where the second image shows crowns beside the ground of the first. */
  lean: LeanOf;
};

/** The way from a tree of one image to where the other shows its crown, beside what the ground says. */
function leanFrom({ lean }: PairContext, side: 0 | 1, { x, y }: CompareTree): [number, number] {
  const [dx, dy] = lean(x, y);
  return side === 0 ? [dx, dy] : [-dx, -dy];
}

async function measureSingles(context: PairContext, options: CompareOptions) {
  const { sides, frame, trees, registration, matches } = context;
  const singles = singlesOf(context);
  const open = singles.filter(({ unseen }) => unseen === undefined);
  const every = Math.max(1, Math.ceil(matches.length / MAX_SAMPLES));
  const sampled = matches.filter((_, i) => i % every === 0);
  const wantedOf = (side: 0 | 1, number: number): Wanted => {
    const tree = trees[side][number] as CompareTree;
    return { side, tree, lean: leanFrom(context, side, tree) };
  };
  const wanted: Wanted[] = [
    ...open.map(({ side, tree }) => wantedOf(side, tree)),
    ...sampled.map(([a, b], i) => (i % 2 === 0 ? wantedOf(0, a) : wantedOf(1, b))),
  ];
  const measurements = await measurePlaces(
    {
      images: [sides[0].image, sides[1].image],
      frame,
      field: registration.field,
      trees,
    },
    wanted,
    {
      ...(options.signal ? { signal: options.signal } : {}),
      onProgress: (share) => options.onProgress?.(0.3 + 0.7 * share),
    },
  );
  const samples = measurements.slice(open.length);
  const pair = samples.length < MIN_SAMPLES ? { detail: 1, light: 1 } : pairDetail(samples);
  open.forEach((single, i) => {
    const measurement = measurements[i] as PlaceMeasurement;
    single.measurement = measurement;
    if (measurement.shown < SHOWN_SHARE)
      single.unseen = isAtEdge(context, single) ? "outside" : "no_data";
    else if (isVeiled(measurement, single.side, pair)) single.unseen = "veiled";
  });
  return { singles, samples };
}

function singlesOf(context: PairContext): Single[] {
  const { sides, frame, trees, registration, matches } = context;
  const matched = [new Set(matches.map(([a]) => a)), new Set(matches.map(([, b]) => b))] as const;
  const grids = [treeGrid(trees[0], GRID_METERS), treeGrid(trees[1], GRID_METERS)] as const;
  const singles: Single[] = [];
  for (const side of [0, 1] as const) {
    const otherSide = side === 0 ? 1 : 0;
    const other = sides[otherSide];
    trees[side].forEach((tree, i) => {
      if (matched[side].has(i)) return;
      const [dx, dy] = shiftOf(registration.field, tree.x, tree.y);
      // Trees of the second image were moved to the ground of the first already.
      const sign = side === 0 ? 1 : 0;
      const [leanX, leanY] = leanFrom(context, side, tree);
      const [seenX, seenY] = [tree.x + leanX, tree.y + leanY];
      const [x, y] = [seenX + sign * dx, seenY + sign * dy];
      const lon = frame.lon + x / frame.lonMeters;
      const lat = frame.lat - y / frame.latMeters;
      const coarse = 2 * tree.radius < CROWN_PIXELS * other.image.gsdMeters;
      const near = tree.radius + errorAt(registration, tree.x, tree.y);
      const covered = [...treesNear(grids[otherSide], seenX, seenY, COVER_METERS)].some((j) => {
        const one = trees[otherSide][j] as CompareTree;
        return Math.hypot(one.x - seenX, one.y - seenY) < COVER_RADIUS * one.radius;
      });
      const unseen = isOutside(other, frame, x, y, near)
        ? "outside"
        : coarse
          ? "too_coarse"
          : undefined;
      const place = { lon, lat, radius: tree.radius };
      singles.push({
        side,
        tree: i,
        unseen,
        measurement: undefined,
        covered,
        strength: sides[side].trees[i]?.strength ?? 1,
        place,
        twin: undefined,
      });
    });
  }
  setTwins(singles, trees);
  return singles;
}

/** Two singles so near, and so alike in size, may be one tree: palms lean, and so do images of them. Metres. */
const TWIN_METERS = 6;
const TWIN_RATIO = 1.5;

/** Links each lost tree to the planted one that is nearest to it, where it is the nearest of that one too. */
function setTwins(singles: Single[], trees: PairContext["trees"]) {
  const sideOf = (side: 0 | 1) =>
    singles.flatMap((single, number) => {
      const tree = trees[side][single.tree];
      return single.side === side && tree ? [{ ...tree, number }] : [];
    });
  const nearest = (from: CompareTree[], to: (CompareTree & { number: number })[]) => {
    const grid = treeGrid(to, TWIN_METERS);
    return from.map((tree) => {
      const [best] = [...treesNear(grid, tree.x, tree.y, TWIN_METERS)]
        .flatMap((i) => to[i] ?? [])
        .map((one) => ({ one, far: Math.hypot(one.x - tree.x, one.y - tree.y) }))
        .filter(
          ({ one, far }) =>
            far <= TWIN_METERS &&
            Math.max(one.radius, tree.radius) <= TWIN_RATIO * Math.min(one.radius, tree.radius),
        )
        .sort((a, b) => a.far - b.far);
      return best?.one.number;
    });
  };
  const [lost, planted] = [sideOf(0), sideOf(1)];
  const backOf = new Map(nearest(planted, lost).map((of, i) => [planted[i]?.number, of]));
  nearest(lost, planted).forEach((of, i) => {
    const [from, to] = [lost[i]?.number, of];
    if (from === undefined || to === undefined || backOf.get(to) !== from) return;
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const single = singles[one];
      if (single) single.twin = other;
    }
  });
}

/** Tells whether the surroundings that were measured extend beyond the other image. */
function isAtEdge({ sides, frame }: PairContext, { side, place }: Single): boolean {
  const x = (place.lon - frame.lon) * frame.lonMeters;
  const y = (frame.lat - place.lat) * frame.latMeters;
  const other = sides[side === 0 ? 1 : 0];
  return isOutside(other, frame, x, y, RING_TO * place.radius);
}

/** Tells whether a crown extends beyond the area in which the other image's trees were detected. */
function isOutside(
  { image, covers }: CompareSide,
  frame: Frame,
  x: number,
  y: number,
  distance: number,
) {
  const [west, south, east, north] = image.bbox;
  return [
    [0, 0],
    [-distance, 0],
    [distance, 0],
    [0, -distance],
    [0, distance],
  ].some(([ox = 0, oy = 0]) => {
    const lon = frame.lon + (x + ox) / frame.lonMeters;
    const lat = frame.lat - (y + oy) / frame.latMeters;
    if (lon < west || lon > east || lat < south || lat > north) return true;
    return covers ? !covers(lon, lat) : false;
  });
}

type PairDetail = { detail: number; light: number };

/** Usual detail and brightness of the second image beside the first's, as factors. */
function pairDetail(measurements: PlaceMeasurement[]): PairDetail {
  // Samples alternate sides, as they were asked for.
  const factor = (of: "detail" | "light") =>
    median(
      measurements.map((one, i) => {
        const [own, other] = one[of];
        return i % 2 === 0 ? other / Math.max(own, 0.1) : own / Math.max(other, 0.1);
      }),
      1,
    );
  return { detail: factor("detail"), light: factor("light") };
}

/** Mean brightness, 0..255, above which ground may be cloud or haze. */
const CLOUD_LIGHT = 150;
/** Ground warmer than this is soil, however bright: a levelled building site is no cloud. */
const SOIL_WARMTH = 0.05;
/** Brightness beside the expected one: of cloud where detail is lost too, and of cloud by itself. */
const BRIGHTER = 1.25;
const FAR_BRIGHTER = 1.4;
/** Brightness beside the expected one: of shadow where detail is lost too, and of shadow by itself. */
const SHADED_LIGHT = 0.5;
const DEEP_SHADE = 0.33;
/** Detail beside the expected one: under cloud or shadow, and lost by blur alone. */
const VEILED_DETAIL = 0.65;
const LOST_DETAIL = 0.15;

/** Cloud, its shadow or blur: the ground around has lost its detail, and the light is not what it should be. */
function isVeiled(
  { detail, light, warm }: PlaceMeasurement,
  side: 0 | 1,
  pair: PairDetail,
): boolean {
  const factor = (of: keyof PairDetail) => (side === 0 ? pair[of] : 1 / pair[of]);
  const left = detail[1] / Math.max(detail[0] * factor("detail"), 0.1);
  const bright = light[1] / Math.max(light[0] * factor("light"), 1);
  const isSoil = warm >= SOIL_WARMTH;
  if (left < LOST_DETAIL && detail[0] > 2 && !isSoil) return true;
  const isPale = light[1] > CLOUD_LIGHT && !isSoil;
  if ((isPale && bright > FAR_BRIGHTER) || bright < DEEP_SHADE) return true;
  return left < VEILED_DETAIL && ((isPale && bright > BRIGHTER) || bright < SHADED_LIGHT);
}

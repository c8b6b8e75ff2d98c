import {
  blobResponse,
  type Ground,
  halveGround,
  halvePlane,
  type Plane,
  spreadOf,
} from "./surface.ts";

/** Things that stand out as spots of the size of a sapling or of a planting pit; metres from the ground's corner. */
export type Blob = {
  kind: BlobKind;
  x: number;
  y: number;
  /** Metres across. */
  diameter: number;
  /** Response in spreads of its scale, lessened where the spot is long rather than round. */
  strength: number;
  /** Greenness, warmth and brightness of its middle, in spreads of such spots on this ground. */
  colour: readonly [number, number, number];
};

/** Surfaces of a ground: greenness, darkness, and red against blue. */
export type SaplingSurfaces = Ground & { warm: Plane };

export const blobKinds = ["sapling", "pit"] as const;
type BlobKind = (typeof blobKinds)[number];

/** Metres across of what is looked for. */
const DIAMETERS = { sapling: [0.2, 0.3, 0.45, 0.68], pit: [0.2, 0.3, 0.45] } as const;
/** A spot of fewer pixels is not seen; of more, it is looked at in a reduced image. */
const PIXELS = { min: 3.5, enough: 12 };
/** Response in spreads of its scale that a spot needs. */
const MIN_SPREADS = 2.5;
/** Response of greenness that leaves on soil or among weeds have at least; noise of a camera has less. */
const MIN_GREEN = 0.012;
const MIN_DARK = 0.02;
/** Greenness at the middle that leaves have; at the middle of a pit there is less. */
const LEAF = 0.05;
/** A pit's floor lies in shadow: brightness of its middle against that around it. */
const PIT_DARKNESS = 0.72;
/** Brightness against a point of its rim, and the share of the rim that may be darker than that. */
const PIT_RIM = 0.85;
const MAX_DARKER = 0.13;
/** Metres around a spot whose unrest it must rise above, in cells of so many metres. */
const UNREST = { radius: 1, cell: 0.2 };
/** Ratio of the smaller to the larger curvature under which a spot is an edge or a stalk (Lowe 2004). */
const MIN_ROUND = 0.3;
/** Spots nearer than this share of their width are one. */
const APART = 0.75;

const at = ({ data, width, height }: Plane, x: number, y: number): number =>
  data[Math.max(0, Math.min(height - 1, y)) * width + Math.max(0, Math.min(width - 1, x))] ?? 0;

/** Ratio of the two curvatures of a peak, 0 to 1: 1 is round. Taken over some pixels, so that noise does not decide. */
function roundness(plane: Plane, x: number, y: number, span: number): number {
  const value = (dx: number, dy: number): number => at(plane, x + dx * span, y + dy * span);
  const middle = 2 * value(0, 0);
  const xx = value(-1, 0) + value(1, 0) - middle;
  const yy = value(0, -1) + value(0, 1) - middle;
  const xy = (value(1, 1) + value(-1, -1) - value(1, -1) - value(-1, 1)) / 4;
  const half = (xx + yy) / 2;
  const root = Math.sqrt(((xx - yy) / 2) ** 2 + xy ** 2);
  return half + root >= 0 ? 0 : (half + root) / (half - root);
}

function isPeak({ data, width }: Plane, i: number): boolean {
  const value = data[i] ?? 0;
  for (const step of [-width - 1, -width, -width + 1, -1])
    if ((data[i + step] ?? 0) >= value) return false;
  for (const step of [width + 1, width, width - 1, 1])
    if ((data[i + step] ?? 0) > value) return false;
  return true;
}

const DIRECTIONS = Array.from({ length: 16 }, (_, n) => (n * Math.PI) / 8);

/** Means of a plane at the middle of a spot and on a ring around it. */
function contrastOf(plane: Plane, x: number, y: number, radius: number) {
  let [inside, ring] = [at(plane, x, y), 0];
  for (const angle of DIRECTIONS) {
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    inside += at(plane, Math.round(x + 0.5 * radius * dx), Math.round(y + 0.5 * radius * dy));
    ring += at(plane, Math.round(x + 2 * radius * dx), Math.round(y + 2 * radius * dy));
  }
  return { inside: inside / (DIRECTIONS.length + 1), ring: ring / DIRECTIONS.length };
}

/** Tells whether most of the ring around a spot is brighter than its middle: not so of a gap between two things. */
function isInOpenGround(plane: Plane, x: number, y: number, radius: number): boolean {
  const { inside } = contrastOf(plane, x, y, radius);
  const darker = DIRECTIONS.filter((angle) => {
    const [u, v] = [x + 2 * radius * Math.cos(angle), y + 2 * radius * Math.sin(angle)];
    return inside / Math.min(-1e-3, at(plane, Math.round(u), Math.round(v))) > PIT_RIM;
  });
  return darker.length <= MAX_DARKER * DIRECTIONS.length;
}

/** Tells whether the colour of a spot can be that of its kind. */
function hasColour(
  kind: BlobKind,
  ground: SaplingSurfaces,
  x: number,
  y: number,
  radius: number,
): boolean {
  const green = contrastOf(ground.green, x, y, radius);
  if (kind === "sapling") return green.inside >= LEAF;
  if (green.inside >= LEAF + 0.02) return false;
  const dark = contrastOf(ground.dark, x, y, radius);
  if (dark.inside / Math.min(-1e-3, dark.ring) > PIT_DARKNESS) return false;
  return isInOpenGround(ground.dark, x, y, radius);
}

/** Mean squares of a response in cells. */
function unrestOf({ data, width, height }: Plane, metersPerPixel: number) {
  const side = Math.max(1, Math.round(UNREST.cell / metersPerPixel));
  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)];
  const [sums, counts] = [new Float64Array(across * down), new Float64Array(across * down)];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const cell = Math.floor(y / side) * across + Math.floor(x / side);
      sums[cell] = (sums[cell] ?? 0) + (data[y * width + x] ?? 0) ** 2;
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  const span = Math.round(UNREST.radius / UNREST.cell);
  /** Root of the mean square around a pixel, but within `radius` pixels of it. */
  return (x: number, y: number, radius: number): number => {
    const [u, v] = [Math.floor(x / side), Math.floor(y / side)];
    let [sum, count] = [0, 0];
    for (let j = Math.max(0, v - span); j <= Math.min(down - 1, v + span); j++)
      for (let i = Math.max(0, u - span); i <= Math.min(across - 1, u + span); i++) {
        const off = Math.hypot(i - u, j - v);
        if (off > span || off * side <= 1.5 * radius) continue;
        sum += sums[j * across + i] ?? 0;
        count += counts[j * across + i] ?? 0;
      }
    return Math.sqrt(sum / Math.max(1, count));
  };
}

const halved = (ground: SaplingSurfaces): SaplingSurfaces => ({
  ...halveGround(ground),
  warm: halvePlane(ground.warm),
});

const colourOf = (ground: SaplingSurfaces, x: number, y: number, radius: number) =>
  [
    contrastOf(ground.green, x, y, radius).inside,
    contrastOf(ground.warm, x, y, radius).inside,
    Math.log(Math.max(0.01, -contrastOf(ground.dark, x, y, radius).inside)),
  ] as const;

/** Colours in spreads of all. */
function standardised(blobs: readonly Blob[]): Blob[] {
  const scale = [0, 1, 2].map((n) => {
    const values = blobs.map(({ colour }) => colour[n] ?? 0);
    const mean = values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
    const variance = values.reduce((a, b) => a + (b - mean) ** 2, 0) / Math.max(1, values.length);
    return { mean, spread: Math.max(1e-3, Math.sqrt(variance)) };
  });
  const of = (value: number, n: number): number =>
    (value - (scale[n]?.mean ?? 0)) / (scale[n]?.spread ?? 1);
  return blobs.map((blob) => {
    const [a, b, c] = blob.colour;
    return { ...blob, colour: [of(a, 0), of(b, 1), of(c, 2)] };
  });
}

function blobsOfScale(kind: BlobKind, ground: SaplingSurfaces, diameter: number): Blob[] {
  const { metersPerPixel } = ground;
  const plane = kind === "sapling" ? ground.green : ground.dark;
  const response = blobResponse(plane, diameter / metersPerPixel);
  const floor = kind === "sapling" ? MIN_GREEN : MIN_DARK;
  const spread = Math.max(spreadOf(response.data), floor / MIN_SPREADS);
  const { data, width, height } = response;
  const radius = diameter / metersPerPixel / 2;
  const span = Math.max(1, Math.round(radius / 2));
  const unrest = unrestOf(response, metersPerPixel);
  const found: Blob[] = [];
  for (let y = 1; y + 1 < height; y++)
    for (let x = 1; x + 1 < width; x++) {
      const i = y * width + x;
      const value = (data[i] ?? 0) / spread;
      if (value < MIN_SPREADS || !isPeak(response, i)) continue;
      const colour = colourOf(ground, x, y, radius);
      const round = roundness(response, x, y, span);
      if (round < MIN_ROUND || !hasColour(kind, ground, x, y, radius)) continue;
      found.push({
        kind,
        x: (x + 0.5) * metersPerPixel,
        y: (y + 0.5) * metersPerPixel,
        diameter,
        strength: ((data[i] ?? 0) / Math.hypot(spread, unrest(x, y, radius))) * Math.sqrt(round),
        colour,
      });
    }
  return found;
}

/** The strongest of spots that are one. */
function withoutDoubles(blobs: readonly Blob[]): Blob[] {
  const kept: Blob[] = [];
  const cells = new Map<string, Blob[]>();
  const CELL = 0.7;
  for (const blob of [...blobs].sort((a, b) => b.strength - a.strength)) {
    const [u, v] = [Math.floor(blob.x / CELL), Math.floor(blob.y / CELL)];
    let isDouble = false;
    for (let j = v - 1; j <= v + 1; j++)
      for (let i = u - 1; i <= u + 1; i++)
        for (const other of cells.get(`${i} ${j}`) ?? [])
          if (
            Math.hypot(other.x - blob.x, other.y - blob.y) <
            APART * Math.max(other.diameter, blob.diameter)
          )
            isDouble = true;
    if (isDouble) continue;
    kept.push(blob);
    const key = `${u} ${v}`;
    cells.set(key, [...(cells.get(key) ?? []), blob]);
  }
  return kept;
}

/**
 * Green spots and dark ones at the scales of saplings and of pits: peaks of differences of Gaussians (Lindeberg 1998)
 * that are round (Lowe 2004, after Harris and Stephens 1988) and of the colour of their kind.
 */
export function findBlobs(finest: SaplingSurfaces): Blob[] {
  const found: Record<BlobKind, Blob[]> = { sapling: [], pit: [] };
  let ground = finest;
  for (const diameter of DIAMETERS.sapling) {
    while (diameter / (2 * ground.metersPerPixel) >= PIXELS.enough) ground = halved(ground);
    if (diameter / ground.metersPerPixel < PIXELS.min) continue;
    for (const kind of blobKinds)
      if (DIAMETERS[kind].some((one) => one === diameter))
        found[kind].push(...blobsOfScale(kind, ground, diameter));
  }
  return blobKinds.flatMap((kind) => standardised(withoutDoubles(found[kind])));
}

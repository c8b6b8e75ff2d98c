/** Shadows beside crowns: which way they fall in an image, and how far each reaches. */
import type { Pixels } from "../pixels/pixels.ts";

/** A crown as a disc, pixels. */
export type Disc = { x: number; y: number; radius: number };

const DIRECTIONS = 36;
/** Shadows are looked for from a crown's edge to so many radii from its middle. */
const RING = { from: 1.05, to: 1.9 };
/** A direction is darker than the others by this share of the ground's light, or there are no shadows. */
const CLEARLY_DARKER = 0.06;
/** Pixels darker than the ground by this share may be shadow. */
const DARKER = 0.12;
/** Nobody's shadow is looked for further than so many radii from its middle. */
const FARTHEST = 8;

const angleOf = (n: number): number => (n * 2 * Math.PI) / DIRECTIONS;

/** Mean of red, green and blue at a point; undefined where there is no image. */
function lightAt({ data, width, height, bands, valid }: Pixels, x: number, y: number) {
  const [u, v] = [Math.floor(x), Math.floor(y)];
  if (u < 0 || v < 0 || u >= width || v >= height || valid?.[v * width + u] === 0) return undefined;
  const at = (v * width + u) * bands;
  return ((data[at] as number) + (data[at + 1] as number) + (data[at + 2] as number)) / 3;
}

function median(values: number[]): number | undefined {
  const sorted = values.sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Light along a ray from a disc's middle, between two distances in radii. */
function lightsAlong(pixels: Pixels, disc: Disc, angle: number, from: number, to: number) {
  const lights: (number | undefined)[] = [];
  for (let far = from * disc.radius; far <= to * disc.radius; far += 0.5)
    lights.push(lightAt(pixels, disc.x + far * Math.cos(angle), disc.y + far * Math.sin(angle)));
  return lights;
}

/** Light of the ground around a disc in each direction, as a share of the middle one of all. */
function ringOf(pixels: Pixels, disc: Disc): number[] | undefined {
  const ring: number[] = [];
  for (let n = 0; n < DIRECTIONS; n++) {
    const lights = lightsAlong(pixels, disc, angleOf(n), RING.from, RING.to);
    const known = lights.filter((light) => light !== undefined);
    if (known.length === 0 || known.length < lights.length) return undefined;
    ring.push(known.reduce((sum, light) => sum + light, 0) / known.length);
  }
  const middle = median([...ring]);
  return middle ? ring.map((light) => light / middle) : undefined;
}

/**
 * The way in which shadows fall, radians from the image's right hand downwards: the direction in which the ground beside
 * crowns is darkest on the whole. Undefined where none stands out: under cloud, or where nothing casts a shadow.
 */
export function shadowDirection(pixels: Pixels, discs: readonly Disc[]): number | undefined {
  const rings = discs.map((disc) => ringOf(pixels, disc)).filter((ring) => ring !== undefined);
  if (rings.length === 0) return undefined;
  const whole = Array.from(
    { length: DIRECTIONS },
    (_, n) => median(rings.map((ring) => ring[n] ?? 1)) ?? 1,
  );
  // The first harmonic: shadows darken a side, and the opposite side is the lightest.
  const [x, y] = [Math.cos, Math.sin].map((of) =>
    whole.reduce((sum, light, n) => sum + (1 - light) * of(angleOf(n)), 0),
  ) as [number, number];
  const towards = Math.atan2(y, x);
  const at = Math.round((towards / (2 * Math.PI)) * DIRECTIONS + DIRECTIONS) % DIRECTIONS;
  const near = [-1, 0, 1].map((k) => whole[(at + k + DIRECTIONS) % DIRECTIONS] ?? 1);
  const darkness = 1 - near.reduce((sum, light) => sum + light, 0) / near.length;
  return darkness >= CLEARLY_DARKER ? towards : undefined;
}

/**
 * Length of the shadow of a disc from its middle, pixels: at least its radius. Along three rays that way the ground
 * is shadow as far as it is clearly darker than the ground on both sides.
 */
export function shadowEnd(pixels: Pixels, disc: Disc, direction: number): number {
  const beside = [0.5, -0.5].flatMap((turn) =>
    lightsAlong(pixels, disc, direction + turn * Math.PI, 1.3, 2.5),
  );
  const ground = median(beside.filter((light) => light !== undefined));
  if (ground === undefined) return disc.radius;
  const limit = ground * (1 - DARKER);
  const ends = [-0.12, 0, 0.12].map((turn) => {
    const lights = lightsAlong(pixels, disc, direction + turn, RING.from, FARTHEST);
    const end = lights.findIndex(
      (light, n) => light === undefined || (light > limit && (lights[n + 1] ?? ground) > limit),
    );
    return RING.from * disc.radius + 0.5 * (end < 0 ? lights.length : end);
  });
  return Math.max(disc.radius, median(ends) ?? disc.radius);
}

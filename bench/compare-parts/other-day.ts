/**
 * A real date as it would look on another day on which no tree came or went: haze, dim and noisy light, the sun elsewhere,
 * open ground that greened, and grass that was mown. Crowns stay where and what they are; what is between them changes.
 */
import { seededRandom } from "@nihol/geo/seeded-random";
import type { Detection } from "@nihol/vision/detect/detector";
import { greenRule, vegetationIndex } from "@nihol/vision/green/green";
import type { Pixels } from "@nihol/vision/pixels/pixels";

/** Values of one pixel, 0..255: red, green, blue and near infrared where the image has it. */
type Values = readonly number[];

interface Ground {
  values: Values;
  /** 0 in a crown, 1 where no crown is near. */
  open: number;
  /** Of the mean brightness of the image. */
  tone: number;
  /** Between -1 and 1; NDVI with near infrared. */
  index: number;
  x: number;
  y: number;
}

/** Red, green, blue, near infrared of a watered lawn and of cut, dry grass, about as aerial images show them. */
const LAWN = [96, 132, 62, 205] as const;
const STRAW = [168, 152, 112, 158] as const;
/** Tone, as a share of the image's mean brightness, from which a pixel is taken to lie in the sun. */
const SHADOW_TONE = 0.5;
/** Where shadows fall, in radii of their crown: east and a little north, where the images here have none. */
const CAST = [1.5, -0.5] as const;
const SWATH_PX = 4;

const mixed = (values: Values, other: Values, share: number, tone: number) =>
  values.map((value, band) => value * (1 - share) + (other[band] ?? value) * tone * share);
const brightnessOf = (values: Values) =>
  ((values[0] ?? 0) + (values[1] ?? 0) + (values[2] ?? 0)) / 3;
/** Soil and dry grass are warm, roofs and roads are grey. */
const isWarm = ([red = 0, , blue = 0]: Values) => red - blue > 0.05 * (red + blue);

/** Distance from crowns: 0 within one, 1 from 1.6 radii on. */
function opennessAt(x: number, y: number, crowns: readonly Detection[]): number {
  let open = 1;
  for (const crown of crowns) {
    const radius = radiusOf(crown);
    const far = Math.hypot(crown.x - x - 0.5, crown.y - y - 0.5) / radius;
    open = Math.min(open, Math.max(0, (far - 1.2) / 0.4));
    if (open === 0) break;
  }
  return open;
}
const radiusOf = ({ box: [left, top, right, bottom] }: Detection) =>
  Math.max(1.5, (right - left + bottom - top) / 4);

/** Share of the sun that a crown takes from a place, if shadows fell to `CAST`. */
function shadeAt(x: number, y: number, crowns: readonly Detection[]): number {
  return crowns.some((crown) => {
    const radius = radiusOf(crown);
    const across = (x - crown.x - CAST[0] * radius * 0.7) / (1.3 * radius);
    const along = (y - crown.y - CAST[1] * radius * 0.7) / (0.9 * radius);
    return Math.hypot(across, along) < 1;
  })
    ? 1
    : 0;
}

const noise = seededRandom(7);
const changes: Record<string, (ground: Ground, crowns: readonly Detection[]) => Values> = {
  haze: ({ values }) =>
    values.map((value, band) => (band < 3 ? 0.7 * value + 62 : 0.85 * value + 24)),
  "dim, noisy": ({ values }) =>
    values.map((value) => 0.7 * value + 8 * (noise() + noise() + noise() - 1.5)),
  "sun elsewhere": ({ values, open, tone, x, y }, crowns) => {
    const lit = tone < SHADOW_TONE && open > 0 ? 1 + open * (SHADOW_TONE / tone - 1) : 1;
    const shaded = 1 - 0.55 * open * shadeAt(x, y, crowns);
    return values.map((value) => value * Math.min(2.5, lit) * shaded);
  },
  "open ground greened": ({ values, open, tone, index }) =>
    isWarm(values) || index > 0.05
      ? mixed(values, LAWN, 0.8 * open, Math.min(1.3, Math.max(0.5, tone)))
      : values,
  "grass mown": ({ values, open, tone, index, x }) => {
    const swath = Math.floor(x / SWATH_PX) % 2 === 0 ? 0.9 : 0.7;
    return index > 0.05
      ? mixed(values, STRAW, swath * open, Math.min(1.2, Math.max(0.6, tone)))
      : values;
  },
};
export const otherDays = Object.keys(changes);

/** `pixels` on the day `name` (one of `otherDays`); `crowns`: what stands there, weak finds as well. */
export function onOtherDay(name: string, pixels: Pixels, crowns: readonly Detection[]): Pixels {
  const change = changes[name];
  if (!change) throw new Error(`no such day: ${name}`);
  const { width, height, bands } = pixels;
  const at = (i: number) => [...pixels.data.subarray(i * bands, (i + 1) * bands)];
  let sum = 0;
  for (let i = 0; i < width * height; i++) sum += brightnessOf(at(i));
  const mean = sum / (width * height);
  const rule = greenRule(bands);
  const data = new Uint8Array(pixels.data.length);
  for (let i = 0; i < width * height; i++) {
    const values = at(i);
    const [red = 0, green = 0, blue = 0, nir = 0] = values;
    const [x, y] = [i % width, Math.floor(i / width)];
    const ground: Ground = {
      values,
      open: opennessAt(x, y, crowns),
      tone: Math.max(0.05, brightnessOf(values) / mean),
      index: vegetationIndex(rule, red, green, blue, nir),
      x,
      y,
    };
    for (const [band, value] of change(ground, crowns).entries())
      data[i * bands + band] = Math.min(255, Math.max(1, Math.round(value)));
  }
  return { data, width, height, bands };
}

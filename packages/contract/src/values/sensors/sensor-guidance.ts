/** Key of a parameter: a row of the table `parameter`, by which devices send it and the API asks for it. */
export type Parameter = string;

/** Form of a key, as a topic of MQTT and a heading of a file may hold it. */
export const parameterKey = /^[a-z][a-z0-9_]{0,39}$/;

/**
 * Ways in which hours and days are made of single values: their mean, their sum, the direction of their mean vector
 * (values in degrees), the level of their mean energy (values in decibels).
 */
export const averagings = ["mean", "sum", "vector", "energy"] as const;
export type Averaging = (typeof averagings)[number];
/** Decibels beyond which the energy of a sum of values is no number any more; nothing is as loud. */
const energyMax = 300;

/** States of a value; `no_limits`: nobody says what is good; `unknown`: there is no value. */
export const readingStates = ["good", "watch", "act", "faulty", "no_limits", "unknown"] as const;
export type ReadingState = (typeof readingStates)[number];

/** A device in soil may name its texture; without one it is loam. */
export const soilTextures = ["sand", "sandy_loam", "loam", "silt_loam", "clay"] as const;
export type SoilTexture = (typeof soilTextures)[number];

/** Limits of one parameter in its unit; null is no limit on that side. */
export interface Ranges {
  good_min: number | null;
  good_max: number | null;
  /** The whole of good and watch together; what lies outside is `act`. */
  watch_min: number | null;
  watch_max: number | null;
  /** Outside these no sensor can be right. */
  faulty_min: number;
  faulty_max: number;
}

/** Names of the limits, in the order in which a form asks for them. */
export const limitNames = [
  "good_min",
  "good_max",
  "watch_min",
  "watch_max",
  "faulty_min",
  "faulty_max",
] as const satisfies (keyof Ranges)[];

/** Limits alone as a form holds them; null for one that is not given. */
export function limitsOf(row: Partial<Ranges> = {}): Record<keyof Ranges, number | null> {
  const { good_min = null, good_max = null, watch_min = null, watch_max = null } = row;
  const { faulty_min = null, faulty_max = null } = row;
  return { good_min, good_max, watch_min, watch_max, faulty_min, faulty_max };
}

/** `[good_min, good_max, watch_min, watch_max, faulty_min, faulty_max]`. */
type Six = readonly [number | null, number | null, number | null, number | null, number, number];
const ranges = ([
  good_min,
  good_max,
  watch_min,
  watch_max,
  faulty_min,
  faulty_max,
]: Six): Ranges => ({
  good_min,
  good_max,
  watch_min,
  watch_max,
  faulty_min,
  faulty_max,
});

/** Key of a guidance row: a parameter, or `soil_humidity_<texture>`; plain `soil_humidity` is loam. */
export type GuidanceKey = string;

/**
 * The ranges of soil humidity as delivered, by guidance key. Textures other than loam follow FAO-56, table 19, at the middle of its field capacity
 * and wilting point: good from half of the available water up to field capacity, watch down to wilting and
 * seven points above.
 */
export const textureRanges: Readonly<Record<GuidanceKey, Ranges>> = {
  soil_humidity_sand: ranges([8, 12, 4.5, 19, 0, 100]),
  soil_humidity_sandy_loam: ranges([17, 23, 11, 30, 0, 100]),
  soil_humidity_silt_loam: ranges([22, 29, 15, 36, 0, 100]),
  soil_humidity_clay: ranges([29, 36, 22, 43, 0, 100]),
};

/**
 * Humidity of soil, also at the delivered depths in centimetres. What an administrator adds, a second probe or another
 * depth, has ranges of its own.
 */
const soilHumidity = /^soil_humidity(_10|_30|_60)?$/;

/** Tells whether the texture of the soil says which values are good; its own row is that of loam. */
export const isByTexture = (parameter: Parameter) => soilHumidity.test(parameter);

/** The guidance row that holds for a parameter of a device with this soil. */
export function guidanceKeyOf(parameter: Parameter, texture: SoilTexture | null): GuidanceKey {
  if (texture === null || texture === "loam" || !isByTexture(parameter)) return parameter;
  return `soil_humidity_${texture}`;
}

/** Tells whether nobody says which values are good. */
export const hasNoLimits = (limits: Ranges) =>
  limits.good_min === null &&
  limits.good_max === null &&
  limits.watch_min === null &&
  limits.watch_max === null;

/** Tells whether no working sensor can give this value. Limits themselves are possible. */
export const isFaulty = (value: number, limits: Ranges) =>
  !Number.isFinite(value) || value < limits.faulty_min || value > limits.faulty_max;

/**
 * State of a value. Limits belong to the better side, but for good ranges that are written "less than"
 * (no lower limit): there the limit itself is watch.
 */
export function readingStateOf(value: number | null | undefined, limits: Ranges): ReadingState {
  if (value === null || value === undefined) return "unknown";
  if (isFaulty(value, limits)) return "faulty";
  if (hasNoLimits(limits)) return "no_limits";
  const { good_min, good_max, watch_min, watch_max } = limits;
  const belowGood =
    good_max === null || value < good_max || (value === good_max && good_min !== null);
  if (belowGood && (good_min === null || value >= good_min)) return "good";
  const isWatch =
    (watch_min === null || value >= watch_min) && (watch_max === null || value <= watch_max);
  return isWatch ? "watch" : "act";
}

/** Tells whether right values can be averaged so: those of a mean energy are decibels. */
export const isAveraged = (averaging: Averaging, { faulty_max }: Pick<Ranges, "faulty_max">) =>
  averaging !== "energy" || faulty_max <= energyMax;

const inOrder = (...values: (number | null)[]) => {
  const known = values.filter((value) => value !== null);
  return known.every((value, i) => i === 0 || value >= (known[i - 1] as number));
};

/** Tells whether the limits stand in order: faulty ≤ watch ≤ good ≤ good ≤ watch ≤ faulty. */
export const rangesInOrder = (r: Ranges) =>
  inOrder(r.faulty_min, r.watch_min, r.good_min, r.good_max, r.watch_max, r.faulty_max);

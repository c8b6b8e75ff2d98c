/** Everything that a device can measure; the first word is the device's type, where it is measured in several. */
export const parameters = [
  "co2",
  "air_humidity",
  "air_temperature",
  "pm2_5",
  "pm10",
  "no2",
  "o3",
  "so2",
  "wind_speed",
  "co",
  "air_pressure",
  "soil_humidity",
  "soil_temperature",
  "soil_conductivity",
  "soil_ph",
  "water_ph",
  "water_conductivity",
  "water_temperature",
  "dissolved_oxygen",
  "turbidity",
] as const;
export type Parameter = (typeof parameters)[number];

/** Parameters that a device of each type measures, in the order in which screens show them. */
export const parametersOf = {
  air: [
    "co2",
    "air_humidity",
    "air_temperature",
    "pm2_5",
    "pm10",
    "no2",
    "o3",
    "so2",
    "wind_speed",
    "co",
    "air_pressure",
  ],
  soil: ["soil_humidity", "soil_temperature", "soil_conductivity", "soil_ph"],
  water: ["water_ph", "water_conductivity", "water_temperature", "dissolved_oxygen", "turbidity"],
} as const satisfies Record<string, readonly Parameter[]>;

interface ParameterFacts {
  /** As it is written, the same in every language of the API. */
  unit: string;
  /** Decimals that a screen shows. */
  decimals: number;
  /** A right value, for the example that comes with a token. */
  example: number;
  /** Not every device of the type measures it: a device shows it once it has sent it. */
  isOptional?: true;
}

export const parameterFacts: Record<Parameter, ParameterFacts> = {
  co2: { unit: "ppm", decimals: 0, example: 430 },
  air_humidity: { unit: "%", decimals: 0, example: 45 },
  air_temperature: { unit: "°C", decimals: 1, example: 21.5 },
  pm2_5: { unit: "µg/m³", decimals: 0, example: 12, isOptional: true },
  pm10: { unit: "µg/m³", decimals: 0, example: 34, isOptional: true },
  no2: { unit: "µg/m³", decimals: 0, example: 18, isOptional: true },
  o3: { unit: "µg/m³", decimals: 0, example: 62, isOptional: true },
  so2: { unit: "µg/m³", decimals: 0, example: 9, isOptional: true },
  wind_speed: { unit: "m/s", decimals: 1, example: 2.4, isOptional: true },
  co: { unit: "mg/m³", decimals: 1, example: 0.6, isOptional: true },
  air_pressure: { unit: "hPa", decimals: 0, example: 925, isOptional: true },
  soil_humidity: { unit: "% vol", decimals: 1, example: 24 },
  soil_temperature: { unit: "°C", decimals: 1, example: 15.2 },
  soil_conductivity: { unit: "dS/m", decimals: 2, example: 1.2 },
  soil_ph: { unit: "pH", decimals: 1, example: 6.9 },
  water_ph: { unit: "pH", decimals: 1, example: 7.6 },
  water_conductivity: { unit: "µS/cm", decimals: 0, example: 540 },
  water_temperature: { unit: "°C", decimals: 1, example: 12.4 },
  dissolved_oxygen: { unit: "mg/l", decimals: 1, example: 8.6, isOptional: true },
  turbidity: { unit: "NTU", decimals: 1, example: 3.2, isOptional: true },
};

/** States of a value; `unknown`: there is none. */
export const readingStates = ["good", "watch", "act", "faulty", "unknown"] as const;
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

/**
 * Keys of guidance rows: a parameter, or `soil_humidity_<texture>`; plain `soil_humidity` is loam.
 * The basis of each is the text `guidance.basis_<key>`.
 */
export const guidanceKeys = [
  ...parameters,
  "soil_humidity_sand",
  "soil_humidity_sandy_loam",
  "soil_humidity_silt_loam",
  "soil_humidity_clay",
] as const;
export type GuidanceKey = (typeof guidanceKeys)[number];

/**
 * The programme's defaults. Textures other than loam follow FAO-56, table 19, at the middle of its field capacity
 * and wilting point: good from half of the available water up to field capacity, watch down to wilting and
 * seven points above.
 */
export const defaultGuidance: Record<GuidanceKey, Ranges> = {
  co2: ranges([400, 600, null, 1000, 0, 10_000]),
  air_humidity: ranges([30, 60, 20, 80, 0, 100]),
  air_temperature: ranges([10, 30, 0, 38, -40, 60]),
  pm2_5: ranges([null, 15, null, 75, 0, 5000]),
  pm10: ranges([null, 45, null, 150, 0, 10_000]),
  no2: ranges([null, 25, null, 120, 0, 5000]),
  o3: ranges([null, 100, null, 160, 0, 5000]),
  so2: ranges([null, 40, null, 125, 0, 10_000]),
  wind_speed: ranges([null, 8, null, 17.2, 0, 75]),
  co: ranges([null, 4, null, 7, 0, 1500]),
  air_pressure: ranges([null, null, null, null, 300, 1100]),
  soil_humidity: ranges([20, 28, 11, 35, 0, 100]),
  soil_temperature: ranges([10, 25, 6, 34, -30, 60]),
  soil_conductivity: ranges([null, 2, null, 4, 0, 50]),
  soil_ph: ranges([6, 7.5, 5.5, 8.4, 0, 14]),
  water_ph: ranges([6.5, 8.5, 6, 9, 0, 14]),
  water_conductivity: ranges([null, 700, null, 2500, 0, 100_000]),
  water_temperature: ranges([5, 25, null, 30, -5, 60]),
  dissolved_oxygen: ranges([6, null, 4, null, 0, 25]),
  turbidity: ranges([null, 5, null, null, 0, 4000]),
  soil_humidity_sand: ranges([8, 12, 4.5, 19, 0, 100]),
  soil_humidity_sandy_loam: ranges([17, 23, 11, 30, 0, 100]),
  soil_humidity_silt_loam: ranges([22, 29, 15, 36, 0, 100]),
  soil_humidity_clay: ranges([29, 36, 22, 43, 0, 100]),
};

/** The guidance row that holds for a parameter of a device with this soil. */
export function guidanceKeyOf(parameter: Parameter, texture: SoilTexture | null): GuidanceKey {
  if (parameter !== "soil_humidity" || texture === null || texture === "loam") return parameter;
  return `soil_humidity_${texture}`;
}

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
  const { good_min, good_max, watch_min, watch_max } = limits;
  const belowGood =
    good_max === null || value < good_max || (value === good_max && good_min !== null);
  if (belowGood && (good_min === null || value >= good_min)) return "good";
  const isWatch =
    (watch_min === null || value >= watch_min) && (watch_max === null || value <= watch_max);
  return isWatch ? "watch" : "act";
}

const inOrder = (...values: (number | null)[]) => {
  const known = values.filter((value) => value !== null);
  return known.every((value, i) => i === 0 || value >= (known[i - 1] as number));
};

/** Tells whether the limits stand in order: faulty ≤ watch ≤ good ≤ good ≤ watch ≤ faulty. */
export const rangesInOrder = (r: Ranges) =>
  inOrder(r.faulty_min, r.watch_min, r.good_min, r.good_max, r.watch_max, r.faulty_max);

import type {
  BandMetadata,
  BandRoles,
  RasterMetadata,
} from "@nihol/contract/values/imagery/raster-metadata";
import { ImageRefused } from "@nihol/geo/tiff/refusal";

type Colour = "red" | "green" | "blue" | "nir";

/** Statistics of a few hundred pixels of each band. */
export type BandSample = { values: number[] };

const DTYPES: Record<string, RasterMetadata["dtype"]> = {
  Byte: "uint8",
  UInt16: "uint16",
  Int16: "int16",
};

/** Words that stand for a colour by themselves, also in the languages of the panel; numbers are those of Sentinel-2, and of Landsat with `sr_`. */
const SIGNS: Record<Colour, RegExp> = {
  red: /^(red|r|b0?4|sr_b4|красный|сурх|[qk][ıi]rm[ıi]z[ıi])$/,
  green: /^(green|g|b0?3|sr_b3|зел[её]ный|сабз|yaşıl|yeşil)$/,
  blue: /^(blue|b|b0?2|sr_b2|синий|голубой|кабуд|mavi|göy)$/,
  nir: /^(nir|n|ir|b0?8|nir1?|sr_b5|бик|ближний_ик)$/,
};

/** Words of a longer name, in the order in which they are asked: "near infra-red" is no red, "red edge" neither. */
const WORDS: readonly (readonly [RegExp, Colour | "other"])[] = [
  [
    /red[ -]?edge|\bvre\b|deep blue|coastal|aerosol|\bswir\b|short ?wave|thermal|\bgreen i\b/,
    "other",
  ],
  [/\bv?nir\b|near ir\b|infra[ -]?red|инфракрасн|инфрасурх|infra[ -]?[qk][ıi]rm[ıi]z[ıi]/, "nir"],
  [/\bred\b/, "red"],
  [/\bgreen\b/, "green"],
  [/\bblue\b/, "blue"],
];

/** Colour that a band measures, by its name; undefined where the name says nothing. */
function colourOf(description: string): Colour | "other" | undefined {
  const name = description.trim().toLowerCase().replaceAll("_", " ");
  const sign = (Object.keys(SIGNS) as Colour[]).find((one) =>
    SIGNS[one].test(name.replaceAll(" ", "_")),
  );
  return sign ?? WORDS.find(([words]) => words.test(name))?.[1];
}

/** Middles of the usual bands in nanometres, for names with a wavelength: "Red 650" beside "Red 668". */
const WAVELENGTHS: Record<Colour, number> = { red: 665, green: 560, blue: 490, nir: 842 };

/** Sample type of the image, or a refusal for what is not an image of 8 or 16 bits. */
export function imageType(bands: BandMetadata[]): RasterMetadata["dtype"] {
  const types = new Set(bands.map((band) => band.type));
  const [first] = types;
  const dtype = first === undefined ? undefined : DTYPES[first];
  if (!dtype || types.size > 1)
    throw new ImageRefused("unsupported_type", { type: [...types].join(", ") });
  return dtype;
}

/** Refuses what has too few bands, or is a table of colours, before anything is decoded. */
export function refuseUnlessColour(bands: BandMetadata[]): void {
  if (bands.some((band) => band.interpretation === "Palette"))
    throw new ImageRefused("not_rgb", { bands: bands.length, reason: "colour_table" });
  if (bands.length < 3)
    throw new ImageRefused("not_rgb", { bands: bands.length, reason: "too_few_bands" });
}

/**
 * Chooses the bands that are red, green, blue, near infrared and alpha: the first of `bandReadings`. Throws `not_rgb`
 * where nothing says so.
 */
export function bandRoles(
  bands: BandMetadata[],
  samples: BandSample[],
  fileName: string,
): BandRoles {
  return bandReadings(bands, samples, fileName).roles;
}

/** `asked`: the ways in which the bands may be read, the likeliest first, where nothing decides between them; else empty. */
type BandReadings = { roles: BandRoles; asked: BandRoles[] };

/**
 * Weighs what the descriptions say, the colour interpretation, a band order in the file name (`…BGRN…`), and, where none
 * of them does and there are three or four bands, the two usual orders (red first, blue first). Where they contradict
 * each other, or only an order is left to go by, a person is to be asked. Throws `not_rgb` where nothing says so.
 */
export function bandReadings(
  bands: BandMetadata[],
  samples: BandSample[],
  fileName: string,
): BandReadings {
  const found = [byDescription(bands), byInterpretation(bands), byFileName(bands, fileName)];
  const said = found.filter((one) => one !== undefined);
  const isDoubtful = said.length === 0 || said.some((one) => isGainsaid(bands, one));
  // Where names alone speak, an order that they gainsay is none: infrared, red and green are no photo in any order.
  const orders = (isDoubtful ? usualOrders(bands) : []).filter(
    (one) => said.length > 0 || !isGainsaid(bands, one),
  );
  const readings = distinct([...said, ...orders].map((one) => withRest(bands, samples, one)));
  const [roles] = readings;
  if (!roles) throw new ImageRefused("not_rgb", { bands: bands.length, reason: "unnamed_bands" });
  return { roles, asked: isDoubtful || readings.length > 1 ? readings : [] };
}

/** Says whether a band that is taken for a colour is called by the name of another one. */
const isGainsaid = (bands: BandMetadata[], found: Found): boolean =>
  !isOwnOrder(bands) &&
  COLOURS.some((colour) => {
    const called = colourOf(bands[(found[colour] ?? 0) - 1]?.description ?? "");
    return called !== undefined && called !== colour;
  });

/** Leaves out doubles: readings that differ only by an infrared band that one of them does not mention are the same. */
function distinct(readings: BandRoles[]): BandRoles[] {
  const kept: BandRoles[] = [];
  for (const one of readings) {
    const same = kept.find(
      (other) =>
        (["red", "green", "blue"] as const).every((colour) => one[colour] === other[colour]) &&
        (one.nir === other.nir || one.nir === null || other.nir === null),
    );
    if (!same) kept.push(one);
    else if (same.nir === null && one.nir !== null) kept[kept.indexOf(same)] = one;
  }
  return kept;
}

/**
 * Adds infrared and alpha among the bands that are left. A fourth band that GDAL calls alpha but that is neither empty
 * nor full for the most part is infrared: most four-band aerial files are written that way. Whatever a band is called,
 * one that holds a single value, or nothing but empty and full, measures no light and is no infrared.
 */
function withRest(bands: BandMetadata[], samples: BandSample[], named: Found): BandRoles {
  const measures = (index: number): boolean =>
    measuresLight(samples[index - 1], bands[index - 1]?.type ?? "");
  const colours = { ...named, nir: named.nir && measures(named.nir) ? named.nir : null };
  const taken = new Set([colours.red, colours.green, colours.blue, colours.nir]);
  const rest = bands.filter((band) => !taken.has(band.index));
  const twoValued = (band: BandMetadata) => isMaskLike(samples[band.index - 1], band.type);
  // A band without a name that is empty all over hides nothing: it is left out.
  const shows = (band: BandMetadata) => samples[band.index - 1]?.values.some((value) => value > 0);
  const alpha = rest.find(
    (band) =>
      twoValued(band) && (band.interpretation === "Alpha" || (isUnnamed(band) && shows(band))),
  );
  const sole = rest.filter(
    (band) =>
      band !== alpha &&
      measures(band.index) &&
      (isUnnamed(band) ||
        (band.interpretation === "Alpha" &&
          rest.length === 1 &&
          !isSoftMask(samples[band.index - 1], band.type))),
  );
  const nir =
    colours.nir ?? (rest.length <= 2 && sole.length === 1 ? (sole[0]?.index ?? null) : null);
  const late = alpha ?? rest.find((band) => band.interpretation === "Alpha" && band.index !== nir);
  return { ...colours, nir, alpha: late?.index ?? null };
}

type Found = Omit<BandRoles, "alpha">;
const COLOURS = ["red", "green", "blue", "nir"] as const;

/** Says whether the bands are called b1, b2, b3 … in their own order, as many programs call bands of which they know nothing. */
const isOwnOrder = (bands: BandMetadata[]) =>
  bands.every((band) => {
    const [, number] = /^(?:b|band)[ _-]?0*(\d+)$/i.exec(band.description?.trim() ?? "") ?? [];
    return Number(number) === band.index;
  });

function byDescription(bands: BandMetadata[]): Found | undefined {
  if (isOwnOrder(bands)) return undefined;
  const distance = (band: BandMetadata, colour: Colour) => {
    const [, nanometres] = /(\d{3,4})/.exec(band.description ?? "") ?? [];
    return nanometres ? Math.abs(Number(nanometres) - WAVELENGTHS[colour]) : 0;
  };
  const find = (colour: Colour) =>
    bands
      .filter((band) => band.description && colourOf(band.description) === colour)
      .sort((a, b) => distance(a, colour) - distance(b, colour) || a.index - b.index)[0]?.index;
  return complete(find("red"), find("green"), find("blue"), find("nir"), "description");
}

function byInterpretation(bands: BandMetadata[]): Found | undefined {
  const find = (name: string) => bands.find((band) => band.interpretation === name)?.index;
  return complete(find("Red"), find("Green"), find("Blue"), find("NIR"), "interpretation");
}

function byFileName(bands: BandMetadata[], fileName: string): Found | undefined {
  const order = /(?<![A-Za-z])(RGBN|BGRN|RGBNIR|BGRNIR|NRGB|RGBI|BGRI|BGR)(?![A-Za-z])/
    .exec(fileName)?.[1]
    ?.replace("NIR", "N")
    .replace("I", "N");
  if (!order || order.length > bands.length) return undefined;
  const at = (letter: string) => (order.includes(letter) ? order.indexOf(letter) + 1 : undefined);
  return complete(at("R"), at("G"), at("B"), at("N"), "file_name");
}

/** Red first, as in aerial imagery; blue first, as satellites number their bands. */
function usualOrders(bands: BandMetadata[]): Found[] {
  if (bands.length !== 3 && bands.length !== 4) return [];
  const orders = [complete(1, 2, 3, undefined, "order"), complete(3, 2, 1, undefined, "order")];
  return orders.filter((one) => one !== undefined);
}

function complete(
  red: number | undefined,
  green: number | undefined,
  blue: number | undefined,
  nir: number | undefined,
  basis: BandRoles["basis"],
): Found | undefined {
  const colours = [red, green, blue, ...(nir ? [nir] : [])];
  if (!red || !green || !blue || new Set(colours).size < colours.length) return undefined;
  return { red, green, blue, nir: nir ?? null, basis };
}

function isUnnamed(band: BandMetadata): boolean {
  return (
    band.interpretation === null ||
    band.interpretation === "Undefined" ||
    band.interpretation === "Gray"
  );
}

/** Tells whether a band can be of light: it holds several values, and others than empty and full; true without samples. */
function measuresLight(sample: BandSample | undefined, type: string): boolean {
  if (!sample || sample.values.length === 0) return true;
  const [first] = sample.values;
  return sample.values.some((value) => value !== first) && !isMaskLike(sample, type);
}

/** Mostly empty or full, with edges between: what a file calls alpha is that, and no infrared. */
function isSoftMask(sample: BandSample | undefined, type: string): boolean {
  if (!sample || sample.values.length === 0) return false;
  const top = type === "Byte" ? 255 : Math.max(...sample.values);
  const share = (fits: (value: number) => boolean) =>
    sample.values.filter(fits).length / sample.values.length;
  const full = share((value) => value >= top * 0.98);
  // A collar alone is empty too, around infrared that is hardly ever full.
  return full >= 0.1 && full + share((value) => value <= top * 0.02) >= 0.8;
}

/** Tells whether a band is only empty and full, give or take the soft edge that compression and resampling leave. */
function isMaskLike(sample: BandSample | undefined, type: string): boolean {
  if (!sample || sample.values.length === 0) return false;
  const top = type === "Byte" ? 255 : Math.max(...sample.values);
  const between = sample.values.filter((value) => value > top * 0.02 && value < top * 0.98).length;
  return between <= sample.values.length * 0.02;
}

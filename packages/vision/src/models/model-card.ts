import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Relation of a count to the truth, measured: `(truth + 1) / (count + 1)` lay in `[low, high]` for
 * the share `level` of the images.
 */
export type CountRatio = {
  level: number;
  low: number;
  high: number;
  images: number;
  trees: number;
  /** Share of images whose true count lay in the range that the other places gave. */
  covered: number;
  how: string;
};

/**
 * A second scale pass at `times` as many metres a pixel: crowns of `fromMeters` across and more are found in it too, their
 * scores weighed by `weight`. What fills much of what the network sees at once it does not see as a whole.
 */
type LargeCrowns = { times: number; fromMeters: number; weight: number };

/**
 * A scale pass for young trees over images of up to `toGsdMeters` metres a pixel, at `times` as many metres a pixel: crowns
 * of at most `toMeters` across are found in it too, their scores weighed by `weight`.
 */
type SmallCrowns = { times: number; toMeters: number; weight: number; toGsdMeters: number };

/** Settings for sources of a resolution; scores do not carry over from one kind of source to another. */
type SourceSettings = {
  /** For images of this many metres per pixel and coarser, up to the next entry. */
  fromGsdMeters: number;
  /** Lowest score that counts as a tree. */
  threshold: number;
  /** No scale pass for large crowns when absent. */
  largeCrowns?: LargeCrowns;
  /** No scale pass for young trees when absent. */
  smallCrowns?: SmallCrowns;
  countRatio?: CountRatio;
};

/** Card of a model: all that the product must know to run it and to say which model made a count. */
export type ModelCard = {
  name: string;
  version: string;
  /** File beside the card; absent for a method without a file. */
  file?: string;
  sha256: string;
  input: {
    /** Red, green, blue and perhaps near infrared, whose plane is 0 where an image has none. */
    bands: string[];
    /** Working pixels: side of a tile with its margins, the margin, and what the side must divide by. */
    tile: number;
    margin: number;
    multiple: number;
  };
  /** Metres per pixel that the model works at. */
  gsdMeters: number;
  maxEnlarge: number;
  /** By resolution, finest first; the first holds for the finest images too. */
  sources: SourceSettings[];
  suppress: { iou: number; inside: number };
  /** Smallest crown that it was shown, metres across. */
  smallestCrownMeters: number;
  /** Card, beside this one, of the network that says whether a crown is green; an index says it when absent. */
  green?: string;
  /** File beside this card by which pixels say what covers the ground; crowns alone say it when absent. */
  cover?: string;
  /** File beside this card that says on which ground its counts were measured, and how they err on other ground. */
  ground?: string;
  licence: string;
};

function numberIn(value: unknown, low: number, high: number): boolean {
  return typeof value === "number" && value >= low && value <= high;
}

function isScalePass({ times, fromMeters, weight }: LargeCrowns): boolean {
  return numberIn(times, 1, 4) && numberIn(weight, 0.1, 1) && numberIn(fromMeters, 0, 50);
}

function isFinePass({ times, toMeters, weight, toGsdMeters }: SmallCrowns): boolean {
  const isScaled = numberIn(times, 0.25, 1) && numberIn(weight, 0.1, 1);
  return isScaled && numberIn(toMeters, 0.1, 10) && numberIn(toGsdMeters, 0.01, 1);
}

/** Fault of a card, or undefined. A card may come from a ministry's own model. */
function cardFault(card: Partial<ModelCard>): string | undefined {
  if (!card.name || !card.version) return "name or version is missing";
  if (!/^[0-9a-f]{64}$/.test(card.sha256 ?? "")) return "sha256 is not 64 hexadecimal digits";
  const { input, suppress } = card;
  if (!input || !suppress) return "input or suppress is missing";
  if (!["R,G,B", "R,G,B,NIR"].includes(String(input.bands)))
    return "input.bands is neither R, G, B nor R, G, B, NIR";
  if (!numberIn(input.tile, 64, 4096) || !numberIn(input.margin, 0, input.tile / 4))
    return "input.tile or input.margin is out of range";
  if (!numberIn(input.multiple, 1, 256) || input.tile % input.multiple !== 0)
    return "input.tile does not divide by input.multiple";
  if (!numberIn(card.gsdMeters, 0.01, 10)) return "gsdMeters is out of range";
  if (!numberIn(card.maxEnlarge, 1, 8)) return "maxEnlarge is out of range";
  if (!card.sources?.length) return "sources is missing";
  if (!card.sources.every(({ threshold }) => numberIn(threshold, 0, 1)))
    return "a threshold is not between 0 and 1";
  if (!card.sources.every(({ largeCrowns }) => !largeCrowns || isScalePass(largeCrowns)))
    return "largeCrowns: times is not 1 to 4, weight not 0.1 to 1, or fromMeters not 0 to 50";
  if (!card.sources.every(({ smallCrowns }) => !smallCrowns || isFinePass(smallCrowns)))
    return "smallCrowns: times is not 0.25 to 1, weight not 0.1 to 1, toMeters not 0.1 to 10, or toGsdMeters not 0.01 to 1";
  return undefined;
}

/** The settings for images of `sourceGsd` metres per pixel. */
export function sourceSettings(
  card: Pick<ModelCard, "sources">,
  sourceGsd: number,
): SourceSettings {
  const fitting = card.sources.filter(({ fromGsdMeters }) => sourceGsd >= fromGsdMeters);
  const found = fitting.at(-1) ?? card.sources[0];
  if (!found) throw new Error("The model card has no settings for any source.");
  return found;
}

/** The scale pass for young trees of images of `sourceGsd` metres per pixel, if they are fine enough for one. */
export function smallCrownsOf(
  card: Pick<ModelCard, "sources">,
  sourceGsd: number,
): SmallCrowns | undefined {
  const { smallCrowns } = sourceSettings(card, sourceGsd);
  return smallCrowns && sourceGsd <= smallCrowns.toGsdMeters ? smallCrowns : undefined;
}

/** Reads a model's card. Throws with the reason when the file is not a card. */
export async function readModelCard(path: string): Promise<ModelCard> {
  const card = JSON.parse(await readFile(path, "utf8")) as ModelCard;
  const fault = cardFault(card);
  if (fault) throw new Error(`${path} is not a model card: ${fault}.`);
  return card;
}

/**
 * The bytes of the file that a card names, verified by their SHA-256, so that a count can always
 * be traced to one exact file. Throws when the file is missing or another one.
 */
export async function readModelFile(
  cardPath: string,
  card: { file?: string; sha256: string },
): Promise<Uint8Array> {
  if (!card.file) throw new Error(`${cardPath} names no model file.`);
  const path = join(dirname(cardPath), card.file);
  const bytes = await readFile(path);
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== card.sha256)
    throw new Error(
      `${path} is not the model of its card: SHA-256 is ${found}, not ${card.sha256}.`,
    );
  return bytes;
}

/** A card and the bytes of its model. Throws as `readModelCard` and `readModelFile` do. */
export async function readModel(cardPath: string): Promise<{ card: ModelCard; bytes: Uint8Array }> {
  const card = await readModelCard(cardPath);
  return { card, bytes: await readModelFile(cardPath, card) };
}

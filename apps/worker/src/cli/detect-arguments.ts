import { parseArgs } from "node:util";
import { type LeafOffSeason, leafOffPattern } from "@nihol/contract/values/imagery/leaf-off";

export const DETECT_HELP = `Usage: npm run nihol -- detect IMAGE [options]

Finds the trees in a GeoTIFF, PNG or JPEG. Needs no database.

Options:
  --gsd METERS        ground metres of one pixel; taken from a GeoTIFF when absent
  --threshold T       lowest score that counts as a tree, 0 to 1; the model's own when absent
  --format FORMAT     geojson: crowns in longitude and latitude (the default for a GeoTIFF)
                      boxes: boxes and crowns in pixels of the file (the default for other files)
  --out FILE          write there instead of to standard output
  --model CARD        a model's card (.json); that of NIHOL_MODEL, or the shipped one, when absent
  --ground FILE       what "nihol learn" learned of the ground that the image shows
  --rows              look for young trees in rows as well: on images of at most 0.3 m a pixel, crowns of 0.5 to
                      2.5 m that stand in a pattern, and the places of it that are empty; from 0.06 m a pixel saplings
                      of 0.2 to 0.7 m and pits that were dug and are empty
  --spacing METERS    between the places of a row, with --rows: of saplings fewer are then enough
  --date DAY          day on which it was taken (2026-05-14); taken from a GeoTIFF when absent
  --leaf-off SEASON   when trees stand without leaves there: first and last day (11-01/03-31), never, or by_latitude
                      (the default); an image taken then calls a tree without green unsure, for it may live
  --classical         use the method without a trained model
  --help              show this`;

export type DetectArguments = {
  image: string;
  gsd: number | undefined;
  threshold: number | undefined;
  format: "geojson" | "boxes" | undefined;
  out: string | undefined;
  model: string | undefined;
  ground: string | undefined;
  classical: boolean;
  rows: boolean;
  /** Metres. */
  spacing: number | undefined;
  /** ISO day. */
  date: string | undefined;
  leafOff: LeafOffSeason;
};

/** The command was called the wrong way. */
export class UsageError extends Error {
  override name = "UsageError";
}

function numberBetween(name: string, text: string | undefined, low: number, high: number) {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === "" || !(value >= low && value <= high))
    throw new UsageError(`--${name} wants a number from ${low} to ${high}, not "${text}".`);
  return value;
}

function dayOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && isoDay(new Date(`${text}T00:00:00Z`)) === text;
  if (!isDay) throw new UsageError(`--date wants a day such as 2026-05-14, not "${text}".`);
  return text;
}
const isoDay = (day: Date): string | undefined =>
  Number.isNaN(day.getTime()) ? undefined : day.toISOString().slice(0, 10);

function seasonOf(text: string = "by_latitude"): LeafOffSeason {
  if (leafOffPattern.test(text)) return text;
  throw new UsageError(
    `--leaf-off wants first and last day such as 11-01/03-31, never or by_latitude, not "${text}".`,
  );
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const options = {
    gsd: text,
    threshold: text,
    format: text,
    out: text,
    model: text,
    date: text,
    ground: text,
    spacing: text,
  };
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { ...options, "leaf-off": text, classical: flag, rows: flag, help: flag },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Reads and checks the command line; "help" when it asks for help. Throws UsageError. */
export function readDetectArguments(args: string[]): DetectArguments | "help" {
  const { values, positionals } = parse(args);
  if (values.help) return "help";
  const [image, ...rest] = positionals;
  if (image === undefined) throw new UsageError("Which image?");
  if (rest.length > 0) throw new UsageError(`One image at a time; "${rest[0]}" is too many.`);
  const { format, out, model, ground, classical = false, rows = false } = values;
  if (ground !== undefined && classical)
    throw new UsageError(
      "--ground weighs what a trained model sees: it does not go with --classical.",
    );
  if (format !== undefined && format !== "geojson" && format !== "boxes")
    throw new UsageError(`--format is geojson or boxes, not "${format}".`);
  return {
    ...{ image, date: dayOf(values.date), leafOff: seasonOf(values["leaf-off"]) },
    gsd: numberBetween("gsd", values.gsd, 0.005, 10),
    spacing: numberBetween("spacing", values.spacing, 0.2, 50),
    threshold: numberBetween("threshold", values.threshold, 0, 1),
    format,
    out,
    model,
    ground,
    classical,
    rows,
  };
}

/** Files beside an image that say where it is: a world file, a projection (.prj), GDAL's own .aux.xml. */
import type { Affine } from "../coordinates/affine.ts";

/** The texts of files of the same name as the image; each may be left out. */
export type Beside = { world?: string; projection?: string; aux?: string };

/** `wkt` is not read here: it goes to GDAL as it is. */
export type PlaceBeside = { affine?: Affine; wkt?: string };

/** A definition of a system, never the name of a file or an address; grids and parameter files are not opened for it. */
const WKT =
  /^\s*(?:PROJCS|GEOGCS|COMPD_CS|PROJCRS|GEOGCRS|GEODCRS|COMPOUNDCRS|BOUNDCRS|PROJECTEDCRS|GEOGRAPHICCRS)\s*\[/i;
const NAMES_FILES =
  /PARAMETERFILE|grids|\binit\s*=|\bfile\s*=|EXTENSION\s*\[|["']\s*(?:https?:|\/)/i;
const MAX_TEXT = 16_384;

/** The place that the texts give; empty where they say nothing that can be used. */
export function placeBeside({ world, projection, aux }: Beside): PlaceBeside {
  const affine = world === undefined ? gridInAux(aux) : worldFile(world);
  const wkt = wktOf(projection) ?? wktOf(unescaped(tagIn(aux, "SRS")));
  return { ...(affine ? { affine } : {}), ...(wkt ? { wkt } : {}) };
}

/** Six numbers, a line each (ESRI): the pixel's steps and the middle of the upper left pixel. A comma may be a point. */
function worldFile(text: string): Affine | undefined {
  const lines = text.slice(0, MAX_TEXT).trim().split(/\s+/);
  const [a, d, b, e, c, f, more] = lines.map((line) => Number(line.replace(",", ".")));
  if (more !== undefined) return undefined;
  const affine = [
    (c ?? Number.NaN) - ((a ?? 0) + (b ?? 0)) / 2,
    a,
    b,
    (f ?? Number.NaN) - ((d ?? 0) + (e ?? 0)) / 2,
    d,
    e,
  ];
  return soundGrid(affine);
}

const gridInAux = (aux: string | undefined) =>
  soundGrid((tagIn(aux, "GeoTransform") ?? "").split(",").map(Number));

function soundGrid(numbers: (number | undefined)[]): Affine | undefined {
  const [x = Number.NaN, a = 0, b = 0, y = Number.NaN, d = 0, e = 0] = numbers;
  const affine: Affine = [x, a, b, y, d, e];
  return numbers.length === 6 && affine.every(Number.isFinite) ? affine : undefined;
}

const tagIn = (xml: string | undefined, name: string) =>
  new RegExp(`<${name}(?:\\s[^<>]*)?>([^<>]*)</${name}>`).exec(xml?.slice(0, MAX_TEXT) ?? "")?.[1];

const unescaped = (text: string | undefined) =>
  text?.replaceAll("&quot;", '"').replaceAll("&apos;", "'").replaceAll("&amp;", "&");

function wktOf(text: string | undefined): string | undefined {
  const wkt =
    text
      ?.replace(/^\uFEFF/, "")
      .replaceAll("\0", "")
      .trim() ?? "";
  return wkt.length <= MAX_TEXT && WKT.test(wkt) && !NAMES_FILES.test(wkt) ? wkt : undefined;
}

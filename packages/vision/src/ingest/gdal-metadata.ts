import type { BandMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import type { Affine } from "../coordinates/affine.ts";
import { GdalFailed, type GdalOptions, runGdalOn } from "./gdal.ts";

/** The part of `gdalinfo -json` that is used. */
export type GdalInfo = {
  size: [number, number];
  wkt: string;
  /** The same as a proj4 string; undefined when the system has none (a site's own grid, for instance). */
  proj4: string | undefined;
  epsg: number | null;
  geoTransform: Affine | null;
  hasGcps: boolean;
  corners: [number, number][] | undefined;
  dateTime: string | undefined;
  compression: string;
  interleave: "pixel" | "band";
  maskBand: boolean;
  overviews: { width: number; height: number }[];
  bands: BandMetadata[];
  block: [number, number];
};

type RawBand = {
  band: number;
  type: string;
  block?: [number, number];
  colorInterpretation?: string;
  description?: string;
  noDataValue?: number | string;
  mask?: { flags?: string[] };
  overviews?: { size: [number, number] }[];
  colorTable?: unknown;
};

type RawInfo = {
  size?: [number, number];
  coordinateSystem?: { wkt?: string; proj4?: string };
  geoTransform?: number[];
  gcps?: unknown;
  wgs84Extent?: { coordinates?: [number, number][][] };
  metadata?: Record<string, Record<string, string>>;
  stac?: Record<string, unknown>;
  bands?: RawBand[];
};

/** Reads a TIFF's header through GDAL. Throws `ImageRefused` for what GDAL cannot open, `GdalMissing`, `GdalTimedOut`. */
export async function gdalInfo(path: string, options: GdalOptions): Promise<GdalInfo> {
  const { stdout } = await runGdalOn(
    { image: path },
    "gdalinfo",
    ({ image }) => ["-if", "GTiff", "-json", "-proj4", image],
    options,
  ).catch((error: unknown) => {
    throw error instanceof GdalFailed ? refusalFor(error.stderr) : error;
  });
  let raw: RawInfo;
  try {
    raw = JSON.parse(withWordsQuoted(stdout)) as RawInfo;
  } catch {
    throw new ImageRefused("damaged", { reason: "header" });
  }
  return readInfo(raw);
}

/** GDAL's JSON with quotes around the bare words that it prints for values that JSON has not; texts stay as they are. */
const withWordsQuoted = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:nan|inf)\b/gi, (found) =>
    found.startsWith('"') ? found : `"${found}"`,
  );

function refusalFor(stderr: string): ImageRefused {
  const codec = /missing codec(?: of code (\d+))?/i.exec(stderr);
  if (codec) return new ImageRefused("unsupported_compression", { compression: codec[1] ?? "" });
  if (/out of memory|cannot allocate|bad_alloc/i.test(stderr))
    return new ImageRefused("too_large", { reason: "memory" });
  return new ImageRefused("damaged", { reason: "header" });
}

function readInfo(raw: RawInfo): GdalInfo {
  const bands = raw.bands ?? [];
  const [first] = bands;
  if (!raw.size || !first) throw new ImageRefused("damaged", { reason: "header" });
  const structure = raw.metadata?.IMAGE_STRUCTURE ?? {};
  const epsg = raw.stac?.["proj:epsg"];
  const ring = raw.wgs84Extent?.coordinates?.[0]?.slice(0, 4);
  return {
    size: raw.size,
    wkt: raw.coordinateSystem?.wkt ?? "",
    proj4: raw.coordinateSystem?.proj4 || undefined,
    epsg: typeof epsg === "number" ? epsg : null,
    geoTransform: raw.geoTransform?.length === 6 ? (raw.geoTransform as unknown as Affine) : null,
    hasGcps: raw.gcps !== undefined,
    corners: ring?.length === 4 ? ring : undefined,
    dateTime: raw.metadata?.[""]?.TIFFTAG_DATETIME,
    compression: (structure.COMPRESSION ?? "NONE").replace("YCbCr JPEG", "JPEG"),
    interleave: structure.INTERLEAVE === "BAND" && bands.length > 1 ? "band" : "pixel",
    maskBand:
      first.mask?.flags?.includes("PER_DATASET") === true && !first.mask.flags.includes("ALPHA"),
    overviews: (first.overviews ?? []).map(({ size }) => ({ width: size[0], height: size[1] })),
    bands: bands.map(readBand),
    block: first.block ?? raw.size,
  };
}

function readBand(raw: RawBand): BandMetadata {
  const nodata = Number(raw.noDataValue);
  return {
    index: raw.band,
    type: raw.type,
    interpretation: raw.colorInterpretation ?? null,
    description: raw.description || null,
    nodata: raw.noDataValue !== undefined && Number.isFinite(nodata) ? nodata : null,
  };
}

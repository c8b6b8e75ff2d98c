/**
 * Reads what the directories of a GeoTIFF say, before it is sent: from the chosen file in the browser, a few kilobytes of
 * however many gigabytes. It refuses only what the server refuses for certain; where the header alone does not tell
 * (projections that need a database, bands without names), it says that it does not know.
 */

import { nearDistanceMeters } from "../near-distance.ts";
import { LAYOUT_LIMITS } from "./blocks.ts";
import { type CaptureDate, captureDate } from "./capture-date.ts";
import { type GeoKeys, readGeoKeys } from "./geo-keys.ts";
import { checkLayout, type TiffLayout } from "./layout.ts";
import { degreesFrom, type ToDegrees } from "./map-to-degrees.ts";
import { type ImageRefusal, ImageRefused, type RefusalParams } from "./refusal.ts";
import {
  type ByteSource,
  readTiff,
  type Tiff,
  TiffBroken,
  type TiffDirectory,
  tagNumber,
  tagText,
  unlessBroken,
} from "./tiff.ts";

type LonLat = [lon: number, lat: number];

/** Where the image lies. `ring`: its outline in degrees; `corners`: upper left, upper right, lower right, lower left (clockwise; vision's georeference.ts goes the other way). */
export type HeaderPlace = {
  ring: LonLat[];
  corners: [LonLat, LonLat, LonLat, LonLat];
  bbox: [number, number, number, number];
  gsdMeters: number;
};

export type ImageHeader = {
  width: number;
  height: number;
  bands: number;
  bits: number;
  /** Null where only the server can tell. */
  place: HeaderPlace | null;
  /** The system of coordinates that could not be read here; null where none is named. */
  epsg: number | null;
  /** True for up to four bands, which are taken in their order; of more, only the server can tell which are the colours. */
  isColourKnown: boolean;
  captureDate: CaptureDate | null;
};

/** A header that can be taken, or the server's own reason against it. */
export type HeaderFound =
  | { header: ImageHeader; refusal: null }
  | { header: ImageHeader | null; refusal: { code: ImageRefusal; params: RefusalParams } };

const TAG = {
  sampleFormat: 339,
  dateTime: 306,
  scale: 33550,
  tiepoints: 33922,
  intergraph: 33920,
  matrix: 34264,
  keys: 34735,
};
const KEY = { angularUnit: 2054, linearUnit: 3076 };
const [DEGREE, METRE] = [9102, 9001];
const STEPS_PER_SIDE = 8;

/** Reads the first directory of a chosen file. Never throws for what is in the file. */
export async function readImageHeader(source: ByteSource, fileName: string): Promise<HeaderFound> {
  try {
    await requireTiff(source);
    const layout = await checkLayout(source, LAYOUT_LIMITS);
    const tiff = await readTiff(source);
    const [first] = tiff.directories;
    if (!first) throw new ImageRefused("damaged", { reason: "no directory" });
    return await headerIn(tiff, first, layout, fileName);
  } catch (error) {
    if (error instanceof ImageRefused)
      return { header: null, refusal: { code: error.code, params: error.params } };
    if (error instanceof TiffBroken)
      return { header: null, refusal: { code: "damaged", params: { reason: error.message } } };
    throw error;
  }
}

async function requireTiff(source: ByteSource): Promise<void> {
  const head = await source.read(0, Math.min(4, source.size));
  const text = String.fromCharCode(...head);
  if (!["II*\0", "MM\0*", "II+\0", "MM\0+"].includes(text)) throw new ImageRefused("not_a_tiff");
}

async function headerIn(
  tiff: Tiff,
  first: TiffDirectory,
  layout: TiffLayout,
  fileName: string,
): Promise<HeaderFound> {
  const keys = await readGeoKeys(tiff, first);
  const dateTime = await unlessBroken(tagText(tiff, first, TAG.dateTime), undefined);
  const place = keys ? placeOf(layout, keys) : null;
  const header: ImageHeader = {
    width: layout.width,
    height: layout.height,
    bands: layout.samples,
    bits: layout.bits,
    place,
    epsg: place ? null : (keys?.epsg ?? null),
    isColourKnown: layout.samples <= 4,
    captureDate: captureDate(fileName, dateTime),
  };
  const refusal =
    colourRefusal(layout) ?? (await typeRefusal(tiff, first, layout)) ?? placeRefusal(first, keys);
  return { header, refusal };
}

type Refusal = HeaderFound["refusal"];

function colourRefusal({ palette, samples }: TiffLayout): Refusal {
  const reason = palette ? "colour_table" : samples < 3 ? "too_few_bands" : undefined;
  return reason ? { code: "not_rgb", params: { bands: samples, reason } } : null;
}

async function typeRefusal(
  tiff: Tiff,
  first: TiffDirectory,
  { bits }: TiffLayout,
): Promise<Refusal> {
  const format = await tagNumber(tiff, first, TAG.sampleFormat, 1);
  const isWhole = format === 1 || format === 2 || format === 4;
  if (isWhole && bits <= 16) return null;
  return { code: "unsupported_type", params: { type: isWhole ? `Int${bits}` : `Float${bits}` } };
}

/** Only where nothing in the directory could be a georeference. */
function placeRefusal({ tags }: TiffDirectory, keys: GeoKeys | undefined): Refusal {
  if (keys) return null;
  const hasGrid = tags.has(TAG.matrix) || (tags.has(TAG.scale) && tags.has(TAG.tiepoints));
  if (hasGrid && tags.has(TAG.keys)) return null;
  if (tags.has(TAG.intergraph)) return null;
  const reason = hasGrid ? "no_projection" : tags.has(TAG.tiepoints) ? "control_points" : "none";
  return { code: "no_georeference", params: { reason } };
}

function placeOf({ width, height }: TiffLayout, keys: GeoKeys): HeaderPlace | null {
  const { epsg, value } = keys;
  const toDegrees = epsg === undefined ? undefined : degreesFrom(epsg);
  // A unit of the file's own overrides that of the code.
  const isOfUnit = (key: number, unit: number) => [undefined, unit].includes(value(key));
  if (!toDegrees || !isOfUnit(KEY.angularUnit, DEGREE) || !isOfUnit(KEY.linearUnit, METRE))
    return null;
  const at = (column: number, row: number) => pointOf(keys, toDegrees, column, row);
  const corners: HeaderPlace["corners"] = [
    at(0, 0),
    at(width, 0),
    at(width, height),
    at(0, height),
  ];
  const ring = outlineOf(width, height).map(([x, y]) => at(x, y));
  if (ring.some(([lon, lat]) => !(Math.abs(lon) <= 360) || !(Math.abs(lat) <= 90))) return null;
  const gsdMeters = groundSampleDistance(at, width / 2, height / 2);
  if (!(gsdMeters > 0)) return null;
  const lons = ring.map(([lon]) => lon);
  const lats = ring.map(([, lat]) => lat);
  return {
    ring,
    corners,
    bbox: [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)],
    gsdMeters,
  };
}

function pointOf({ affine }: GeoKeys, toDegrees: ToDegrees, column: number, row: number): LonLat {
  const [x0, a, b, y0, c, d] = affine;
  return toDegrees(x0 + column * a + row * b, y0 + column * c + row * d);
}

function groundSampleDistance(at: (x: number, y: number) => LonLat, x: number, y: number): number {
  const across = nearDistanceMeters(at(x - 0.5, y), at(x + 0.5, y));
  const down = nearDistanceMeters(at(x, y - 0.5), at(x, y + 0.5));
  return Math.sqrt(across * down);
}

function outlineOf(width: number, height: number): [number, number][] {
  const corners = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
    [0, 0],
  ] as const;
  const ring: [number, number][] = [[0, 0]];
  for (let side = 0; side < 4; side++) {
    const [[x, y], [toX, toY]] = [corners[side] ?? corners[0], corners[side + 1] ?? corners[0]];
    for (let i = 1; i <= STEPS_PER_SIDE; i++) {
      const share = i / STEPS_PER_SIDE;
      ring.push([x + (toX - x) * share, y + (toY - y) * share]);
    }
  }
  return ring;
}

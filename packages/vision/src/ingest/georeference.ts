import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { Bbox } from "@nihol/geo/geometry";
import { nearDistanceMeters } from "@nihol/geo/near-distance";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import { type Affine, affineDeterminant, applyAffine } from "../coordinates/affine.ts";
import { mapToLonLat, mapToMap, mapToMap3, pixelToLonLat } from "../coordinates/projection.ts";

type LonLat = [number, number];

const STEPS_PER_SIDE = 16;
/** No camera in the air sees less than a millimetre; degrees that are called metres give pixels of micrometres. */
const FINEST_GSD_M = 0.001;
/** GDAL prints its corners with seven decimals: about a centimetre. */
const CORNER_ROUNDING_M = 0.03;
/** Metres that corners may lie off GDAL's after the measured shift, at least: a pixel where that is larger. */
const MAX_SHIFTED_ERROR_M = 1;

type Geometry = Pick<
  RasterMetadata,
  | "affine"
  | "proj4"
  | "gsdMeters"
  | "gsdXMeters"
  | "gsdYMeters"
  | "positionErrorMeters"
  | "footprint"
  | "bbox"
>;

/**
 * Outline, bounding box and ground sample distance. `gdalCorners` (upper left, lower left, lower right, upper right in
 * degrees, as GDAL computed them) check our own arithmetic; where GDAL knows a datum shift that the proj4 string does
 * not carry, the shift is measured from these corners and added to the string.
 * Throws `zero_area` and `unknown_projection`.
 */
export function imageGeometry(
  width: number,
  height: number,
  affine: Affine,
  proj4: string,
  gdalCorners?: LonLat[],
): Geometry {
  const det = affineDeterminant(affine);
  if (!affine.every(Number.isFinite) || !Number.isFinite(det) || det === 0)
    throw new ImageRefused("zero_area", { width, height });
  const corners = cornersOf(width, height);
  const map = corners.map(([x, y]) => applyAffine(affine, x, y));
  let definition = proj4;
  let error = trying(() => cornerError(definition, map, gdalCorners));
  const pixel = Math.max(
    1e-6,
    trying(() => groundSize(width, height, { affine, proj4: definition })).gsdMeters,
  );
  const tolerance = Math.max(CORNER_ROUNDING_M, pixel / 4);
  if (gdalCorners && error > tolerance) {
    definition = trying(() => withMeasuredShift(proj4, map, gdalCorners));
    error = trying(() => cornerError(definition, map, gdalCorners));
    if (error > Math.max(tolerance, pixel, MAX_SHIFTED_ERROR_M))
      throw new ImageRefused("unknown_projection", {
        reason: "position",
        meters: Math.round(error),
      });
  }
  const georeference = { affine, proj4: definition };
  const ring = trying(() =>
    outline(width, height).map(([x, y]) => pixelToLonLat(georeference, x, y)),
  );
  if (
    // Written so that NaN is outside too.
    ring.some(([lon, lat]) => !(Math.abs(lon) <= 180.000001 && Math.abs(lat) <= 90.000001))
  ) {
    throw new ImageRefused("unknown_projection", { reason: "outside" });
  }
  const size = groundSize(width, height, georeference);
  if (!(size.gsdMeters >= FINEST_GSD_M) || !Number.isFinite(size.gsdMeters))
    throw new ImageRefused("zero_area", { width, height });
  const footprint = { type: "Polygon" as const, coordinates: [ring] };
  return { ...georeference, ...size, positionErrorMeters: error, footprint, bbox: boxOf(ring) };
}

function cornersOf(width: number, height: number): LonLat[] {
  return [
    [0, 0],
    [0, height],
    [width, height],
    [width, 0],
  ];
}

function outline(width: number, height: number): LonLat[] {
  const corners = cornersOf(width, height);
  const ring: LonLat[] = [];
  corners.forEach(([x, y], side) => {
    const [nx, ny] = corners[(side + 1) % 4] ?? [0, 0];
    for (let i = 0; i < STEPS_PER_SIDE; i++)
      ring.push([x + ((nx - x) * i) / STEPS_PER_SIDE, y + ((ny - y) * i) / STEPS_PER_SIDE]);
  });
  ring.push([0, 0]);
  return ring;
}

function boxOf(ring: LonLat[]): Bbox {
  const lons = ring.map(([lon]) => lon);
  const lats = ring.map(([, lat]) => lat);
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

function groundSize(
  width: number,
  height: number,
  georeference: { affine: Affine; proj4: string },
) {
  const at = (dx: number, dy: number) =>
    pixelToLonLat(georeference, width / 2 + dx, height / 2 + dy);
  const gsdXMeters = nearDistanceMeters(at(-0.5, 0), at(0.5, 0));
  const gsdYMeters = nearDistanceMeters(at(0, -0.5), at(0, 0.5));
  return { gsdMeters: Math.sqrt(gsdXMeters * gsdYMeters), gsdXMeters, gsdYMeters };
}

/**
 * Metres by which corners lie off GDAL's, at most; 0 where GDAL gave none. Mapping them is a check by itself: it throws for a
 * projection that cannot.
 */
function cornerError(proj4: string, map: LonLat[], gdalCorners: LonLat[] | undefined): number {
  const ours = map.map(([x, y]) => mapToLonLat(proj4, x, y));
  if (!gdalCorners) return 0;
  return Math.max(...ours.map((point, i) => nearDistanceMeters(point, gdalCorners[i] ?? point)));
}

/** Geocentric translation between the file's own ellipsoid and WGS 84, averaged over the corners (EPSG method 9603). */
function withMeasuredShift(proj4: string, map: LonLat[], gdalCorners: LonLat[]): string {
  const ellipsoids: Record<string, string> = {
    NAD27: "+ellps=clrk66",
    NAD83: "+ellps=GRS80",
    WGS84: "+ellps=WGS84",
  };
  const bare = proj4
    .replace(/\s\+datum=(\w+)/, (_, name: string) => ` ${ellipsoids[name] ?? ""}`)
    .replace(/\s\+(towgs84|nadgrids)=\S+/g, "");
  const shape = bare.match(/\+(ellps|a|b|rf|f|R)=\S+/g)?.join(" ") ?? "+ellps=WGS84";
  const geographic = `+proj=longlat ${shape} +no_defs`;
  const geocentric = `+proj=geocent ${shape} +units=m +no_defs`;
  const wgs84 = "+proj=geocent +ellps=WGS84 +units=m +no_defs";
  const shifts = map.map(([x, y], i) => {
    const local = mapToMap(bare, geographic, x, y);
    const from = geocentricOf(geographic, geocentric, local);
    const to = geocentricOf("+proj=longlat +ellps=WGS84 +no_defs", wgs84, gdalCorners[i] ?? local);
    return to.map((value, axis) => value - (from[axis] ?? 0));
  });
  const mean = [0, 1, 2].map(
    (axis) => shifts.reduce((sum, shift) => sum + (shift[axis] ?? 0), 0) / shifts.length,
  );
  return `${bare.trim()} +towgs84=${mean.map((value) => value.toFixed(4)).join(",")}`;
}

/** Longitude and latitude (degrees, height 0) to earth-centred metres of the same ellipsoid. */
function geocentricOf(geographic: string, geocentric: string, [lon, lat]: LonLat): number[] {
  return mapToMap3(geographic, geocentric, [lon, lat, 0]);
}

function trying<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ImageRefused) throw error;
    throw new ImageRefused("unknown_projection", { reason: "proj4" });
  }
}

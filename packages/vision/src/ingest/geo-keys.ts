import { readGeoKeys } from "@nihol/geo/tiff/geo-keys";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import type { Tiff, TiffDirectory } from "@nihol/geo/tiff/tiff";
import type { Affine } from "../coordinates/affine.ts";

/**
 * Georeference from GeoTIFF tags alone: affine in GDAL's order and a proj4 string for the few systems that need no
 * database. undefined without georeference; throws `gdal_missing` for other systems.
 */
export async function geoKeysOf(
  tiff: Tiff,
  directory: TiffDirectory,
): Promise<{ affine: Affine; proj4: string; epsg: number } | undefined> {
  const keys = await readGeoKeys(tiff, directory);
  if (!keys) return undefined;
  const { affine, epsg } = keys;
  const proj4 = epsg === undefined ? undefined : simpleProj4(epsg);
  if (epsg === undefined || !proj4) throw new ImageRefused("gdal_missing", { epsg: epsg ?? 0 });
  return { affine, proj4, epsg };
}

/** As GDAL prints them: NAD83 and ETRS89 lie within two metres of WGS 84, and are taken for the same. */
const datums = {
  wgs84: "+datum=WGS84",
  nad83: "+datum=NAD83",
  etrs89: "+ellps=GRS80 +towgs84=0,0,0,0,0,0,0",
} as const;
const webMercator =
  "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs";
const degrees: Record<number, keyof typeof datums> = {
  4326: "wgs84",
  4269: "nad83",
  4258: "etrs89",
};

/**
 * The proj4 string of degrees and UTM zones on WGS 84, NAD83 and ETRS89, and of EPSG:3857: the systems that
 * `degreesFrom` reads too. undefined for any other code.
 */
export function simpleProj4(epsg: number): string | undefined {
  if (epsg === 3857) return webMercator;
  const geographic = degrees[epsg];
  if (geographic) return `+proj=longlat ${datums[geographic]} +no_defs`;
  const [series, zone] = [Math.floor(epsg / 100), epsg % 100];
  const utm = (datum: keyof typeof datums, south = "") =>
    `+proj=utm +zone=${zone}${south} ${datums[datum]} +units=m +no_defs`;
  if (series === 326 && zone >= 1 && zone <= 60) return utm("wgs84");
  if (series === 327 && zone >= 1 && zone <= 60) return utm("wgs84", " +south");
  if (series === 269 && zone >= 1 && zone <= 23) return utm("nad83");
  if (series === 258 && zone >= 28 && zone <= 38) return utm("etrs89");
  return undefined;
}

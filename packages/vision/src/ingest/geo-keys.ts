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

/** The proj4 string of EPSG:4326, EPSG:3857 and the UTM zones on WGS 84; undefined for any other code. */
export function simpleProj4(epsg: number): string | undefined {
  if (epsg === 4326) return "+proj=longlat +datum=WGS84 +no_defs";
  if (epsg === 3857)
    return "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs";
  const zone = epsg % 100;
  const hemisphere = Math.floor(epsg / 100);
  if ((hemisphere !== 326 && hemisphere !== 327) || zone < 1 || zone > 60) return undefined;
  return `+proj=utm +zone=${zone}${hemisphere === 327 ? " +south" : ""} +datum=WGS84 +units=m +no_defs`;
}

import type { Affine } from "../coordinates/affine.ts";
import { ImageRefused } from "./refusal.ts";
import { type Tiff, type TiffDirectory, tagNumbers } from "./tiff.ts";

const TAG = { pixelScale: 33550, tiepoints: 33922, matrix: 34264, geoKeys: 34735 };
const KEY = { rasterType: 1025, geographic: 2048, projected: 3072 };

/**
 * Georeference from GeoTIFF tags alone (OGC 19-008r4): affine in GDAL's order and a proj4 string for the few systems
 * that need no database. undefined without georeference; throws `gdal_missing` for other systems.
 */
export async function geoKeysOf(
  tiff: Tiff,
  directory: TiffDirectory,
): Promise<{ affine: Affine; proj4: string; epsg: number } | undefined> {
  const keys = await tagNumbers(tiff, directory, TAG.geoKeys);
  const grid = await affineOf(tiff, directory);
  if (!grid || keys.length < 4) return undefined;
  const value = (id: number) => {
    for (let i = 4; i + 3 < keys.length; i += 4)
      if (keys[i] === id && keys[i + 1] === 0) return keys[i + 3];
    return undefined;
  };
  const epsg = value(KEY.projected) ?? value(KEY.geographic);
  const proj4 = epsg === undefined ? undefined : simpleProj4(epsg);
  if (epsg === undefined || !proj4) throw new ImageRefused("gdal_missing", { epsg: epsg ?? 0 });
  // "Pixel is point": the tie point is the middle of a pixel.
  const half = value(KEY.rasterType) === 2 ? 0.5 : 0;
  const [x, a, b, y, c, d] = grid;
  return { affine: [x - half * (a + b), a, b, y - half * (c + d), c, d], proj4, epsg };
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

async function affineOf(tiff: Tiff, directory: TiffDirectory): Promise<Affine | undefined> {
  const m = await tagNumbers(tiff, directory, TAG.matrix);
  if (m.length === 16) return [m[3] ?? 0, m[0] ?? 0, m[1] ?? 0, m[7] ?? 0, m[4] ?? 0, m[5] ?? 0];
  const [sx, sy] = await tagNumbers(tiff, directory, TAG.pixelScale);
  const [i, j, , x, y] = await tagNumbers(tiff, directory, TAG.tiepoints);
  if (!sx || !sy || i === undefined || j === undefined || x === undefined || y === undefined)
    return undefined;
  return [x - i * sx, sx, 0, y + j * sy, 0, -sy];
}

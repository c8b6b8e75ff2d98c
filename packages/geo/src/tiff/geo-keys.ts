import { type Tiff, type TiffDirectory, tagNumbers, unlessBroken } from "./tiff.ts";

const TAG = { pixelScale: 33550, tiepoints: 33922, matrix: 34264, geoKeys: 34735 };
const KEY = { rasterType: 1025, geographic: 2048, projected: 3072 };

/** Affine map from pixels to the projection: six numbers in the order of GDAL's geotransform. */
type GeoTransform = [number, number, number, number, number, number];

/** Georeference by the GeoTIFF tags; `value(id)` is a key's number where the key directory holds it itself. */
export type GeoKeys = {
  affine: GeoTransform;
  /** Of the projected system, or else of the geographic one. */
  epsg: number | undefined;
  value: (id: number) => number | undefined;
};

/** Georeference from GeoTIFF tags alone (OGC 19-008r4). undefined without a grid or without keys that lie in the file. */
export async function readGeoKeys(
  tiff: Tiff,
  directory: TiffDirectory,
): Promise<GeoKeys | undefined> {
  const keys = await unlessBroken(tagNumbers(tiff, directory, TAG.geoKeys), []);
  const grid = await gridOf(tiff, directory);
  if (!grid || keys.length < 4) return undefined;
  const value = (id: number) => {
    for (let i = 4; i + 3 < keys.length; i += 4)
      if (keys[i] === id && keys[i + 1] === 0) return keys[i + 3];
    return undefined;
  };
  // "Pixel is point": the tie point is the middle of a pixel.
  const half = value(KEY.rasterType) === 2 ? 0.5 : 0;
  const [x, a, b, y, c, d] = grid;
  return {
    affine: [x - half * (a + b), a, b, y - half * (c + d), c, d],
    epsg: value(KEY.projected) ?? value(KEY.geographic),
    value,
  };
}

async function gridOf(tiff: Tiff, directory: TiffDirectory): Promise<GeoTransform | undefined> {
  const numbers = (id: number) => unlessBroken(tagNumbers(tiff, directory, id), []);
  const m = await numbers(TAG.matrix);
  if (m.length === 16) return [m[3] ?? 0, m[0] ?? 0, m[1] ?? 0, m[7] ?? 0, m[4] ?? 0, m[5] ?? 0];
  const [sx, sy] = await numbers(TAG.pixelScale);
  const [i, j, , x, y] = await numbers(TAG.tiepoints);
  if (!sx || !sy || i === undefined || j === undefined || x === undefined || y === undefined)
    return undefined;
  return [x - i * sx, sx, 0, y + j * sy, 0, -sy];
}

import proj4 from "proj4";
import { type Affine, applyAffine, invertAffine } from "./affine.ts";

/** Link of pixels to the ground: GDAL's affine and the proj4 string that GDAL printed for that very file. */
export type Georeference = { affine: Affine; proj4: string };

type Pair = [number, number];
type Converter = { forward(p: Pair): Pair; inverse(p: Pair): Pair };

const converters = new Map<string, Converter>();
const MAX_CONVERTERS = 200;

/** Lon/lat (WGS 84, degrees) ↔ map coordinates. Throws when proj4 does not know the projection. */
function converter(definition: string): Converter {
  const known = converters.get(definition);
  if (known) return known;
  const made = proj4("WGS84", definition);
  const pair: Converter = {
    forward: (p) => made.forward(p) as Pair,
    inverse: (p) => made.inverse(p) as Pair,
  };
  if (converters.size >= MAX_CONVERTERS) converters.clear();
  converters.set(definition, pair);
  return pair;
}

/** Map coordinates of a projection to lon/lat in degrees. */
export function mapToLonLat(definition: string, x: number, y: number): Pair {
  return converter(definition).inverse([x, y]);
}

/** Lon/lat in degrees to map coordinates of a projection. */
export function lonLatToMap(definition: string, lon: number, lat: number): Pair {
  return converter(definition).forward([lon, lat]);
}

/** Map coordinates of one projection to those of another, without a datum shift where neither names one. */
export function mapToMap(from: string, to: string, x: number, y: number): Pair {
  return proj4(from, to, [x, y]) as Pair;
}

/** The same for points with a height, as earth-centred coordinates need it. */
export function mapToMap3(from: string, to: string, point: [number, number, number]): number[] {
  return proj4(from, to, [...point]);
}

/** Pixel (fractions allowed, (0, 0) the outer top-left corner) to `[lon, lat]` in degrees. */
export function pixelToLonLat(georeference: Georeference, px: number, py: number): Pair {
  const [x, y] = applyAffine(georeference.affine, px, py);
  return mapToLonLat(georeference.proj4, x, y);
}

/** `[lon, lat]` in degrees to a fractional pixel. */
export function lonLatToPixel(georeference: Georeference, lon: number, lat: number): Pair {
  const [x, y] = lonLatToMap(georeference.proj4, lon, lat);
  return applyAffine(invertAffine(georeference.affine), x, y);
}

/** Batch of interleaved `px, py` to interleaved `lon, lat`. */
export function pixelsToLonLats(
  georeference: Georeference,
  pixels: ArrayLike<number>,
): Float64Array {
  const out = new Float64Array(pixels.length);
  for (let i = 0; i + 1 < pixels.length; i += 2) {
    const [lon, lat] = pixelToLonLat(georeference, pixels[i] ?? 0, pixels[i + 1] ?? 0);
    out[i] = lon;
    out[i + 1] = lat;
  }
  return out;
}

/** Batch of interleaved `lon, lat` to interleaved `px, py`. */
export function lonLatsToPixels(
  georeference: Georeference,
  lonLats: ArrayLike<number>,
): Float64Array {
  const inverse = invertAffine(georeference.affine);
  const { forward } = converter(georeference.proj4);
  const out = new Float64Array(lonLats.length);
  for (let i = 0; i + 1 < lonLats.length; i += 2) {
    const [x, y] = forward([lonLats[i] ?? 0, lonLats[i + 1] ?? 0]);
    const [px, py] = applyAffine(inverse, x, y);
    out[i] = px;
    out[i + 1] = py;
  }
  return out;
}

import geodesic from "geographiclib-geodesic";

/** Length on the WGS 84 ellipsoid in metres, edges as geodesics. Karney, Algorithms for geodesics, 2013. */
export function geodesicLengthM(line: readonly (readonly [lon: number, lat: number])[]): number {
  let total = 0;
  for (const [index, [lon, lat]] of line.entries()) {
    const [fromLon, fromLat] = line[index - 1] ?? [lon, lat];
    total += geodesic.Geodesic.WGS84.Inverse(fromLat, fromLon, lat, lon).s12 ?? 0;
  }
  return total;
}

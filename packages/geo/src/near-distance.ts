type LonLat = readonly [number, number];

const WGS84 = { a: 6_378_137, f: 1 / 298.257223563 };

/**
 * Ground distance in metres between two near points on the WGS 84 ellipsoid, from the radii of curvature at the middle
 * latitude (Torge, Geodesy, 4.1); good to a millimetre over a few hundred metres.
 */
export function nearDistanceMeters([lon1, lat1]: LonLat, [lon2, lat2]: LonLat): number {
  const rad = Math.PI / 180;
  const e2 = WGS84.f * (2 - WGS84.f);
  const sin = Math.sin(((lat1 + lat2) / 2) * rad);
  const w = 1 - e2 * sin * sin;
  const north = ((WGS84.a * (1 - e2)) / w ** 1.5) * (lat2 - lat1) * rad;
  const turn = ((lon2 - lon1 + 540) % 360) - 180;
  const east = (WGS84.a / Math.sqrt(w)) * Math.sqrt(1 - sin * sin) * turn * rad;
  return Math.hypot(north, east);
}

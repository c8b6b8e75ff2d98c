/** From coordinates of the few map systems that need no database of projections to degrees on WGS 84. */

type LonLat = [lon: number, lat: number];
export type ToDegrees = (x: number, y: number) => LonLat;

const A = 6_378_137;
const F = 1 / 298.257223563;
const DEG = 180 / Math.PI;

/**
 * EPSG codes: WGS 84, and NAD83 and ETRS89, which lie within two metres of it and which GDAL takes for the same; Web
 * Mercator; UTM on each of the three. undefined for any other: a datum shift would have to be known.
 */
export function degreesFrom(epsg: number): ToDegrees | undefined {
  if (epsg === 4326 || epsg === 4269 || epsg === 4258) return (x, y) => [x, y];
  if (epsg === 3857) return fromWebMercator;
  const zone = epsg % 100;
  const series = Math.floor(epsg / 100);
  if (zone < 1 || zone > 60) return undefined;
  const isNad83 = series === 269 && zone <= 23;
  const isEtrs89 = series === 258 && zone >= 28 && zone <= 38;
  if (series === 326 || isNad83 || isEtrs89) return fromUtm(zone, 0);
  return series === 327 ? fromUtm(zone, 10_000_000) : undefined;
}

function fromWebMercator(x: number, y: number): LonLat {
  return [(x / A) * DEG, Math.atan(Math.sinh(y / A)) * DEG];
}

const N = F / (2 - F);
/** Radius of the rectifying sphere. */
const RECTIFYING = (A / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64);
const BETA = [
  N / 2 - (2 / 3) * N ** 2 + (37 / 96) * N ** 3 - N ** 4 / 360,
  N ** 2 / 48 + N ** 3 / 15 - (437 / 1440) * N ** 4,
  (17 / 480) * N ** 3 - (37 / 840) * N ** 4,
  (4397 / 161_280) * N ** 4,
];
const E2 = F * (2 - F);
const E = Math.sqrt(E2);

/** Krüger's series to the fourth order (Karney 2011, "Transverse Mercator with an accuracy of a few nanometers"): under a millimetre within a zone and far beyond it. */
function fromUtm(zone: number, falseNorthing: number): ToDegrees {
  const middle = zone * 6 - 183;
  return (x, y) => {
    const xi = (y - falseNorthing) / (0.9996 * RECTIFYING);
    const eta = (x - 500_000) / (0.9996 * RECTIFYING);
    let [xi0, eta0] = [xi, eta];
    BETA.forEach((beta, i) => {
      const turn = 2 * (i + 1);
      xi0 -= beta * Math.sin(turn * xi) * Math.cosh(turn * eta);
      eta0 -= beta * Math.cos(turn * xi) * Math.sinh(turn * eta);
    });
    const conformal = Math.sin(xi0) / Math.hypot(Math.sinh(eta0), Math.cos(xi0));
    const lon = Math.atan2(Math.sinh(eta0), Math.cos(xi0)) * DEG;
    return [middle + lon, Math.atan(geodetic(conformal)) * DEG];
  };
}

/** Tangent of the latitude by that of the conformal latitude: Newton's method (Karney 2011, equations 19–21). */
function geodetic(conformal: number): number {
  let tau = conformal;
  for (let step = 0; step < 5; step++) {
    const secant = Math.hypot(1, tau);
    const sigma = Math.sinh(E * Math.atanh((E * tau) / secant));
    const found = tau * Math.hypot(1, sigma) - sigma * secant;
    tau +=
      ((conformal - found) / Math.hypot(1, found)) *
      ((1 + (1 - E2) * tau * tau) / ((1 - E2) * secant));
  }
  return tau;
}

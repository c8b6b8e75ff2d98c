/**
 * Where the sun stands: the algorithm of the Astronomical Almanac as given by Michalsky, The Astronomical Almanac's
 * algorithm for approximate solar position (1950–2050), Solar Energy 40 (1988), 227–235: within 0.01°, refraction apart.
 */

const RADIANS = Math.PI / 180;
const DAY_MS = 86_400_000;
/** Noon of 1 January 2000, from which the Almanac counts days. */
const J2000 = Date.UTC(2000, 0, 1, 12);

const sin = (degrees: number): number => Math.sin(degrees * RADIANS);
const cos = (degrees: number): number => Math.cos(degrees * RADIANS);
const asin = (value: number): number => Math.asin(Math.max(-1, Math.min(1, value))) / RADIANS;
const wrapped = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** Declination, and the right ascension, of the sun at a moment; degrees. */
function equatorial(at: Date) {
  const days = (at.getTime() - J2000) / DAY_MS;
  const anomaly = wrapped(357.528 + 0.9856003 * days);
  const meanLongitude = wrapped(280.46 + 0.9856474 * days);
  const longitude = meanLongitude + 1.915 * sin(anomaly) + 0.02 * sin(2 * anomaly);
  const obliquity = 23.439 - 4e-7 * days;
  const ascension = Math.atan2(cos(obliquity) * sin(longitude), cos(longitude)) / RADIANS;
  return { days, ascension, declination: asin(sin(obliquity) * sin(longitude)) };
}

/** Above the horizon, and clockwise from north; degrees. */
type SunPosition = { elevation: number; azimuth: number };

/** The sun at a moment over a place, degrees of longitude and latitude. */
export function sunPosition(at: Date, longitude: number, latitude: number): SunPosition {
  const { days, ascension, declination } = equatorial(at);
  const sidereal = 15 * (6.697375 + 0.0657098242 * days + (at.getTime() % DAY_MS) / 3_600_000);
  const hourAngle = sidereal + longitude - ascension;
  const elevation = asin(
    sin(declination) * sin(latitude) + cos(declination) * cos(latitude) * cos(hourAngle),
  );
  const east = -cos(declination) * sin(hourAngle);
  const north =
    sin(declination) * cos(latitude) - cos(declination) * sin(latitude) * cos(hourAngle);
  return { elevation, azimuth: wrapped(Math.atan2(east, north) / RADIANS) };
}

/** Lower than this a sun gives no light to fly by. */
const LOWEST = 5;

/**
 * Elevation of the sun on a day (ISO) when it stood in this direction, degrees; undefined where it never stands there.
 * Images seldom say the hour, and their shadows always say the direction: the sun's declination δ of the day, the
 * latitude φ and the azimuth A give the elevation e by sin δ = sin φ sin e + cos φ cos e cos A.
 */
export function elevationByAzimuth(
  day: string,
  latitude: number,
  azimuth: number,
): number | undefined {
  const { declination } = equatorial(new Date(`${day}T12:00:00Z`));
  const [a, b] = [sin(latitude), cos(latitude) * cos(azimuth)];
  const ratio = sin(declination) / Math.hypot(a, b);
  if (Math.abs(ratio) > 1) return undefined;
  const shift = Math.atan2(b, a) / RADIANS;
  const [one, other] = [asin(ratio) - shift, 180 - asin(ratio) - shift].map((value) =>
    wrapped(value),
  ) as [number, number];
  const possible = [one, other].filter((value) => value > LOWEST && value <= 90);
  return possible.length > 0 ? Math.max(...possible) : undefined;
}

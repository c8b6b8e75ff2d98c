/** The plane that touches a place: metres east and north of it. Good to one per cent within 100 km. */

/** Mean length of a degree of latitude on WGS 84. */
export const METERS_PER_DEGREE = 111_320;

type LonLat = readonly [lon: number, lat: number, ...rest: number[]];

const perLongitude = (lat: number): number => METERS_PER_DEGREE * Math.cos((lat * Math.PI) / 180);

/** Makes the function that turns a position, degrees, into metres east and north of this one. */
export function metersFrom([lon0, lat0]: LonLat): (position: LonLat) => [number, number] {
  const perLon = perLongitude(lat0);
  return ([lon, lat]) => [(lon - lon0) * perLon, (lat - lat0) * METERS_PER_DEGREE];
}

/** The position, degrees, so many metres east and north of this one. */
export function movedBy([lon, lat]: LonLat, east: number, north: number): [number, number] {
  return [lon + east / perLongitude(lat), lat + north / METERS_PER_DEGREE];
}

/** Metres around a box in degrees. @param bbox west, south, east, north */
export const perimeterOf = ([west, south, east, north]: readonly [
  number,
  number,
  number,
  number,
]): number =>
  2 * ((north - south) * METERS_PER_DEGREE + (east - west) * perLongitude((south + north) / 2));

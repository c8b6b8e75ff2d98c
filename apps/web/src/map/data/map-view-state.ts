/** A map's view: degrees and zoom level. */
export type View = { longitude: number; latitude: number; zoom: number };

/** west, south, east, north in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** Tajikistan with its neighbours: what a map without an address or data shows. */
export const homeView: View = { longitude: 70.6, latitude: 38.7, zoom: 5.6 };

/** "38.56000,68.77400,11.2": latitude first, as people copy places. */
export function viewText({ latitude, longitude, zoom }: View): string {
  const digits = Math.max(2, Math.ceil(zoom / 3));
  return [latitude.toFixed(digits), longitude.toFixed(digits), zoom.toFixed(1)].join(",");
}

/** Reads `viewText`; undefined when it is no place on Earth. */
export function parseView(text: string | undefined): View | undefined {
  const parts = (text ?? "").split(",");
  // An empty part would be read as 0.
  const [latitude = NaN, longitude = NaN, zoom = NaN] = parts.map((part) => Number(part || NaN));
  const isPlace = Math.abs(latitude) <= 86 && Math.abs(longitude) <= 540 && zoom >= 0 && zoom <= 24;
  return isPlace ? { latitude, longitude, zoom } : undefined;
}

export function boundsTouch(a: Bounds, b: Bounds): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

export function centerOf([west, south, east, north]: Bounds): [
  longitude: number,
  latitude: number,
] {
  return [(west + east) / 2, (south + north) / 2];
}

type Place = { longitude: number; latitude: number };

/** The box around places with `margin` degrees of room: a single one is not seen through a microscope. Null without any. */
export function boundsAround(places: readonly Place[], margin: number): Bounds | null {
  if (places.length === 0) return null;
  const longitudes = places.map(({ longitude }) => longitude);
  const latitudes = places.map(({ latitude }) => latitude);
  return [
    Math.min(...longitudes) - margin,
    Math.min(...latitudes) - margin,
    Math.max(...longitudes) + margin,
    Math.max(...latitudes) + margin,
  ];
}

/** The box around the boxes of records; null where none has one. */
export function joinedBounds(places: readonly { bbox: Bounds | null }[]): Bounds | null {
  const boxes = places.flatMap((one) => (one.bbox ? [one.bbox] : []));
  if (boxes.length === 0) return null;
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
}

/** The place in a globe viewer on the web, seen from about as far away. */
export function globeAddress({ latitude, longitude, zoom }: View): string {
  const meters = Math.round((40_075_017 * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom);
  return `https://earth.google.com/web/@${latitude.toFixed(6)},${longitude.toFixed(6)},0a,${meters}d,35y,0h,0t,0r`;
}

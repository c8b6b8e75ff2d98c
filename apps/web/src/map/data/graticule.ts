import type { Bounds } from "./map-view-state.ts";

/** Degrees between lines, the widest first: whole degrees, then minutes that divide them. */
const steps = [30, 15, 10, 5, 2, 1, 30 / 60, 15 / 60, 10 / 60, 5 / 60, 2 / 60, 1 / 60, 1 / 120];

/** About so many lines stand between two edges of what is seen. */
const wanted = 5;

/** Degrees between the lines of a map that shows so much of the Earth. */
export const graticuleStep = ([west, , east]: Bounds): number =>
  steps.find((step) => (east - west) / step >= wanted) ?? (steps.at(-1) as number);

/** "68°30′", "68°30′30″"; south and west are below nought. */
export function degreeText(value: number): string {
  const seconds = Math.round(Math.abs(value) * 3600);
  const [degrees, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
    seconds % 60,
  ];
  const two = (part: number) => String(part).padStart(2, "0");
  const text = `${value < 0 && seconds > 0 ? "−" : ""}${degrees}°`;
  if (rest > 0) return `${text}${two(minutes)}′${two(rest)}″`;
  return minutes > 0 ? `${text}${two(minutes)}′` : text;
}

/** A line of equal longitude or latitude, by its degrees. */
type GraticuleLine = { label: string; line: [number, number][] };

/** Web Mercator ends here. */
const poleLatitude = 85;

/** The lines of a view and a little beyond it, so that a small move needs no others. */
export function graticule(bounds: Bounds): GraticuleLine[] {
  const [west, south, east, north] = bounds;
  const step = graticuleStep(bounds);
  const between = (from: number, to: number) => {
    const first = Math.floor(from / step) - 1;
    const count = Math.ceil(to / step) + 2 - first;
    return Array.from({ length: count }, (_, n) => (first + n) * step);
  };
  const latitudes = between(south, north).filter((one) => Math.abs(one) <= poleLatitude);
  const longitudes = between(west, east);
  const [left = west, right = east] = [longitudes[0], longitudes.at(-1)];
  const [low = south, high = north] = [latitudes[0], latitudes.at(-1)];
  // With a corner where lines cross: on the ball a parallel is no straight line.
  return [
    ...longitudes.map((lon) => ({
      label: degreeText(((((lon + 180) % 360) + 360) % 360) - 180),
      line: [low, ...latitudes.slice(1, -1), high].map((lat): [number, number] => [lon, lat]),
    })),
    ...latitudes.map((lat) => ({
      label: degreeText(lat),
      line: [left, ...longitudes.slice(1, -1), right].map((lon): [number, number] => [lon, lat]),
    })),
  ];
}

/** Layout of a map on a sheet of paper: its size, its scale, and the bar that shows it. Plain arithmetic. */
import type { View } from "../data/map-view-state.ts";

export const papers = ["a4", "a3"] as const;
export type Paper = (typeof papers)[number];

/** Millimetres of the sheet, lying; of the map's room on it, between title and notes. */
const sheets: Record<
  Paper,
  { width: number; height: number; mapWidth: number; mapHeight: number }
> = {
  a4: { width: 297, height: 210, mapWidth: 277, mapHeight: 138 },
  a3: { width: 420, height: 297, mapWidth: 400, mapHeight: 222 },
};

const earthM = 40_075_016.686;
/** Pixels of the world at zoom 0. */
const worldPx = 512;
const maxBarMm = 60;

export type SheetMap = {
  sheet: { width: number; height: number };
  /** Millimetres of the map. */
  width: number;
  height: number;
  /** Denominator of the scale (1 : scale) in the middle of the map: on this projection it changes with the latitude. */
  scale: number;
  bar: { meters: number; mm: number };
};

/** Metres of the ground in a pixel of the screen, in the middle of a view. */
export const metersPerPixel = ({ latitude, zoom }: View): number =>
  (earthM * Math.cos((latitude * Math.PI) / 180)) / (worldPx * 2 ** zoom);

/** The largest that a map of this many pixels can be on the paper, and what a millimetre of it is then. */
export function mapOnSheet(
  paper: Paper,
  view: View,
  px: { width: number; height: number },
): SheetMap {
  const { width, height, mapWidth, mapHeight } = sheets[paper];
  const mmPerPixel = Math.min(mapWidth / px.width, mapHeight / px.height);
  const metersPerMm = metersPerPixel(view) / mmPerPixel;
  const meters = roundLength(maxBarMm * metersPerMm);
  return {
    sheet: { width, height },
    width: px.width * mmPerPixel,
    height: px.height * mmPerPixel,
    scale: metersPerMm * 1000,
    bar: { meters, mm: meters / metersPerMm },
  };
}

/** The largest of 1, 2 or 5 times a power of ten that is not above. */
function roundLength(max: number): number {
  const power = 10 ** Math.floor(Math.log10(max));
  const digit = [5, 2, 1].find((one) => one * power <= max) ?? 1;
  return digit * power;
}

/** A scale as it is said: three digits, for paper is never cut so exactly. */
export function roundScale(scale: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(scale)) - 2);
  return Math.round(scale / step) * step;
}

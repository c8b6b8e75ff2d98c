import quickselect from "quickselect";
import type { Box, Point, WorkTile } from "../pixels/pixels.ts";
import type { TileDetections } from "./detector.ts";

/** A crown in pixels of the tile: its outline and the pixels that belong to it. */
type Crown = { outline: Point[]; pixels: Int32Array; areaPx: number };

/** A pixel may be this much less green, by relative excess green, than the crown's median. */
const GREEN_SLACK = 0.12;
/**
 * Below this the network is sure of "no crown". Of 0.5, 0.3, 0.15 and 0 this gave the best overlap on training
 * images: what the network doubts within the ellipse of a tree is crown more often than not.
 */
const CROWN_SURE = 0.15;
/** A crown fills at least this share of its ellipse, else the ellipse itself is taken. */
const MIN_FILL = 0.35;

/** Relative excess green `(2G − R − B) / (R + G + B)` (Woebbecke 1995), −1..2. */
export function excessGreen(r: number, g: number, b: number): number {
  const sum = r + g + b;
  return sum > 0 ? (2 * g - r - b) / sum : 0;
}

/** Pixels of the tile whose centres lie in the box's inscribed ellipse, row by row. */
function ellipsePixels(box: Box, tile: WorkTile): Int32Array {
  const [cx, cy] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const [rx, ry] = [(box[2] - box[0]) / 2, (box[3] - box[1]) / 2];
  const y0 = Math.max(0, Math.floor(box[1]));
  const y1 = Math.min(tile.height - 1, Math.ceil(box[3]));
  const widest = Math.ceil(2 * rx) + 2;
  const found = new Int32Array(Math.max(0, y1 - y0 + 1) * widest);
  let count = 0;
  for (let y = y0; y <= y1; y++) {
    const left = 1 - ((y + 0.5 - cy) / ry) ** 2;
    if (left < 0) continue;
    const half = rx * Math.sqrt(left);
    const x1 = Math.min(tile.width - 1, Math.floor(cx + half - 0.5));
    for (let x = Math.max(0, Math.ceil(cx - half - 0.5)); x <= x1; x++)
      found[count++] = y * tile.width + x;
  }
  return found.slice(0, count);
}

/** The middle one of these numbers (the upper of two); 0 of none. They are put into another order. */
function median(numbers: Float32Array): number {
  const middle = numbers.length >> 1;
  // Its types say lists; it takes whatever has places and a length.
  quickselect(numbers as unknown as number[], middle);
  return numbers[middle] ?? 0;
}

/** Ellipse pixels that are as green as the ellipse's middle and that the detector calls crown. */
function crownPixels(ellipse: Int32Array, tile: WorkTile, crowns: TileDetections["crowns"]) {
  const [red, green, blue] = tile.planes;
  if (!red || !green || !blue) return ellipse;
  const index = new Float32Array(ellipse.length);
  for (let i = 0; i < index.length; i++) {
    const p = ellipse[i] as number;
    index[i] = excessGreen(red[p] as number, green[p] as number, blue[p] as number);
  }
  const darkest = median(index.slice()) - GREEN_SLACK;
  const byColour = new Int32Array(ellipse.length);
  let count = 0;
  for (let i = 0; i < index.length; i++)
    if ((index[i] as number) > darkest) byColour[count++] = ellipse[i] as number;
  const enough = MIN_FILL * ellipse.length;
  const coloured = byColour.subarray(0, count);
  const kept = crowns ? withoutSureGround(coloured, tile, crowns) : coloured;
  if (kept.length >= enough) return kept;
  return coloured.length >= enough ? coloured : ellipse;
}

/** Without the pixels of which the network is sure that they are no crown. */
function withoutSureGround(
  pixels: Int32Array,
  tile: WorkTile,
  crowns: NonNullable<TileDetections["crowns"]>,
): Int32Array {
  const kept = new Int32Array(pixels.length);
  const [across, down] = [crowns.width / tile.width, crowns.height / tile.height];
  let count = 0;
  for (let i = 0; i < pixels.length; i++) {
    const pixel = pixels[i] as number;
    const row = Math.floor(pixel / tile.width);
    const x = Math.floor((pixel - row * tile.width) * across);
    const at = Math.floor(row * down) * crowns.width + x;
    if ((crowns.data[at] ?? 0) >= CROWN_SURE) kept[count++] = pixel;
  }
  return kept.subarray(0, count);
}

/**
 * The area of the pixels in each of so many equal sectors around (cx, cy), counted by quarters of a pixel: a whole one
 * would fall into one sector alone.
 */
function sectorAreas(
  pixels: Int32Array,
  tileWidth: number,
  cx: number,
  cy: number,
  sectors: number,
): Float32Array {
  const step = (2 * Math.PI) / sectors;
  const xs = Float64Array.from({ length: sectors + 1 }, (_, k) => Math.cos(k * step));
  const ys = Float64Array.from({ length: sectors + 1 }, (_, k) => Math.sin(k * step));
  /** Tells whether (x, y) lies past where sector `k` begins, by less than half a turn. */
  const isPast = (k: number, x: number, y: number) =>
    (xs[k] as number) * y - (ys[k] as number) * x >= 0;
  const areas = new Float32Array(sectors);
  // From one quarter to the next it is the same sector or one beside it: much quicker than an angle for each.
  let sector = 0;
  for (let i = 0; i < pixels.length; i++) {
    const p = pixels[i] as number;
    const row = Math.floor(p / tileWidth);
    const left = p - row * tileWidth - cx;
    const top = row - cy;
    for (let quarter = 0; quarter < 4; quarter++) {
      const x = left + (quarter % 2 ? 0.75 : 0.25);
      const y = top + (quarter < 2 ? 0.25 : 0.75);
      for (let turns = 0; turns < sectors; turns++) {
        if (!isPast(sector, x, y)) sector = (sector + sectors - 1) % sectors;
        else if (isPast(sector + 1, x, y)) sector = (sector + 1) % sectors;
        else break;
      }
      areas[sector] = (areas[sector] as number) + 0.25;
    }
  }
  return areas;
}

/**
 * A star-shaped outline whose every sector has the area of the pixels in it: simple, holes closed,
 * and of the same area as the crown, at any resolution. Falls back to the ellipse where a sector is empty.
 */
function outlineOf(box: Box, pixels: Int32Array, tileWidth: number, sectors: number): Point[] {
  const [cx, cy] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const [rx, ry] = [(box[2] - box[0]) / 2, (box[3] - box[1]) / 2];
  const step = (2 * Math.PI) / sectors;
  const areas = sectorAreas(pixels, tileWidth, cx, cy, sectors);
  const angleOf = (k: number): number => (k + 0.5) * step;
  const radii = Array.from(areas, (area, k) => {
    const ellipse = 1 / Math.hypot(Math.cos(angleOf(k)) / rx, Math.sin(angleOf(k)) / ry);
    return Math.min(1.1 * ellipse, Math.max(0.4 * ellipse, Math.sqrt((2 * area) / step)));
  });
  return radii.map((radius, k) => {
    const before = radii[(k + sectors - 1) % sectors] ?? radius;
    const after = radii[(k + 1) % sectors] ?? radius;
    const smooth = (before + 2 * radius + after) / 4;
    return [cx + smooth * Math.cos(angleOf(k)), cy + smooth * Math.sin(angleOf(k))] as const;
  });
}

/** Area that a simple polygon encloses. */
export function polygonArea(points: Point[]): number {
  let twice = 0;
  points.forEach(([x, y], i) => {
    const [u, v] = points[(i + 1) % points.length] ?? [x, y];
    twice += x * v - u * y;
  });
  return Math.abs(twice) / 2;
}

/**
 * The crown of a box: its inscribed ellipse (IoU 0.80–0.83 with hand-drawn crowns) less what is
 * not crown by colour or by the detector. At most 24 corners.
 */
export function crownOf(box: Box, tile: WorkTile, crowns: TileDetections["crowns"]): Crown {
  const ellipse = ellipsePixels(box, tile);
  const pixels = crownPixels(ellipse, tile, crowns);
  const sectors = ellipse.length < 80 ? 12 : ellipse.length < 240 ? 16 : 24;
  const outline = outlineOf(box, pixels, tile.width, sectors);
  return { outline, pixels, areaPx: polygonArea(outline) };
}

/**
 * Labels of cover from labelled images, pixel by pixel: canopy within labelled crowns; low plants and bare ground where nobody
 * labelled a crown and the crown network sees none, parted by colour (green leaf index), with near infrared by NDVI.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Detector } from "@nihol/vision/detect/detector";
import { readWorkTile } from "@nihol/vision/detect/detector-resample";
import { GLI, NDVI, vegetationIndex } from "@nihol/vision/green/green";
import { type Box, type Pixels, pixelSource, type WorkTile } from "@nihol/vision/pixels/pixels";
import { TREES_FOLDER } from "../detection-parts/detection-data.ts";

export const UNKNOWN = 0;
export const CANOPY = 1;
export const LOW = 2;
export const BARE = 3;

/** Metres around a labelled crown in which nobody can say what there is. */
const AROUND_BOX = 0.8;
/** Metres around a tree point that are surely its crown, perhaps its crown, and may be its crown. */
const POINT = { surely: 1.5, perhaps: 8, maybe: 6 };
/** The network's answer from which a pixel is crown, and from which it may be. */
const CROWN = 0.5;
const MAYBE_CROWN = 0.15;
/** Below this index ground is bare; from the rule's own on it has plants. */
const BARE_BELOW = { GLI: 0.02, NDVI: 0.05 };
const SHADOW = 0.12;
const NO_IMAGE = 0.03;
/** Half a crown's width as a share of the side of its image, of images of single crowns. */
const CROWN_SHARE = 0.36;
const CROP_GSD = 0.1;
const SINGLE_CROWNS = "crowns";

export type CoverImage = {
  id: string;
  /** The source of images that is left out as a whole: images of single crowns are of NEON. */
  domain: string;
  set: string;
  site: string;
  split: string;
  path: string;
  gsdMeters: number;
  boxes?: Box[];
  points?: [number, number][];
  ignore: Box[];
};

type Entry = {
  id?: string;
  set?: string;
  file: string;
  site: string;
  label?: string;
  split: string;
  gsd_m?: number | null;
  boxes?: Box[];
  points?: [number, number][];
  ignore?: Box[];
};

async function entriesOf(path: string): Promise<Entry[]> {
  if (!existsSync(path)) return [];
  const read: Entry[] | { images: Entry[] } = JSON.parse(await readFile(path, "utf8"));
  return Array.isArray(read) ? read : read.images;
}

/** All labelled images whose resolution is known; those of single living crowns are of the set "crowns". */
export async function listCoverImages(): Promise<CoverImage[]> {
  const folder = TREES_FOLDER;
  const files = ["annotations.json", "alivedead.json", "../trees-more/annotations.json"];
  const images: CoverImage[] = [];
  for (const file of files) {
    const path = join(folder, file);
    for (const entry of await entriesOf(path)) {
      const { set = SINGLE_CROWNS, site, split, label, boxes, points, ignore = [] } = entry;
      const gsdMeters = set === SINGLE_CROWNS ? CROP_GSD : entry.gsd_m;
      if (!gsdMeters || label === "dead" || set === "cocoa") continue;
      const domain = set === SINGLE_CROWNS ? "neon" : set;
      const known = { id: entry.id ?? entry.file, domain, set, site, split, gsdMeters, ignore };
      const truth = points ? { points } : boxes ? { boxes } : {};
      images.push({ ...known, path: join(dirname(path), entry.file), ...truth });
    }
  }
  return images;
}

/** The whole image as one tile at the detector's resolution; black rims are no image. */
export async function coverTile(pixels: Pixels, gsdMeters: number, workingGsd: number) {
  const ratio = workingGsd / gsdMeters;
  const side = (length: number) => Math.max(16, Math.round(length / ratio / 16) * 16);
  const rect = { x: 0, y: 0, width: side(pixels.width), height: side(pixels.height) };
  const tile = await readWorkTile(pixelSource(pixels), rect, ratio);
  const valid = new Uint8Array(tile.width * tile.height);
  for (let p = 0; p < valid.length; p++)
    if (tile.planes.some((plane) => (plane[p] ?? 0) > NO_IMAGE)) valid[p] = 1;
  return { ...tile, valid };
}

/** A class a pixel, at `gsdMeters` a pixel. */
export type ClassPlane = { width: number; height: number; gsdMeters: number; data: Uint8Array };

/** Marks pixels within an ellipse around (cx, cy). */
function markEllipse(
  plane: ClassPlane,
  [cx, cy, rx, ry]: readonly [number, number, number, number],
  mark: (at: number) => void,
): void {
  const { width, height } = plane;
  for (let y = Math.max(0, Math.floor(cy - ry)); y < Math.min(height, cy + ry); y++)
    for (let x = Math.max(0, Math.floor(cx - rx)); x < Math.min(width, cx + rx); x++)
      if (((x + 0.5 - cx) / rx) ** 2 + ((y + 0.5 - cy) / ry) ** 2 <= 1) mark(y * width + x);
}

const middle = ([x0, y0, x1, y1]: Box, wider = 0, times = 1) =>
  [
    (x0 + x1) / 2,
    (y0 + y1) / 2,
    (times * (x1 - x0)) / 2 + wider,
    (times * (y1 - y0)) / 2 + wider,
  ] as const;

/** Low plants or bare ground by colour; unknown between them and in shadow. */
function groundAt(tile: WorkTile, p: number): number {
  const [r = 0, g = 0, b = 0, n = 0] = tile.planes.map((plane) => plane[p] ?? 0);
  if ((r + g + b) / 3 < SHADOW) return UNKNOWN;
  const rule = tile.planes.length > 3 ? NDVI : GLI;
  const index = vegetationIndex(rule, r, g, b, n);
  if (index >= rule.vegetation) return LOW;
  return index < (rule === NDVI ? BARE_BELOW.NDVI : BARE_BELOW.GLI) ? BARE : UNKNOWN;
}

/** The classes of an image's pixels at the tile's resolution. */
export async function labelPixels(
  image: CoverImage,
  tile: WorkTile,
  gsdMeters: number,
  detector: Detector,
): Promise<ClassPlane> {
  const { width, height } = tile;
  const plane: ClassPlane = { width, height, gsdMeters, data: new Uint8Array(width * height) };
  const { data } = plane;
  const scale = image.gsdMeters / gsdMeters;
  if (image.set === SINGLE_CROWNS) {
    const [w, h] = [width * CROWN_SHARE, height * CROWN_SHARE];
    markEllipse(plane, [width / 2, height / 2, w, h], (at) => {
      data[at] = CANOPY;
    });
    return plane;
  }
  const { crowns } = await detector.findInTile(tile, gsdMeters, 0.1);
  const crownAt = (p: number): number => {
    if (!crowns) return 0;
    const [x, y] = [p % width, Math.floor(p / width)];
    const u = Math.floor((x * crowns.width) / width);
    return crowns.data[Math.floor((y * crowns.height) / height) * crowns.width + u] ?? 0;
  };
  for (let p = 0; p < data.length; p++) if (crownAt(p) < MAYBE_CROWN) data[p] = groundAt(tile, p);
  const unknown = (at: number) => {
    data[at] = UNKNOWN;
  };
  const boxOf = (box: Box): Box => [box[0] * scale, box[1] * scale, box[2] * scale, box[3] * scale];
  const boxes = (image.boxes ?? []).map(boxOf);
  for (const box of boxes) markEllipse(plane, middle(box, AROUND_BOX / gsdMeters), unknown);
  const points = (image.points ?? []).map(([x, y]) => [x * scale, y * scale] as const);
  const circle = (metres: number) => metres / gsdMeters;
  for (const [x, y] of points)
    markEllipse(plane, [x, y, circle(POINT.maybe), circle(POINT.maybe)], unknown);
  for (const [x, y] of points)
    markEllipse(plane, [x, y, circle(POINT.perhaps), circle(POINT.perhaps)], (at) => {
      if (crownAt(at) >= CROWN && groundAt(tile, at) !== BARE) data[at] = CANOPY;
    });
  for (const [x, y] of points)
    markEllipse(plane, [x, y, circle(POINT.surely), circle(POINT.surely)], (at) => {
      if (groundAt(tile, at) !== BARE) data[at] = CANOPY;
    });
  for (const box of boxes)
    markEllipse(plane, middle(box, 0, 0.95), (at) => {
      data[at] = CANOPY;
    });
  for (const [x0, y0, x1, y1] of image.ignore.map(boxOf))
    for (let y = Math.max(0, Math.floor(y0)); y < Math.min(height, y1); y++)
      for (let x = Math.max(0, Math.floor(x0)); x < Math.min(width, x1); x++)
        unknown(y * width + x);
  return plane;
}

/** Share of a square's pixels that must be of one class. */
const OF_ONE = 0.75;
const KNOWN = 0.5;
/** Squares around one, and the share of canopy there that makes a gap between crowns canopy. */
const GAP = { around: 2, share: 0.85, known: 0.5 };

/** The class of each square of `side` pixels of `gsdMeters`, row by row. */
export function labelSquares(
  plane: ClassPlane,
  { columns, rows, side, gsdMeters }: Record<"columns" | "rows" | "side" | "gsdMeters", number>,
): Uint8Array {
  const counts = Array.from({ length: columns * rows }, () => new Float64Array(4));
  const step = side / 8;
  const scale = gsdMeters / plane.gsdMeters;
  for (const [at, count] of counts.entries()) {
    const [cx, cy] = [(at % columns) * side, Math.floor(at / columns) * side];
    for (let v = 0; v < 8; v++)
      for (let u = 0; u < 8; u++) {
        const x = Math.floor((cx + (u + 0.5) * step) * scale);
        const y = Math.floor((cy + (v + 0.5) * step) * scale);
        if (x >= plane.width || y >= plane.height) count[UNKNOWN] = (count[UNKNOWN] ?? 0) + 1;
        else {
          const label = plane.data[y * plane.width + x] ?? UNKNOWN;
          count[label] = (count[label] ?? 0) + 1;
        }
      }
  }
  return Uint8Array.from(counts, (count, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    let [known, canopy, all] = [0, 0, 0];
    for (let v = Math.max(0, y - GAP.around); v <= Math.min(rows - 1, y + GAP.around); v++)
      for (let u = Math.max(0, x - GAP.around); u <= Math.min(columns - 1, x + GAP.around); u++) {
        const [none = 0, trees = 0, low = 0, bare = 0] = counts[v * columns + u] ?? [];
        known += trees + low + bare;
        canopy += trees;
        all += none + trees + low + bare;
      }
    if (known > GAP.known * all && canopy >= GAP.share * known) return CANOPY;
    const [none = 0, ...of] = count;
    const sum = of.reduce((a, b) => a + b, 0);
    if (sum < KNOWN * (sum + none)) return UNKNOWN;
    return of.findIndex((n) => n >= OF_ONE * sum) + 1;
  });
}

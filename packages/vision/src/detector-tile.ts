import { crownOf } from "./crown.ts";
import type { Detection, Detector, PixelSource, Point, Rect, WorkTile } from "./detector.ts";
import type { TileAddress, TileGrid } from "./detector-grid.ts";
import { coreSpan, tileRect } from "./detector-grid.ts";
import { readWorkTile } from "./detector-resample.ts";
import { type GreenFinding, greenOfCrowns } from "./green.ts";

/** Proposals this far (working pixels) past a tile's core are kept too: two tiles may see one centre on either side of their seam, and suppression then keeps the better. */
const SEAM = 4;

function hasPicture(tile: WorkTile): boolean {
  return tile.valid?.includes(1) ?? true;
}

/** Time spent in reading and resampling, in the detector, on crowns and on green, in milliseconds. */
export type TileTimings = {
  readMs: number;
  networkMs: number;
  crownMs: number;
  greenMs: number;
  megapixels: number;
};

export function noTimings(): TileTimings {
  return { readMs: 0, networkMs: 0, crownMs: 0, greenMs: 0, megapixels: 0 };
}

/** A tile of the grid, and the rectangle (working pixels) in which trees matter. */
type Place = { tile: TileAddress; looked: Rect };

/** What counts in a look: the lowest score before it is weighed, its weight, the smallest crown across. */
export type Look = { threshold: number; weight: number; fromMeters: number };

/** Whether a centre lies in the tile's core, give or take the seam, where trees matter and on picture. */
function isOwn(grid: TileGrid, at: Place, rect: Rect, tile: WorkTile, x: number, y: number) {
  const [x0, x1] = coreSpan(grid, at.tile.tx, grid.width);
  const [y0, y1] = coreSpan(grid, at.tile.ty, grid.height);
  const [wx, wy] = [rect.x + x, rect.y + y];
  if (wx < x0 - SEAM || wx >= x1 + SEAM || wy < y0 - SEAM || wy >= y1 + SEAM) return false;
  const { looked } = at;
  if (wx < looked.x || wx > looked.x + looked.width) return false;
  if (wy < looked.y || wy > looked.y + looked.height) return false;
  if (wx < 0 || wy < 0 || wx * grid.ratio >= grid.sourceWidth) return false;
  if (wy * grid.ratio >= grid.sourceHeight) return false;
  const pixel = Math.floor(y) * tile.width + Math.floor(x);
  return tile.valid === undefined || tile.valid[pixel] === 1;
}

/** The trees that one tile speaks for, in source pixels. */
export async function treesOfTile(
  source: PixelSource,
  grid: TileGrid,
  at: Place,
  detector: Detector,
  look: Look,
  timings: TileTimings,
): Promise<Detection[]> {
  const everything = { x: 0, y: 0, width: grid.width, height: grid.height };
  const rect = tileRect(grid, at.tile, detector.wholeTiles ? everything : at.looked);
  const started = performance.now();
  const tile = await readWorkTile(source, rect, grid.ratio);
  const read = performance.now();
  timings.readMs += read - started;
  if (!hasPicture(tile)) return [];
  const finding = await detector.findInTile(tile, grid.gsdMeters, look.threshold);
  const found = performance.now();
  timings.networkMs += found - read;
  timings.megapixels += (tile.width * tile.height) / 1e6;
  const toSource = (v: number, origin: number): number => (origin + v) * grid.ratio;
  const inPicture = (x: number, y: number): Point => [
    Math.min(grid.sourceWidth, Math.max(0, toSource(x, rect.x))),
    Math.min(grid.sourceHeight, Math.max(0, toSource(y, rect.y))),
  ];
  const least = (2 * look.fromMeters) / grid.gsdMeters;
  const own = finding.proposals.filter(
    ({ box: [x0, y0, x1, y1] }) =>
      x1 - x0 + y1 - y0 >= least && isOwn(grid, at, rect, tile, (x0 + x1) / 2, (y0 + y1) / 2),
  );
  const crowns = own.map((tree) => ({ ...tree, ...crownOf(tree.box, tile, finding.crowns) }));
  const crowned = performance.now();
  timings.crownMs += crowned - found;
  const green = await greenOfCrowns(tile, crowns, detector.green);
  timings.greenMs += performance.now() - crowned;
  return crowns.map(({ box, score, outline, areaPx }, i) => ({
    x: toSource((box[0] + box[2]) / 2, rect.x),
    y: toSource((box[1] + box[3]) / 2, rect.y),
    box: [...inPicture(box[0], box[1]), ...inPicture(box[2], box[3])],
    score: score * look.weight,
    ...(green[i] as GreenFinding),
    crown: outline.map(([x, y]) => inPicture(x, y)),
    areaM2: areaPx * grid.gsdMeters ** 2,
  }));
}

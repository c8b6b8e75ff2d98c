/** Images that are put together of pieces in Web Mercator: which pieces an area needs, and where each lies. */
import { fetchLimits } from "@nihol/contract/values/imagery/imagery-sources";
import type { Bbox } from "@nihol/geo/geometry";
import { mercatorX, mercatorY, tileOf } from "@nihol/geo/tiles/tile-math";
import { SourceProblem } from "../fetch/source-problem.ts";

/** Metres around the equator, as Web Mercator (EPSG:3857) has it. */
const worldM = 2 * Math.PI * 6378137;
const tilePixels = 256;
/** Of a request to a map server. */
const mapPixels = 512;

/** Pieces of one size, in rows from the north-west. */
export interface Grid {
  /** Of a tile server; null where a map server is asked. */
  zoom: number | null;
  columns: number;
  rows: number;
  /** Of the first piece, where tiles are numbered. */
  firstColumn: number;
  firstRow: number;
  piecePixels: number;
  /** Web Mercator metres of one pixel: more than on the ground away from the equator. */
  pixelM: number;
  /** The north-west corner, Web Mercator metres. */
  westM: number;
  northM: number;
}

/** Ground sample distance of a tile of 256 pixels, metres a pixel. */
export const gsdOfZoom = (zoom: number, lat: number): number =>
  (worldM / tilePixels / 2 ** zoom) * Math.cos((lat * Math.PI) / 180);

const middle = ([, south, , north]: Bbox) => (south + north) / 2;

/** @param max pixels that are fetched at once. @throws SourceProblem for more */
export function checkPixels(pixels: number, max: number = fetchLimits.pixels): void {
  if (pixels > max)
    throw new SourceProblem("source_area_too_large", {
      megapixels: Math.round(pixels / 1e6),
      max: Math.round(max / 1e6),
    });
}

function requireFetchable(grid: Grid): Grid {
  const piece = grid.piecePixels ** 2;
  const max = Math.min(fetchLimits.pixels, fetchLimits.pieces * piece);
  checkPixels(grid.columns * grid.rows * piece, max);
  return grid;
}

/** The tiles of a level that touch an area. @throws SourceProblem for more than are fetched at once */
export function tileGrid(bbox: Bbox, zoom: number): Grid {
  const [west, south, east, north] = bbox;
  const first = tileOf(west, north, zoom);
  const last = tileOf(east, south, zoom);
  const tileM = worldM / 2 ** zoom;
  return requireFetchable({
    zoom,
    columns: last.x - first.x + 1,
    rows: last.y - first.y + 1,
    firstColumn: first.x,
    firstRow: first.y,
    piecePixels: tilePixels,
    pixelM: tileM / tilePixels,
    westM: first.x * tileM - worldM / 2,
    northM: worldM / 2 - first.y * tileM,
  });
}

/** Requests for a map of an area at so many metres on the ground. @throws SourceProblem for more than are fetched at once */
export function mapGrid(bbox: Bbox, gsdM: number): Grid {
  const [west, south, east, north] = bbox;
  const pixelM = gsdM / Math.cos((middle(bbox) * Math.PI) / 180);
  const at = (share: number) => (share - 0.5) * worldM;
  // To whole pixels, so that two dates of one area lie over each other.
  const westM = Math.floor(at(mercatorX(west)) / pixelM) * pixelM;
  const northM = Math.ceil(-at(mercatorY(north)) / pixelM) * pixelM;
  const count = (metres: number) => Math.max(1, Math.ceil(metres / pixelM / mapPixels - 1e-9));
  return requireFetchable({
    zoom: null,
    columns: count(at(mercatorX(east)) - westM),
    rows: count(northM + at(mercatorY(south))),
    firstColumn: 0,
    firstRow: 0,
    piecePixels: mapPixels,
    pixelM,
    westM,
    northM,
  });
}

/** West, south, east and north of a piece, Web Mercator metres. */
export function pieceBounds(grid: Grid, column: number, row: number) {
  const side = grid.piecePixels * grid.pixelM;
  const west = grid.westM + column * side;
  const north = grid.northM - row * side;
  return [west, north - side, west + side, north] as const;
}

/** West, south, east and north of a tile (XYZ), Web Mercator metres. */
export function tileBounds({ z, x, y }: { z: number; x: number; y: number }) {
  const side = worldM / 2 ** z;
  const west = x * side - worldM / 2;
  const north = worldM / 2 - y * side;
  return [west, north - side, west + side, north] as const;
}

/** The level whose pixels at the equator are as fine as `gsdM` metres. */
export const zoomOf = (gsdM: number): number =>
  Math.min(24, Math.max(0, Math.ceil(Math.log2(worldM / tilePixels / gsdM))));

/** Ground sample distance in the middle of an area, metres a pixel. */
export const gsdOfGrid = ({ pixelM }: Grid, bbox: Bbox): number =>
  pixelM * Math.cos((middle(bbox) * Math.PI) / 180);

/** The pieces of one image: a grid over an area, and the address of each piece on a day. */
import type { SourceSettings } from "@nihol/contract/values/imagery/imagery-sources";
import { METERS_PER_DEGREE } from "@nihol/geo/flat-meters";
import type { Bbox } from "@nihol/geo/geometry";
import { tileOf } from "@nihol/geo/tiles/tile-math";
import type { SourceFetcher } from "../fetch/source-fetcher.ts";
import { SourceProblem } from "../fetch/source-problem.ts";
import { type Grid, mapGrid, pieceBounds, tileGrid } from "./grid.ts";
import { checkOffered } from "./offered-days.ts";
import { usualGsdM, usualZoom } from "./usual.ts";
import { readWms } from "./wms.ts";
import { readWmts } from "./wmts.ts";
import { checkTemplate, hasDate, tileAddress } from "./xyz.ts";

/**
 * Grid of the pieces that an area needs; undefined for catalogues, whose images have grids of their own.
 * @throws SourceProblem
 */
export function gridFor(settings: SourceSettings, area: Bbox): Grid | undefined {
  const { kind, max_zoom, gsd_m } = settings;
  if (kind === "xyz" || kind === "wmts") return tileGrid(area, max_zoom ?? usualZoom);
  return kind === "wms" ? mapGrid(area, gsd_m ?? usualGsdM) : undefined;
}

/** Tiles that a small image is put together of, at most. */
const smallTiles = 4;

/**
 * The pieces of a small image of an area; undefined for catalogues.
 * @param side pixels that its longer side is about, and no more
 */
export function smallGrid(settings: SourceSettings, area: Bbox, side: number): Grid | undefined {
  const { kind, max_zoom, gsd_m } = settings;
  if (kind === "wms") {
    const [west, south, east, north] = area;
    const across = (east - west) * Math.cos((((south + north) / 2) * Math.PI) / 180);
    const longerM = Math.max(across, north - south) * METERS_PER_DEGREE;
    return mapGrid(area, Math.max(longerM / side, gsd_m ?? usualGsdM));
  }
  if (kind !== "xyz" && kind !== "wmts") return undefined;
  for (let zoom = max_zoom ?? usualZoom; ; zoom--) {
    const [west, south, east, north] = area;
    const first = tileOf(west, north, zoom);
    const last = tileOf(east, south, zoom);
    const tiles = (last.x - first.x + 1) * (last.y - first.y + 1);
    if (tiles <= smallTiles || zoom === 0) return tileGrid(area, zoom);
  }
}

/** A server of pieces, as it describes itself. */
interface PieceServer {
  /** Days as it writes them; empty where it does not say. */
  dates: string[];
  /** Area that the server covers, degrees; null where it does not say. */
  extent: Bbox | null;
  /** True where its answers depend on the day that is asked for. */
  hasDate: boolean;
  /** The address of a piece by column and row of the grid, on a day. @throws SourceProblem for a day it does not list */
  addressesOn: (day: string) => (column: number, row: number) => string;
}

/** Reads what a server of pieces says of itself. @throws SourceProblem */
export async function openPieces(
  settings: SourceSettings,
  fetcher: SourceFetcher,
  grid: Grid,
  signal?: AbortSignal,
): Promise<PieceServer> {
  const { zoom, firstColumn, firstRow, piecePixels } = grid;
  const { date_format } = settings;
  if (settings.kind === "xyz" && zoom !== null) {
    checkTemplate(settings.address);
    const addressesOn = (day: string) => (column: number, row: number) => {
      const tile = { z: zoom, x: firstColumn + column, y: firstRow + row };
      return tileAddress(settings.address, tile, day, date_format);
    };
    return { dates: [], extent: null, hasDate: hasDate(settings.address), addressesOn };
  }
  if (settings.kind === "wmts" && zoom !== null) {
    const { dates, extent, maxZoom, addressOf } = await readWmts(settings, fetcher, signal);
    if (zoom > maxZoom) throw new SourceProblem("source_zoom", { max: maxZoom });
    return {
      dates,
      extent,
      hasDate: dates.length > 0,
      addressesOn(day) {
        checkOffered(dates, day, date_format);
        return (column, row) => addressOf(zoom, firstColumn + column, firstRow + row, day);
      },
    };
  }
  const { dates, extent, addressOf } = await readWms(settings, fetcher, signal);
  return {
    dates,
    extent,
    hasDate: dates.length > 0,
    addressesOn(day) {
      checkOffered(dates, day, date_format);
      return (column, row) => addressOf(pieceBounds(grid, column, row), piecePixels, day);
    },
  };
}

/** A server of tiles or maps as one image, whatever days it has: the address of each tile, numbered as web maps do (XYZ, the tile matrix set WebMercatorQuad). */
import type { SourceSettings } from "@nihol/contract/values/imagery/imagery-sources";
import { today } from "@nihol/contract/values/planting/programme-day";
import type { SourceFetcher } from "../fetch/source-fetcher.ts";
import { SourceProblem } from "../fetch/source-problem.ts";
import { tileBounds, zoomOf } from "./grid.ts";
import { newestDay } from "./offered-days.ts";
import { usualZoom } from "./usual.ts";
import { readWms } from "./wms.ts";
import { readWmts } from "./wmts.ts";
import { checkTemplate, hasDate, tileAddress } from "./xyz.ts";

export interface Tile {
  z: number;
  x: number;
  y: number;
}

/** Tiles of 256 pixels. */
export interface TileServer {
  minZoom: number;
  maxZoom: number;
  addressOf: (tile: Tile) => string;
}

const pixels = 256;

/** Tells whether a source can lie beneath a map: tiles or maps, and no day that somebody would have to choose. */
export const isBaseLayerKind = ({
  kind,
  address,
}: Pick<SourceSettings, "kind" | "address">): boolean =>
  (kind === "xyz" && !hasDate(address)) || kind === "wmts" || kind === "wms";

/** The deepest level that is asked for where the server does not say. */
export const deepestZoom = ({ kind, max_zoom, gsd_m }: SourceSettings): number =>
  kind === "wms" && gsd_m !== null ? zoomOf(gsd_m) : (max_zoom ?? usualZoom);

/**
 * Reads what a server of tiles or maps says of itself. Where it has days, its newest is shown.
 * @throws SourceProblem
 */
export async function openTiles(
  settings: SourceSettings,
  fetcher: SourceFetcher,
  signal?: AbortSignal,
): Promise<TileServer> {
  const maxZoom = deepestZoom(settings);
  if (settings.kind === "xyz") {
    checkTemplate(settings.address);
    const addressOf = (tile: Tile) =>
      tileAddress(settings.address, tile, today(), settings.date_format);
    return { minZoom: 0, maxZoom, addressOf };
  }
  if (settings.kind === "wmts") {
    const server = await readWmts(settings, fetcher, signal);
    const day = newestDay(server.dates) ?? today();
    return {
      minZoom: server.minZoom,
      maxZoom: Math.min(settings.max_zoom ?? server.maxZoom, server.maxZoom),
      addressOf: ({ z, x, y }) => server.addressOf(z, x, y, day),
    };
  }
  if (settings.kind !== "wms") throw new SourceProblem("source_no_server");
  const { dates, addressOf } = await readWms(settings, fetcher, signal);
  const day = newestDay(dates) ?? today();
  return { minZoom: 0, maxZoom, addressOf: (tile) => addressOf(tileBounds(tile), pixels, day) };
}

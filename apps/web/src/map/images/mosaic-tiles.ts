/**
 * The newest image of each place as one layer of tiles. Each tile is made of the images' own tiles, which the browser
 * keeps: of one in most places, of the next older one only where those above leave ground free.
 */
import type { MosaicImage } from "@nihol/contract/imagery/mosaic";
import type { TreeFilter } from "@nihol/contract/statistics";
import { paths } from "@nihol/contract/values/paths";
import { addProtocol, type GetResourceResponse } from "maplibre-gl";
import { getBlob, query } from "../../lib/api/api.ts";
import { queryClient } from "../../lib/api/query-client.ts";
import { mosaicQuery } from "../data/map-data.ts";
import { cellAround, type MosaicPart, mosaicParts, type Tile } from "./mosaic-parts.ts";

const scheme = "mosaic";
/** Pixels of a tile's side. */
const size = 256;

addProtocol(scheme, ({ url }, { signal }) => mosaicTile(url, signal));

/** The template of the mosaic's tiles; another `stamp` (trees of another image count) has them made anew. */
export function mosaicAddress(filter: TreeFilter, stamp: number | undefined): string {
  return `${scheme}://{z}/{x}/{y}${query({ ...filter, stamp })}`;
}

async function mosaicTile(
  url: string,
  signal: AbortSignal,
): Promise<GetResourceResponse<ImageBitmap>> {
  const { tile, filter } = readAddress(url);
  const images = await imagesAt(tile, filter);
  const parts = mosaicParts(
    images.filter(({ shows }) => shows),
    tile,
  );
  return { data: await createImageBitmap(await drawn(parts, signal)) };
}

type Asked = { tile: Tile; filter: TreeFilter };

function readAddress(url: string): Asked {
  const [place = "", search] = url.slice(`${scheme}://`.length).split("?");
  const [z = 0, x = 0, y = 0] = place.split("/").map(Number);
  const params = new URLSearchParams(search);
  const number = (key: string) => (params.has(key) ? Number(params.get(key)) : undefined);
  const filter = {
    region: number("region"),
    district: number("district"),
    garden: number("garden"),
    from: params.get("from") ?? undefined,
    to: params.get("to") ?? undefined,
  };
  return { tile: { z, x, y }, filter };
}

async function imagesAt(tile: Tile, filter: TreeFilter): Promise<readonly MosaicImage[]> {
  const { images } = await queryClient.fetchQuery(mosaicQuery(filter, cellAround(tile)));
  return images;
}

/** The parts upon each other, the first uppermost; those that are hidden wholly are never fetched. */
async function drawn(parts: readonly MosaicPart[], signal: AbortSignal) {
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const paint = canvas.getContext("2d", { willReadFrequently: parts.length > 1 });
  if (!paint) return canvas;
  paint.globalCompositeOperation = "destination-over";
  for (const part of parts) {
    const tile = await imageTile(part, signal);
    if (!tile) continue;
    const [left, top, side] = [part.left, part.top, part.side].map((share) => share * tile.width);
    paint.drawImage(tile, left ?? 0, top ?? 0, side ?? 0, side ?? 0, 0, 0, size, size);
    tile.close();
    if (part !== parts.at(-1) && isFull(paint)) break;
  }
  return canvas;
}

/** Tells whether no pixel is left free. */
function isFull(paint: CanvasRenderingContext2D): boolean {
  const { data } = paint.getImageData(0, 0, size, size);
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false;
  return true;
}

/** Enlarged tiles on their way: several tiles of the map are cut from one. */
const enlarged = new Map<string, Promise<Blob>>();

/** The image's own tile; null where it shows nothing. */
async function imageTile({ image, tile: { z, x, y }, side }: MosaicPart, signal: AbortSignal) {
  const path = `${paths.imageTiles}/${image}/${z}/${x}/${y}`;
  const blob = await (side === 1 ? getBlob(path, {}, { signal }) : sharedBlob(path));
  return blob.size === 0 ? null : createImageBitmap(blob);
}

function sharedBlob(path: string): Promise<Blob> {
  const found = enlarged.get(path);
  if (found) return found;
  const asked = getBlob(path).finally(() => enlarged.delete(path));
  enlarged.set(path, asked);
  return asked;
}

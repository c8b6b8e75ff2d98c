/** The small image of a garden on a day that a source offers: a few tiles, one map, or a window of a catalogue's file. */
import { mkdir, rm } from "node:fs/promises";
import { type SourceSettings, watchLimits } from "@nihol/contract/values/imagery/imagery-sources";
import type { Bbox } from "@nihol/geo/geometry";
import type { Politeness } from "@nihol/sources/fetch/politely";
import type { SourceFetcher } from "@nihol/sources/fetch/source-fetcher";
import { SourceProblem } from "@nihol/sources/fetch/source-problem";
import type { Offer } from "@nihol/sources/find-offers";
import { smallGrid } from "@nihol/sources/kinds/pieces";
import type { Tasks } from "../child/tasks.ts";
import { fetchPieces } from "./fetch-pieces.ts";
import { copyItem } from "./fetch-window.ts";
import type { PreviewRequest, PreviewResult } from "./preview-child.ts";

interface Order {
  settings: SourceSettings;
  fetcher: SourceFetcher;
  area: Bbox;
  offer: Offer;
  /** Images of the same day and place that are here already. */
  here: PreviewRequest["here"];
  politeness: Politeness;
  signal: AbortSignal;
}

/** Of one capture, not of its server: the next one may be all right. */
const ofOne = [
  "source_not_cog",
  "source_cog_system",
  "source_area_too_large",
  "source_image_bytes",
  "source_piece_broken",
  "source_no_ranges",
  "source_bands_apart",
];
const isOfOne = (error: unknown) =>
  error instanceof SourceProblem && ofOne.includes(error.reason.code);

/** Preview of a garden on a day: its small image, and what was measured in it. */
export interface Preview {
  said: NonNullable<PreviewResult>;
  /** The small image, WebP, in the folder that was given. */
  file: string;
}

/**
 * @param folder of this capture alone; who calls it removes it
 * @returns `nothing` where the source shows nothing of the area on that day, `unreadable` where it cannot be read
 * @throws SourceProblem of the server; the signal's reason
 */
export async function fetchPreview(
  order: Order,
  tasks: Tasks,
  folder: string,
): Promise<Preview | "nothing" | "unreadable"> {
  const { area, offer, here, signal } = order;
  const path = `${folder}/image.tif`;
  const file = `${folder}/preview.webp`;
  await mkdir(folder, { recursive: true });
  try {
    const mosaic = await fetchParts(order, folder, path);
    const request: PreviewRequest = {
      mosaic,
      path,
      fileName: `${offer.day}.tif`,
      area,
      side: watchLimits.side,
      target: file,
      here,
    };
    const said = await tasks.preview
      .run<PreviewResult>(request, { signal })
      .catch(() => "unreadable" as const);
    signal.throwIfAborted();
    if (said === null) return "nothing";
    return said === "unreadable" ? said : { said, file };
  } catch (error) {
    if (error instanceof SourceProblem && error.reason.code === "area_outside_image")
      return "nothing";
    if (isOfOne(error)) return "unreadable";
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** The pieces to be put together; null where the file is written. */
async function fetchParts(order: Order, folder: string, target: string) {
  const { settings, area, offer } = order;
  const grid = smallGrid(settings, area, watchLimits.side);
  if (grid) {
    const { day } = offer;
    const onProgress = () => {};
    const pieces = `${folder}/pieces`;
    return {
      ...(await fetchPieces({ ...order, grid, day, folder: pieces, onProgress })),
      target,
    };
  }
  if (!offer.item) throw new SourceProblem("source_nothing_there");
  const { windowPixels: pixelsMax, windowBytes: bytesMax } = watchLimits;
  await copyItem({ ...order, target }, offer.item, { pixelsMax, bytesMax });
  return null;
}

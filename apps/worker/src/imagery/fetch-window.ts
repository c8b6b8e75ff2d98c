/** Fetches the window of a catalogue's GeoTIFF by ranges: what the area touches, and not the file. */
import { mkdir, rename, rm } from "node:fs/promises";
import { fetchLimits, type SourceSettings } from "@nihol/contract/values/imagery/imagery-sources";
import type { Bbox } from "@nihol/geo/geometry";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import { TiffBroken } from "@nihol/geo/tiff/tiff";
import { openRanges } from "@nihol/sources/fetch/file-ranges";
import { type Politeness, patiently } from "@nihol/sources/fetch/politely";
import type { SourceFetcher } from "@nihol/sources/fetch/source-fetcher";
import { SourceProblem } from "@nihol/sources/fetch/source-problem";
import { findCapture } from "@nihol/sources/kinds/stac";
import type { StacItem } from "@nihol/sources/kinds/stac-documents";
import { GdalFailed } from "@nihol/vision/ingest/gdal";
import { BandsApart, type StackedBand, stackBands } from "@nihol/vision/mosaic/band-stack";
import { type CopiedWindow, copyTiffWindow, WindowRefused } from "@nihol/vision/mosaic/tiff-window";

interface Order {
  settings: SourceSettings;
  fetcher: SourceFetcher;
  area: Bbox;
  day: string;
  target: string;
  politeness: Politeness;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** The item of the day that shows most of the area. @throws SourceProblem */
const findItem = ({ settings, fetcher, area, day, politeness, signal }: Order): Promise<StacItem> =>
  patiently(
    () => findCapture(settings, fetcher, { area, day }, signal),
    politeness.pausesMs,
    signal,
  );

/** Writes the window as a GeoTIFF. @throws SourceProblem; the signal's reason */
export async function fetchWindow(order: Order): Promise<void> {
  const { pixels: pixelsMax, imageBytes: bytesMax } = fetchLimits;
  await copyItem(order, await findItem(order), { pixelsMax, bytesMax });
}

type CopyOrder = Pick<Order, "fetcher" | "area" | "target" | "politeness" | "signal"> &
  Partial<Pick<Order, "onProgress">>;

/** Of the whole: the rest is the putting together. */
const COPIED = 0.95;

/**
 * The same of a capture that is known. Bands that have files of their own are copied one after the other into a folder
 * beside the target and laid over each other. @throws SourceProblem; the signal's reason
 */
export async function copyItem(
  { onProgress = () => {}, ...order }: CopyOrder,
  item: StacItem,
  limits: { pixelsMax: number; bytesMax: number },
): Promise<void> {
  const { target, signal } = order;
  const [only] = item.files;
  const folder = `${target}.bands`;
  try {
    if (item.files.length === 1 && only?.band === null) {
      await copyWindow(order, only.address, target, { ...limits, onProgress });
      return;
    }
    await mkdir(folder, { recursive: true });
    const bands = await copyBands(order, item.files, folder, { ...limits, onProgress });
    const stacked = `${folder}/stack.tif`;
    await stackBands(bands, stacked, signal);
    await rename(stacked, target);
    onProgress(1);
  } catch (error) {
    throw asProblem(error, item.id);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type CopyLimits = { pixelsMax: number; bytesMax: number; onProgress: (share: number) => void };

async function copyWindow(
  order: CopyOrder,
  address: string,
  target: string,
  limits: CopyLimits,
): Promise<CopiedWindow> {
  const { fetcher, politeness, signal } = order;
  const source = await openRanges(address, fetcher, signal, (ask) =>
    patiently(ask, politeness.pausesMs, signal),
  );
  return copyTiffWindow(source, order.area, target, { ...limits, signal: order.signal });
}

/** Each file once, however many of its bands are wanted; the bytes are limited all together. */
async function copyBands(
  order: CopyOrder,
  files: StacItem["files"],
  folder: string,
  { pixelsMax, bytesMax, onProgress }: CopyLimits,
): Promise<StackedBand[]> {
  const addresses = [...new Set(files.map(({ address }) => address))];
  const windows: CopiedWindow[] = [];
  let left = bytesMax;
  const pathOf = (at: number) => `${folder}/file-${at}.tif`;
  for (const [at, address] of addresses.entries()) {
    const window = await copyWindow(order, address, pathOf(at), {
      pixelsMax,
      bytesMax: left,
      onProgress: (share) => onProgress(((at + share) / addresses.length) * COPIED),
    });
    left -= window.bytes;
    windows.push(window);
  }
  return files.map(({ address, band }) => {
    const at = addresses.indexOf(address);
    return { path: pathOf(at), band: band ?? 1, window: windows[at] as CopiedWindow };
  });
}

function asProblem(error: unknown, item: string): unknown {
  if (error instanceof TiffBroken) return new SourceProblem("source_not_cog", { item });
  if (error instanceof ImageRefused)
    return new SourceProblem("source_cog_system", { item, epsg: error.params.epsg ?? "–" });
  if (error instanceof BandsApart || error instanceof GdalFailed)
    return new SourceProblem("source_bands_apart", { item });
  if (!(error instanceof WindowRefused)) return error;
  if (error.code === "window_too_large")
    return new SourceProblem("source_area_too_large", error.params);
  if (error.code === "window_too_heavy")
    return new SourceProblem("source_image_bytes", error.params);
  if (error.code === "window_outside") return new SourceProblem("area_outside_image");
  return new SourceProblem("source_not_cog", { item });
}

/** Asks a source once what it offers, with one image of it: the test of a record. */
import {
  fetchLimits,
  isServer,
  type SourceSettings,
} from "@nihol/contract/values/imagery/imagery-sources";
import type { Bbox } from "@nihol/geo/geometry";
import { tileOf } from "@nihol/geo/tiles/tile-math";
import { captureImage } from "./catalogue-file.ts";
import { type Answer, imageFormat } from "./fetch/read-answer.ts";
import type { SourceFetcher } from "./fetch/source-fetcher.ts";
import { SourceProblem } from "./fetch/source-problem.ts";
import { gsdOfZoom, mapGrid, pieceBounds } from "./kinds/grid.ts";
import { findStacItems, nothingThere } from "./kinds/stac.ts";
import { usualGsdM, usualZoom } from "./kinds/usual.ts";
import { readWms } from "./kinds/wms.ts";
import { readWmts } from "./kinds/wmts.ts";
import { checkTemplate, hasDate, tileAddress } from "./kinds/xyz.ts";

/** Answers of a source as they were understood; null and empty lists where it does not say. */
export interface Understood {
  title: string | null;
  layers: string[];
  layer: string | null;
  matrixSet: string | null;
  /** As the server writes them, the newest first. */
  dates: string[];
  hasDate: boolean;
  maxZoom: number | null;
  /** Ground sample distance, metres a pixel. */
  gsdM: number | null;
  bands: string[];
  format: string | null;
  /** Of a catalogue: how many captures there are where it was asked, and its documents that were not read. */
  captures: number | null;
  unread: number;
  image: { bytes: Buffer; format: "png" | "jpeg" | "webp" } | null;
}

const nothing: Understood = {
  title: null,
  layers: [],
  layer: null,
  matrixSet: null,
  dates: [],
  hasDate: false,
  maxZoom: null,
  gsdM: null,
  bands: [],
  format: null,
  captures: null,
  unread: 0,
  image: null,
};
const tileExpected = { kind: "image", maxBytes: fetchLimits.tileBytes } as const;

const shown = ({ bytes }: Answer): Understood["image"] => {
  const format = imageFormat(bytes);
  return format ? { bytes, format } : null;
};
const centre = ([west, south, east, north]: Bbox) => ({
  lon: (west + east) / 2,
  lat: (south + north) / 2,
});
const newest = (dates: readonly string[]) => [...dates].sort().reverse().slice(0, 12);

/**
 * Asks a source for one image of a place.
 * @param day the day that is asked for, where the source takes one
 * @throws SourceProblem with the reason
 */
export async function understandSource(
  settings: SourceSettings,
  fetcher: SourceFetcher,
  { place, day }: { place: Bbox; day: string },
  signal?: AbortSignal,
): Promise<Understood> {
  if (!isServer(settings.kind)) throw new SourceProblem("source_no_server");
  const { lon, lat } = centre(place);
  if (settings.kind === "xyz") {
    checkTemplate(settings.address);
    const maxZoom = settings.max_zoom ?? usualZoom;
    const address = tileAddress(
      settings.address,
      tileOf(lon, lat, maxZoom),
      day,
      settings.date_format,
    );
    const image = shown(await fetcher.get(address, tileExpected, signal));
    return {
      ...nothing,
      maxZoom,
      gsdM: gsdOfZoom(maxZoom, lat),
      hasDate: hasDate(settings.address),
      format: image?.format ?? null,
      image,
    };
  }
  if (settings.kind === "wmts") {
    const { layers, layer, matrixSet, dates, format, ...wmts } = await readWmts(
      settings,
      fetcher,
      signal,
    );
    const maxZoom = Math.min(settings.max_zoom ?? usualZoom, wmts.maxZoom);
    const { z, x, y } = tileOf(lon, lat, maxZoom);
    const asked = wmts.addressOf(
      z,
      x,
      y,
      dates.length > 0 ? (newest(dates)[0] ?? day).slice(0, 10) : day,
    );
    const image = shown(await fetcher.get(asked, tileExpected, signal));
    return {
      ...nothing,
      layers,
      layer,
      matrixSet,
      dates: newest(dates),
      hasDate: dates.length > 0,
      maxZoom: wmts.maxZoom,
      gsdM: gsdOfZoom(maxZoom, lat),
      format,
      image,
    };
  }
  if (settings.kind === "wms") {
    const { layers, layer, dates, format, addressOf } = await readWms(settings, fetcher, signal);
    const gsdM = settings.gsd_m ?? usualGsdM;
    const grid = mapGrid([lon, lat, lon, lat], gsdM);
    const known = newest(dates)
      .find((one) => /^\d{4}-\d{2}-\d{2}/.test(one))
      ?.slice(0, 10);
    const asked = addressOf(pieceBounds(grid, 0, 0), grid.piecePixels, known ?? day);
    const image = shown(await fetcher.get(asked, tileExpected, signal));
    return {
      ...nothing,
      layers,
      layer,
      dates: newest(dates),
      hasDate: dates.length > 0,
      gsdM,
      format,
      image,
    };
  }
  const wanted = { bbox: place, from: null, to: null, items: 20 };
  const here = await findStacItems(settings, fetcher, wanted, signal);
  const found =
    here.items.length > 0
      ? here
      : await findStacItems(settings, fetcher, { ...wanted, bbox: null }, signal);
  const { title, collections, items } = found;
  const [first] = items;
  if (!first) throw found.unread > 0 ? nothingThere(found) : new SourceProblem("source_no_items");
  const image = await captureImage(first, fetcher, signal);
  return {
    ...nothing,
    title,
    layers: collections,
    layer: settings.layer || null,
    dates: newest([...new Set(items.map(({ date }) => date))]),
    hasDate: true,
    gsdM: first.gsdM,
    bands: first.bands.filter(Boolean),
    format: "GeoTIFF",
    captures: here.items.length,
    unread: here.unread,
    image,
  };
}

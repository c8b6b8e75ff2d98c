/** Plans the fetch of an area from a source: pieces, pixels, bytes, and the days that there are. */
import { fetchLimits, type SourceSettings } from "@nihol/contract/values/imagery/imagery-sources";
import { METERS_PER_DEGREE } from "@nihol/geo/flat-meters";
import type { Bbox } from "@nihol/geo/geometry";
import { captureImage, captureParts } from "./catalogue-file.ts";
import { type ImageFormat, imageFormat } from "./fetch/read-answer.ts";
import type { SourceFetcher } from "./fetch/source-fetcher.ts";
import { checkPixels, type Grid, gsdOfGrid } from "./kinds/grid.ts";
import { listedDays } from "./kinds/offered-days.ts";
import { gridFor, openPieces } from "./kinds/pieces.ts";
import { bestOfDay, findCapture, findStacItems, nothingThere } from "./kinds/stac.ts";
import type { StacItem } from "./kinds/stac-documents.ts";

/** A day of which there is an image, with the share of clouds (0 to 1) where the source says it. */
interface OfferedDay {
  day: string;
  cloud: number | null;
}

interface FetchPlan {
  /** Requests for tiles or maps, tiles of a catalogue's files; null before a day is chosen, or where they cannot be read. */
  pieces: number | null;
  /** Of the image; null where a catalogue does not say how fine its images are. */
  width: number | null;
  height: number | null;
  /** Ground sample distance, metres a pixel. */
  gsdM: number | null;
  /** About, by the size of one piece in the middle or the area's part of the files; null where no day is chosen or nothing was there. */
  bytes: number | null;
  /** True where the source has days at all: otherwise it shows one and the same image, whatever day is written. */
  hasDate: boolean;
  /** Newest first; empty where it does not list them. */
  days: OfferedDay[];
  /** Documents of a catalogue of files that were not read: it is too large to be gone through. */
  unread: number;
  /** The middle of the area, or a catalogue's small image, on the day. */
  image: { bytes: Buffer; format: ImageFormat } | null;
}

/** Days that are offered, and captures that a catalogue is asked for. */
const daysMax = 40;
const itemsMax = 200;

const shown = (bytes: Buffer): FetchPlan["image"] => {
  const format = imageFormat(bytes);
  return format ? { bytes, format } : null;
};

async function planTiledFetch(
  settings: SourceSettings,
  fetcher: SourceFetcher,
  grid: Grid,
  { area, day }: { area: Bbox; day: string | null },
  signal?: AbortSignal,
): Promise<FetchPlan> {
  const { columns, rows, piecePixels } = grid;
  const server = await openPieces(settings, fetcher, grid, signal);
  const expected = { kind: "image", maxBytes: fetchLimits.tileBytes, mayBeAbsent: true } as const;
  const asked = day && server.addressesOn(day)(Math.floor(columns / 2), Math.floor(rows / 2));
  const middle = asked ? (await fetcher.get(asked, expected, signal)).bytes : null;
  return {
    pieces: columns * rows,
    width: columns * piecePixels,
    height: rows * piecePixels,
    gsdM: gsdOfGrid(grid, area),
    bytes: middle?.length ? middle.length * columns * rows : null,
    hasDate: server.hasDate,
    days: listedDays(server.dates)
      .slice(0, daysMax)
      .map((day) => ({ day, cloud: null })),
    unread: 0,
    image: middle && shown(middle),
  };
}

/** The least cloudy capture of each day, newest first. */
function capturedDays(items: readonly StacItem[]): OfferedDay[] {
  const days = new Map<string, number | null>();
  for (const { date, cloudPercent: cloud } of items) {
    const known = days.get(date) ?? null;
    const share = cloud === null ? null : cloud / 100;
    days.set(date, known === null || (share !== null && share < known) ? share : known);
  }
  return [...days].slice(0, daysMax).map(([day, cloud]) => ({ day, cloud }));
}

const notRead = { pieces: null, bytes: null };

async function planCatalogueFetch(
  settings: SourceSettings,
  fetcher: SourceFetcher,
  { area, day }: { area: Bbox; day: string | null },
  signal?: AbortSignal,
): Promise<FetchPlan> {
  const wanted = { bbox: area, from: null, to: null, items: itemsMax };
  const found = await findStacItems(settings, fetcher, wanted, signal);
  const { items, unread } = found;
  const item =
    day === null
      ? items[0]
      : // Of many captures the older ones are not among those of all days.
        (bestOfDay(items, area, day) ??
        (await findCapture(settings, fetcher, { area, day }, signal)));
  if (!item) throw nothingThere(found);
  const gsdM = item.gsdM ?? settings.gsd_m;
  const grid = gsdM === null ? null : sizeOf(area, gsdM);
  const isRead = day !== null && grid !== null;
  const parts = isRead ? await captureParts(item, area, grid, { fetcher, signal }) : notRead;
  return {
    ...parts,
    width: grid?.width ?? null,
    height: grid?.height ?? null,
    gsdM,
    hasDate: true,
    days: capturedDays(items),
    unread,
    image: day === null ? null : await captureImage(item, fetcher, signal),
  };
}

/** About: the file's own pixels may be turned. @throws SourceProblem for more than are fetched at once */
function sizeOf(area: Bbox, gsdM: number) {
  const [west, south, east, north] = area;
  const lat = ((south + north) / 2) * (Math.PI / 180);
  const width = Math.ceil(((east - west) * METERS_PER_DEGREE * Math.cos(lat)) / gsdM);
  const height = Math.ceil(((north - south) * METERS_PER_DEGREE) / gsdM);
  checkPixels(width * height);
  return { width, height };
}

/**
 * Asks a source what an area would be: nothing is kept.
 * @param day the day that would be fetched; null before one is chosen
 * @throws SourceProblem with the reason, such as that there is no image of the day
 */
export async function planFetch(
  settings: SourceSettings,
  fetcher: SourceFetcher,
  order: { area: Bbox; day: string | null },
  signal?: AbortSignal,
): Promise<FetchPlan> {
  const grid = gridFor(settings, order.area);
  return grid
    ? planTiledFetch(settings, fetcher, grid, order, signal)
    : planCatalogueFetch(settings, fetcher, order, signal);
}

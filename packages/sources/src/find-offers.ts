/** Finds the captures of an area that a source has after a day: the question that a watch asks again and again. */

import type { SourceSettings } from "@nihol/contract/values/imagery/imagery-sources";
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import type { Bbox } from "@nihol/geo/geometry";
import type { SourceFetcher } from "./fetch/source-fetcher.ts";
import { SourceProblem } from "./fetch/source-problem.ts";
import { listedDays } from "./kinds/offered-days.ts";
import { openPieces, smallGrid } from "./kinds/pieces.ts";
import { bestOfDay, findStacItems } from "./kinds/stac.ts";
import type { StacItem } from "./kinds/stac-documents.ts";

/** Day on which a source shows an area. */
export interface Offer {
  day: string;
  /** 0 to 1 of the whole scene, where the source says it. */
  cloud: number | null;
  /** Of a catalogue: the capture that shows most of the area. */
  item: StacItem | undefined;
}

interface OffersWanted {
  area: Bbox;
  /** Days after this one; null: any. */
  after: string | null;
  /** Days that are known already. */
  known: readonly string[];
  /** Of the others the newest. */
  max: number;
}

const itemsMax = 100;
const touches = (a: Bbox, b: Bbox) => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];

/**
 * The newest first; none where the source does not cover the area.
 * @throws SourceProblem; `source_days_unknown` where it names no days: what it shows has no date then
 */
export async function findOffers(
  settings: SourceSettings,
  fetcher: SourceFetcher,
  wanted: OffersWanted,
  signal?: AbortSignal,
): Promise<Offer[]> {
  const { area, after, known, max } = wanted;
  // By the clock that is furthest ahead: a day that is written wrong is not to be waited for.
  const last = daysAfter(today(), 1);
  const isNew = (day: string) =>
    day <= last && (after === null || day > after) && !known.includes(day);
  const grid = smallGrid(settings, area, 256);
  if (!grid) {
    const from = after && daysAfter(after, 1);
    const asked = { bbox: area, from, to: last, items: itemsMax };
    const { items } = await findStacItems(settings, fetcher, asked, signal);
    const days = [...new Set(items.map(({ date }) => date))].filter(isNew);
    return days.slice(0, max).map((day) => {
      const item = bestOfDay(items, area, day);
      const cloud = item?.cloudPercent ?? null;
      return { day, cloud: cloud === null ? null : Math.min(1, Math.max(0, cloud / 100)), item };
    });
  }
  const server = await openPieces(settings, fetcher, grid, signal);
  const days = listedDays(server.dates);
  if (days.length === 0) throw new SourceProblem("source_days_unknown");
  if (server.extent && !touches(server.extent, area)) return [];
  return days
    .filter(isNew)
    .slice(0, max)
    .map((day) => ({ day, cloud: null, item: undefined }));
}

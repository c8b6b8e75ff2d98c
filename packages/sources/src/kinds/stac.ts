/** SpatioTemporal Asset Catalogs: items of an area and of days, from a STAC API (search) or by walking a static catalogue. */
import type { SourceSettings } from "@nihol/contract/values/imagery/imagery-sources";
import type { Bbox } from "@nihol/geo/geometry";
import type { SourceFetcher } from "../fetch/source-fetcher.ts";
import { SourceProblem } from "../fetch/source-problem.ts";
import { noCapture } from "./offered-days.ts";
import {
  expected,
  linksOf,
  matchesQuery,
  newestFirst,
  noAsset,
  parseDocument,
  readDocument,
  resolveHref,
  type StacItem,
  type StacWanted,
  toItem,
} from "./stac-documents.ts";
import { isObject, type Json, objects, textOf } from "./stac-json.ts";
import { walkCatalogue } from "./stac-walk.ts";

interface StacFound {
  title: string;
  collections: string[];
  items: StacItem[];
  /** True where there may be more items that fit than these. */
  isCut: boolean;
  /** Documents that were read, and those of a catalogue without search that were not, as far as links name them. */
  read: number;
  unread: number;
}

/** Pages of a search. */
const pagesMax = 10;

/** Items of the area and the days, the newest first. @throws SourceProblem */
export async function findStacItems(
  settings: SourceSettings,
  fetcher: SourceFetcher,
  wanted: StacWanted,
  signal?: AbortSignal,
): Promise<StacFound> {
  const { document, url } = await readDocument(settings.address, fetcher, signal);
  if (
    !["Catalog", "Collection"].includes(textOf(document.type)) &&
    typeof document.stac_version !== "string"
  )
    throw new SourceProblem("source_not_stac");
  const title = textOf(document.title) || textOf(document.id);
  const search = linksOf(document, "search").find(({ href }) => textOf(href) !== "");
  const found = search
    ? await searched(
        { address: resolveHref(search.href, url), sorts: sortsItems(document) },
        settings,
        fetcher,
        wanted,
        signal,
      )
    : await walkCatalogue({ document, url }, settings, fetcher, wanted, signal);
  return { title, ...found };
}

/** Tells whether the search of an API sorts its items (STAC API, sort extension). */
const sortsItems = ({ conformsTo }: Json) =>
  Array.isArray(conformsTo) && conformsTo.some((one) => /item-search#sort$/.test(textOf(one)));
const byNewest = [{ field: "properties.datetime", direction: "desc" }];

async function searched(
  { address, sorts }: { address: string; sorts: boolean },
  settings: SourceSettings,
  fetcher: SourceFetcher,
  wanted: StacWanted,
  signal?: AbortSignal,
) {
  const { bbox, from, to, items: limit } = wanted;
  const days =
    from || to
      ? `${from ? `${from}T00:00:00Z` : ".."}/${to ? `${to}T23:59:59Z` : ".."}`
      : undefined;
  const body = {
    limit,
    ...(bbox && { bbox }),
    ...(days && { datetime: days }),
    ...(settings.layer && { collections: [settings.layer] }),
    ...(sorts && { sortby: byNewest }),
  };
  const items: StacItem[] = [];
  let refused: Json | undefined;
  let next: NextPage | undefined = { address, body };
  let pages = 0;
  for (; next && pages < pagesMax && items.length < limit; pages++) {
    const page = await readPage(next, fetcher, signal);
    for (const feature of objects(page.document.features)) {
      const item = toItem(feature, selfOf(feature, page.url), settings.asset);
      if (item) items.push(item);
      else refused = feature;
    }
    next = nextPage(page.document, page.url, next.body);
  }
  if (refused && items.length === 0) throw noAsset(refused, settings);
  const found = newestFirst(items.filter((one) => matchesQuery(one, wanted)));
  return {
    collections: [...new Set(items.map(({ collection }) => collection))],
    items: found.slice(0, limit),
    isCut: next !== undefined || found.length > limit,
    read: pages,
    unread: 0,
  };
}

/** A question to a catalogue's search; without a body it is asked by its address. */
interface NextPage {
  address: string;
  body: Json | undefined;
}

async function readPage({ address, body }: NextPage, fetcher: SourceFetcher, signal?: AbortSignal) {
  const { bytes, url } = body
    ? await fetcher.post(address, body, expected, signal)
    : await fetcher.get(address, expected, signal);
  return { document: parseDocument(bytes, url), url };
}

/** The page after one, as its link says it (STAC API 1.0.0, paging): by address, or with a body, whole or merged. */
function nextPage(document: Json, url: string, before: Json | undefined): NextPage | undefined {
  const [link] = linksOf(document, "next");
  if (!link || objects(document.features).length === 0) return undefined;
  const address = resolveHref(link.href, url);
  if (textOf(link.method).toUpperCase() !== "POST") return { address, body: undefined };
  const more = isObject(link.body) ? link.body : {};
  return { address, body: link.merge === true ? { ...before, ...more } : more };
}

/** Addresses of an item count from where it stands itself. */
const selfOf = (item: Json, url: string) => resolveHref(linksOf(item, "self")[0]?.href, url) || url;

const overlap = (a: Bbox, b: Bbox) =>
  Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) *
  Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));

/** The capture of a day that shows most of an area; of equal ones the least cloudy. */
export function bestOfDay(
  items: readonly StacItem[],
  area: Bbox,
  day: string,
): StacItem | undefined {
  const ofDay = items.filter(({ date }) => date === day);
  return ofDay.sort(
    (a, b) =>
      overlap(b.bbox, area) - overlap(a.bbox, area) ||
      (a.cloudPercent ?? 100) - (b.cloudPercent ?? 100),
  )[0];
}

/** Captures of other days stand in the refusal. */
const itemsMax = 200;

/** The capture of a day that shows most of an area. @throws SourceProblem, which says what there is, or was not read */
export async function findCapture(
  settings: SourceSettings,
  fetcher: SourceFetcher,
  { area, day }: { area: Bbox; day: string },
  signal?: AbortSignal,
): Promise<StacItem> {
  const ask = (from: string | null, to: string | null) =>
    findStacItems(settings, fetcher, { bbox: area, from, to, items: itemsMax }, signal);
  const found = bestOfDay((await ask(day, day)).items, area, day);
  if (found) return found;
  const others = await ask(null, null);
  // Captures of the day would have been among them.
  if (others.items.length > 0) throw noCapture(day, daysOf(others.items));
  throw nothingThere(others);
}

const daysOf = (items: readonly StacItem[]) => [...new Set(items.map(({ date }) => date))];

/** Problem of a search without result: there is nothing, or the catalogue is too large to be gone through. */
export const nothingThere = ({ read, unread }: StacFound) =>
  unread > 0
    ? new SourceProblem("source_catalogue_cut", { read, unread })
    : new SourceProblem("source_nothing_there");

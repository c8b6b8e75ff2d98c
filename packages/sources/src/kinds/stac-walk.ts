/** A catalogue of files without a search: its documents are gone through, those that cannot hold what is wanted left out. */
import type { SourceSettings } from "@nihol/contract/values/imagery/imagery-sources";
import type { Bbox } from "@nihol/geo/geometry";
import type { SourceFetcher } from "../fetch/source-fetcher.ts";
import {
  bboxesTouch,
  linksOf,
  matchesQuery,
  newestFirst,
  noAsset,
  readDocument,
  resolveHref,
  type StacItem,
  type StacWanted,
  toItem,
} from "./stac-documents.ts";
import { isObject, type Json, textOf } from "./stac-json.ts";

/** Documents that are read for one question, and how many at once. */
const documentsMax = 2000;
const atOnce = 6;

interface Waiting {
  address: string;
  /** The day in the link to a capture, where one stands there: the newest are read first. */
  day: string;
}

/** Ids and names of captures mostly hold their day. */
function dayIn(text: string): string {
  const [, year, month, day] =
    /(?<!\d)((?:19|20)\d\d)-?(0[1-9]|1[0-2])-?([0-3]\d)(?!\d)/.exec(text) ?? [];
  return year ? `${year}-${month}-${day}` : "";
}

/**
 * Collections and catalogues first, each only where its extent touches place and days that are wanted; then captures,
 * those of wanted days and new ones first. @throws SourceProblem
 */
export async function walkCatalogue(
  root: { document: Json; url: string },
  settings: SourceSettings,
  fetcher: SourceFetcher,
  wanted: StacWanted,
  signal?: AbortSignal,
) {
  const folders: string[] = [];
  const captures: Waiting[] = [];
  const seen = new Set<string>();
  const collections: string[] = [];
  const items: StacItem[] = [];
  let lastItem: Json | undefined;
  const enter = ({ document, url }: { document: Json; url: string }) => {
    const isCollection = document.type === "Collection";
    const id = textOf(document.id);
    if (isCollection) collections.push(id);
    if (isCollection && ((settings.layer && id !== settings.layer) || !mayHold(document, wanted)))
      return;
    for (const { href } of linksOf(document, "child")) folders.push(resolveHref(href, url));
    for (const { href, title } of linksOf(document, "item"))
      captures.push({
        address: resolveHref(href, url),
        day: dayIn(`${textOf(title)} ${textOf(href)}`),
      });
  };
  /** The next few that were not read yet. */
  const take = (waiting: { length: number }, next: () => string | undefined): string[] => {
    const taken: string[] = [];
    while (waiting.length > 0 && taken.length < atOnce && seen.size < documentsMax) {
      const address = next();
      if (address === undefined || seen.has(address)) continue;
      seen.add(address);
      taken.push(address);
    }
    return taken;
  };
  const read = (addresses: readonly string[]) =>
    Promise.all(addresses.map((address) => readDocument(address, fetcher, signal)));
  enter(root);
  for (;;) {
    const batch = take(folders, () => folders.shift());
    if (batch.length === 0) break;
    for (const found of await read(batch)) enter(found);
  }
  // Taken from the end.
  captures.sort((a, b) => worthOf(a, wanted) - worthOf(b, wanted) || (a.day < b.day ? -1 : 1));
  for (;;) {
    const batch = take(captures, () => captures.pop()?.address);
    if (batch.length === 0) break;
    for (const { document, url } of await read(batch)) {
      lastItem = document;
      const item = toItem(document, url, settings.asset);
      if (item && matchesQuery(item, wanted)) items.push(item);
    }
  }
  if (lastItem && items.length === 0 && !toItem(lastItem, root.url, settings.asset))
    throw noAsset(lastItem, settings);
  const unread = new Set(
    [...folders, ...captures.map(({ address }) => address)].filter((address) => !seen.has(address)),
  );
  return {
    collections,
    items: newestFirst(items).slice(0, wanted.items),
    isCut: unread.size > 0 || items.length > wanted.items,
    read: seen.size,
    unread: unread.size,
  };
}

/** 1 for a capture of wanted days by its name, -1 for one of other days, 0 where the name does not say. */
function worthOf({ day }: Waiting, { from, to }: StacWanted): number {
  if (day === "" || (from === null && to === null)) return 0;
  return (from === null || day >= from) && (to === null || day <= to) ? 1 : -1;
}

const mayHold = (document: Json, wanted: StacWanted) =>
  extentTouches(document, wanted) && intervalTouches(document, wanted);

function extentTouches({ extent }: Json, { bbox }: StacWanted): boolean {
  const spatial = isObject(extent) && isObject(extent.spatial) ? extent.spatial.bbox : undefined;
  if (!bbox || !Array.isArray(spatial)) return true;
  const boxes = spatial.filter((one): one is number[] => Array.isArray(one) && one.length >= 4);
  return (
    boxes.length === 0 ||
    boxes.some((one) =>
      bboxesTouch(
        (one.length === 6 ? [one[0], one[1], one[3], one[4]] : one.slice(0, 4)) as unknown as Bbox,
        bbox,
      ),
    )
  );
}

/** The first interval is that of all; an open end is null. */
function intervalTouches({ extent }: Json, { from, to }: StacWanted): boolean {
  const temporal = isObject(extent) && isObject(extent.temporal) ? extent.temporal.interval : [];
  const [first] = Array.isArray(temporal) ? temporal : [];
  if (!Array.isArray(first)) return true;
  const [begin, end] = first.map((time) => textOf(time).slice(0, 10));
  return (!from || !end || end >= from) && (!to || !begin || begin <= to);
}

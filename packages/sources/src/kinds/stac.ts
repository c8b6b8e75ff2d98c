/** SpatioTemporal Asset Catalogs: items of an area and of days, from a STAC API (search) or by walking a static catalogue. */
import { fetchLimits, type SourceSettings } from "@nihol/contract/values/imagery-sources";
import type { Bbox } from "@nihol/geo/geometry";
import type { SourceFetcher } from "../fetch/source-fetcher.ts";
import { listed, SourceProblem } from "../fetch/source-problem.ts";

/** One capture of a catalogue. */
export interface StacItem {
  id: string;
  /** The day of capture, UTC. */
  date: string;
  bbox: Bbox;
  collection: string;
  /** Per cent under clouds, where the catalogue says it. */
  cloud: number | null;
  gsdM: number | null;
  bands: string[];
  /** The GeoTIFF, and a small image of it. */
  asset: string;
  thumbnail: string | null;
}

export interface StacFound {
  title: string;
  collections: string[];
  items: StacItem[];
  /** Whether there were more documents than are read. */
  isCut: boolean;
}

export interface StacWanted {
  bbox: Bbox | null;
  /** Both days included; null: any. */
  from: string | null;
  to: string | null;
  items: number;
}

/** Documents of a static catalogue that are read for one question, and pages of a search. */
const documentsMax = 400;
const pagesMax = 10;
const expected = { kind: "json", maxBytes: fetchLimits.documentBytes } as const;

type Json = { [key: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

async function readDocument(
  address: string,
  fetcher: SourceFetcher,
  signal?: AbortSignal,
): Promise<{ document: Json; url: string }> {
  const { bytes, url } = await fetcher.get(address, expected, signal);
  return { document: parsed(bytes, url), url };
}

function parsed(bytes: Buffer, url: string): Json {
  try {
    const document: unknown = JSON.parse(bytes.toString("utf8"));
    if (isObject(document)) return document;
  } catch {
    // said below
  }
  throw new SourceProblem("source_not_json", { host: new URL(url).host, type: "JSON", said: "–" });
}

const linksOf = (document: Json, ...relations: string[]) =>
  objects(document.links).filter(({ rel }) => relations.includes(textOf(rel)));
/** What a link names, from where it stands; judged when it is asked for. */
function resolved(href: unknown, base: string): string {
  const text = textOf(href);
  // A name of another scheme (s3:, /vsicurl/ with one in it) stays as it is written, to be refused by name.
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || /^\/vsi/i.test(text)) return text;
  return URL.canParse(text, base) ? new URL(text, base).href : text;
}

const isTiff = (asset: Json) =>
  /image\/(?:tiff|vnd\.stac\.geotiff)/.test(textOf(asset.type)) ||
  /\.tiff?$/i.test(textOf(asset.href));
const rolesOf = (asset: Json): unknown[] => (Array.isArray(asset.roles) ? asset.roles : []);

function assetOf(assets: Json, wanted: string): Json | undefined {
  const all = Object.entries(assets).filter((pair): pair is [string, Json] => isObject(pair[1]));
  if (wanted) return all.find(([key]) => key === wanted)?.[1];
  const tiffs = all.filter(([, asset]) => isTiff(asset) && !rolesOf(asset).includes("thumbnail"));
  const best = tiffs.find(([key, asset]) => key === "visual" || rolesOf(asset).includes("visual"));
  return (best ?? tiffs[0])?.[1];
}

/** An item of the catalogue as ours; undefined for one without place, day or GeoTIFF. */
function toItem(document: Json, base: string, wanted: string): StacItem | undefined {
  const { properties, assets, bbox } = document;
  if (!isObject(properties) || !isObject(assets) || !Array.isArray(bbox) || bbox.length < 4)
    return undefined;
  const day = textOf(properties.datetime) || textOf(properties.start_datetime);
  const asset = assetOf(assets, wanted);
  const corners = (bbox.length === 6 ? [bbox[0], bbox[1], bbox[3], bbox[4]] : bbox.slice(0, 4)).map(
    Number,
  );
  if (!asset || !/^\d{4}-\d{2}-\d{2}/.test(day) || !corners.every(Number.isFinite))
    return undefined;
  const small = Object.values(assets)
    .filter(isObject)
    .find((one) => rolesOf(one).includes("thumbnail") || rolesOf(one).includes("overview"));
  const bands = [...objects(asset["eo:bands"]), ...objects(asset.bands)];
  return {
    id: textOf(document.id).slice(0, 200),
    date: day.slice(0, 10),
    bbox: corners as unknown as Bbox,
    collection: textOf(document.collection),
    cloud: numberOf(properties["eo:cloud_cover"]),
    gsdM: numberOf(asset.gsd) ?? numberOf(properties.gsd),
    bands: bands.map(
      (band) => textOf(band.common_name) || textOf(band["eo:common_name"]) || textOf(band.name),
    ),
    asset: resolved(asset.href, base),
    thumbnail: small ? resolved(small.href, base) : null,
  };
}

const touches = (a: Bbox, b: Bbox) => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
const fits = (item: StacItem, { bbox, from, to }: StacWanted) =>
  (bbox === null || touches(item.bbox, bbox)) &&
  (from === null || item.date >= from) &&
  (to === null || item.date <= to);
const newestFirst = (items: StacItem[]) =>
  items.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.id < b.id ? -1 : 1));

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
        { address: resolved(search.href, url), sorts: sortsItems(document) },
        settings,
        fetcher,
        wanted,
        signal,
      )
    : await walked(document, url, settings, fetcher, wanted, signal);
  return { title, ...found };
}

/** Whether the search of an API puts its items in order (STAC API, sort extension). */
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
  for (let pages = 0; next && pages < pagesMax && items.length < limit; pages++) {
    const page = await readPage(next, fetcher, signal);
    for (const feature of objects(page.document.features)) {
      const item = toItem(feature, selfOf(feature, page.url), settings.asset);
      if (item) items.push(item);
      else refused = feature;
    }
    next = nextPage(page.document, page.url, next.body);
  }
  if (refused && items.length === 0) throw noAsset(refused, settings);
  const found = newestFirst(items.filter((one) => fits(one, wanted)));
  return {
    collections: [...new Set(items.map(({ collection }) => collection))],
    items: found.slice(0, limit),
    isCut: next !== undefined || found.length > limit,
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
  return { document: parsed(bytes, url), url };
}

/** The page after one, as its link says it (STAC API 1.0.0, paging): by address, or with a body, whole or merged. */
function nextPage(document: Json, url: string, before: Json | undefined): NextPage | undefined {
  const [link] = linksOf(document, "next");
  if (!link || objects(document.features).length === 0) return undefined;
  const address = resolved(link.href, url);
  if (textOf(link.method).toUpperCase() !== "POST") return { address, body: undefined };
  const more = isObject(link.body) ? link.body : {};
  return { address, body: link.merge === true ? { ...before, ...more } : more };
}

/** Addresses of an item count from where it stands itself. */
const selfOf = (item: Json, url: string) => resolved(linksOf(item, "self")[0]?.href, url) || url;

const noAsset = (item: Json | undefined, { asset }: SourceSettings) =>
  new SourceProblem("source_asset", {
    asset: asset || "GeoTIFF",
    assets: listed(isObject(item?.assets) ? Object.keys(item.assets) : []),
  });

/** Breadth first; collections and catalogues that lie elsewhere are not entered. */
async function walked(
  root: Json,
  rootUrl: string,
  settings: SourceSettings,
  fetcher: SourceFetcher,
  wanted: StacWanted,
  signal?: AbortSignal,
) {
  const waiting: { address: string; isItem: boolean }[] = [];
  const seen = new Set<string>();
  const collections: string[] = [];
  const items: StacItem[] = [];
  let lastItem: Json | undefined;
  const enter = (document: Json, url: string) => {
    const isCollection = document.type === "Collection";
    const id = textOf(document.id);
    if (isCollection) collections.push(id);
    if (
      isCollection &&
      ((settings.layer && id !== settings.layer) || !extentTouches(document, wanted))
    )
      return;
    for (const { rel, href } of linksOf(document, "child", "item"))
      waiting.push({ address: resolved(href, url), isItem: rel === "item" });
  };
  enter(root, rootUrl);
  while (waiting.length > 0 && seen.size < documentsMax) {
    const { address, isItem } = waiting.shift() as { address: string; isItem: boolean };
    if (seen.has(address)) continue;
    seen.add(address);
    const { document, url } = await readDocument(address, fetcher, signal);
    if (!isItem) enter(document, url);
    else {
      lastItem = document;
      const item = toItem(document, url, settings.asset);
      if (item && fits(item, wanted)) items.push(item);
    }
  }
  if (lastItem && items.length === 0 && !toItem(lastItem, rootUrl, settings.asset))
    throw noAsset(lastItem, settings);
  return {
    collections,
    items: newestFirst(items).slice(0, wanted.items),
    isCut: waiting.length > 0 || items.length > wanted.items,
  };
}

function extentTouches({ extent }: Json, { bbox }: StacWanted): boolean {
  const spatial = isObject(extent) && isObject(extent.spatial) ? extent.spatial.bbox : undefined;
  if (!bbox || !Array.isArray(spatial)) return true;
  const boxes = spatial.filter((one): one is number[] => Array.isArray(one) && one.length >= 4);
  return (
    boxes.length === 0 ||
    boxes.some((one) =>
      touches(
        (one.length === 6 ? [one[0], one[1], one[3], one[4]] : one.slice(0, 4)) as unknown as Bbox,
        bbox,
      ),
    )
  );
}

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
    (a, b) => overlap(b.bbox, area) - overlap(a.bbox, area) || (a.cloud ?? 100) - (b.cloud ?? 100),
  )[0];
}

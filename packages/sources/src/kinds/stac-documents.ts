/** Documents of a SpatioTemporal Asset Catalog as they come over the network: links, captures, what is asked of them. */
import { fetchLimits, type SourceSettings } from "@nihol/contract/values/imagery/imagery-sources";
import type { Bbox } from "@nihol/geo/geometry";
import type { SourceFetcher } from "../fetch/source-fetcher.ts";
import { listed, SourceProblem } from "../fetch/source-problem.ts";
import { type BandFile, filesOf, namesToChoose } from "./stac-assets.ts";
import { isObject, type Json, numberOf, objects, rolesOf, textOf } from "./stac-json.ts";

/** Capture in a catalogue. */
export interface StacItem {
  id: string;
  /** The day of capture, UTC. */
  date: string;
  bbox: Bbox;
  collection: string;
  /** Per cent under clouds, where the catalogue says it. */
  cloudPercent: number | null;
  gsdM: number | null;
  bands: string[];
  /** GeoTIFF with all its bands, or one for each band of the image in the order red, green, blue, near infrared. */
  files: BandFile[];
  /** A small image of it. */
  thumbnail: string | null;
}

export interface StacWanted {
  bbox: Bbox | null;
  /** Both days included; null: any. */
  from: string | null;
  to: string | null;
  items: number;
}

export const expected = { kind: "json", maxBytes: fetchLimits.documentBytes } as const;

export async function readDocument(
  address: string,
  fetcher: SourceFetcher,
  signal?: AbortSignal,
): Promise<{ document: Json; url: string }> {
  const { bytes, url } = await fetcher.get(address, expected, signal);
  return { document: parseDocument(bytes, url), url };
}

/** @throws SourceProblem for what is no JSON object */
export function parseDocument(bytes: Buffer, url: string): Json {
  try {
    const document: unknown = JSON.parse(bytes.toString("utf8"));
    if (isObject(document)) return document;
  } catch {
    // said below
  }
  throw new SourceProblem("source_not_json", { host: new URL(url).host, type: "JSON", said: "–" });
}

export const linksOf = (document: Json, ...relations: string[]) =>
  objects(document.links).filter(({ rel }) => relations.includes(textOf(rel)));

/** Address that a link names, from where it stands; checked when it is requested. */
export function resolveHref(href: unknown, base: string): string {
  const text = textOf(href);
  // A name of another scheme (s3:, /vsicurl/ with one in it) stays as it is written, to be refused by name.
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || /^\/vsi/i.test(text)) return text;
  return URL.canParse(text, base) ? new URL(text, base).href : text;
}

/** An item of the catalogue as ours; undefined for one without place, day or the files that are wanted. */
export function toItem(document: Json, base: string, assetName: string): StacItem | undefined {
  const { properties, assets, bbox } = document;
  if (!isObject(properties) || !isObject(assets) || !Array.isArray(bbox) || bbox.length < 4)
    return undefined;
  const day = textOf(properties.datetime) || textOf(properties.start_datetime);
  const chosen = filesOf(assets, assetName);
  const corners = (bbox.length === 6 ? [bbox[0], bbox[1], bbox[3], bbox[4]] : bbox.slice(0, 4)).map(
    Number,
  );
  if (!chosen || !/^\d{4}-\d{2}-\d{2}/.test(day) || !corners.every(Number.isFinite))
    return undefined;
  const small = Object.values(assets)
    .filter(isObject)
    .find((one) => rolesOf(one).includes("thumbnail") || rolesOf(one).includes("overview"));
  return {
    id: textOf(document.id).slice(0, 200),
    date: day.slice(0, 10),
    bbox: corners as unknown as Bbox,
    collection: textOf(document.collection),
    cloudPercent: numberOf(properties["eo:cloud_cover"]),
    gsdM: chosen.gsdM ?? numberOf(properties.gsd),
    bands: chosen.bands,
    files: chosen.files.map(({ address, band }) => ({ address: resolveHref(address, base), band })),
    thumbnail: small ? resolveHref(small.href, base) : null,
  };
}

/** Says why no capture could be taken out of an item: what was wanted of it, and what it has. */
export const noAsset = (item: Json | undefined, { asset }: SourceSettings) =>
  new SourceProblem("source_asset", {
    asset: asset || "GeoTIFF",
    assets: listed(isObject(item?.assets) ? namesToChoose(item.assets) : []),
  });

export const bboxesTouch = (a: Bbox, b: Bbox) =>
  a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
export const matchesQuery = (item: StacItem, { bbox, from, to }: StacWanted) =>
  (bbox === null || bboxesTouch(item.bbox, bbox)) &&
  (from === null || item.date >= from) &&
  (to === null || item.date <= to);
export const newestFirst = (items: StacItem[]) =>
  items.sort((a, b) => compareTexts(b.date, a.date) || compareTexts(a.id, b.id));
const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

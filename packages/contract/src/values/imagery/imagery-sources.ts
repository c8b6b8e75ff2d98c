/** Where images come from: files that people upload, tile and map servers, catalogues. */

/** `upload` is a name with an attribution for files that people send; all others are servers that are asked. */
export const imagerySourceKinds = ["upload", "xyz", "wmts", "wms", "stac"] as const;
export type ImagerySourceKind = (typeof imagerySourceKinds)[number];
/** Kinds that are asked over the network. */
export const isServer = (kind: ImagerySourceKind): boolean => kind !== "upload";

/**
 * Kinds of credentials that tell a source who asks: name and password, a token, a parameter of the address, a header.
 */
export const credentialKinds = ["none", "basic", "bearer", "query", "header"] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/** Formats of a day where `{date}` stands in an address, or in the TIME of a map server. */
export const dateFormats = ["YYYY-MM-DD", "YYYYMMDD", "YYYY-DDD", "YYYY-MM", "YYYY"] as const;
export type DateFormat = (typeof dateFormats)[number];

/** Names that may stand in braces in the address of a tile server. */
export const templateNames = ["z", "x", "y", "-y", "date"] as const;

/** A day as a source writes it. @param day `2026-05-17` */
export function writtenDay(day: string, format: DateFormat): string {
  const [year = "", month = "", date = ""] = day.split("-");
  if (format === "YYYYMMDD") return year + month + date;
  if (format === "YYYY-MM") return `${year}-${month}`;
  if (format === "YYYY") return year;
  if (format === "YYYY-DDD") {
    const of = Date.UTC(Number(year), Number(month) - 1, Number(date)) - Date.UTC(Number(year), 0);
    return `${year}-${String(of / 86_400_000 + 1).padStart(3, "0")}`;
  }
  return day;
}

/** Settings that a source is asked by: its record without names and notes. */
export interface SourceSettings {
  kind: ImagerySourceKind;
  address: string;
  date_format: DateFormat;
  /** The layer of WMTS and WMS, the collection of STAC. Empty: the first. */
  layer: string;
  /** The asset of STAC items, or bands with commas between (`assetBands`); empty: the best that there is. */
  asset: string;
  /** The deepest level of a tile server. */
  max_zoom: number | null;
  /** Ground metres of a pixel that a map server is asked for. */
  gsd_m: number | null;
}

/** Bands of an image that are kept in files of their own: red, green, blue, and near infrared where there is one. */
export const assetBands = { min: 3, max: 4 } as const;

/** Splits the text of an `asset` into the names that it lists. */
export const assetNames = (written: string): string[] =>
  written
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

/** Tells whether a text names one asset, as many bands as make an image, or nothing. */
export function isAssetList(written: string): boolean {
  const { length } = assetNames(written);
  return length <= 1 || (length >= assetBands.min && length <= assetBands.max);
}

/** The watch: how often a source is asked by itself, and how much at once. */
export const watchLimits = {
  daysMin: 1,
  daysMax: 90,
  /** Gardens of one job; then another one goes on. */
  gardens: 10,
  /** Captures of one garden that one round offers, the newest first. */
  captures: 3,
  /** Pixels of the longer side of a garden's small image. */
  side: 400,
  /** Of a catalogue's window that is read for a small image. */
  windowPixels: 40e6,
  windowBytes: 96 * 1024 ** 2,
} as const;

/** States of a capture that a source offers. */
export const offerStates = ["new", "accepted", "rejected"] as const;
export type OfferState = (typeof offerStates)[number];

/** Bases of the share of a capture under clouds: the source for its whole scene, or the pixels of the garden. */
export const cloudBases = ["source", "image"] as const;

/** Limits on fetching one image of a source. Pixels before they are compressed; pieces are tiles or requests for a map. */
export const fetchLimits = {
  pixels: 400e6,
  pieces: 8000,
  /** Of all that comes for one image, packed as it comes. */
  imageBytes: 4 * 1024 ** 3,
  /** Of one answer. */
  tileBytes: 8 * 1024 ** 2,
  documentBytes: 20 * 1024 ** 2,
  /** Of one reading out of a file: a few of its tiles. */
  rangeBytes: 64 * 1024 ** 2,
} as const;

/** Tiles of the base layer that are kept: all together, and for how long before they are asked for again. */
export const baseLayerLimits = { bytes: 2 * 1024 ** 3, days: 30 } as const;

interface Standing {
  state: (typeof offerStates)[number];
  same_image: object | null;
  decided_at: string | null;
}
/**
 * Standing of an offer: what is here already from elsewhere was turned down by nobody, though its state is "rejected".
 */
export const offerStanding = ({
  state,
  same_image,
  decided_at,
}: Standing): Standing["state"] | "here" =>
  state === "rejected" && same_image !== null && decided_at === null ? "here" : state;

/**
 * Labelled images by domain: a domain is one source of images with its own labels (camera, country, season, labeller).
 * `../shared/data/trees` holds three that the detector was trained on (other images of them), `../shared/data/trees-more`
 * three that it has never seen.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Box, Pixels } from "@nihol/vision/pixels/pixels";
import sharp from "sharp";
import { TREES_FOLDER } from "./detection-data.ts";

const MORE_FOLDER = join(TREES_FOLDER, "../trees-more");

/** Domains of which the shipped network was trained on other images. */
export const HOME_DOMAINS = ["neon", "ttv", "urbanca"];

/** Domains to measure with alone: what ships neither learns from them nor is calibrated on them. */
export const MEASURE_ONLY = ["campo", "cocoa"];

/** Domains of which groups of trees are partly unmarked: recall can be trusted there, counts cannot. */
const PARTIAL_DOMAINS = ["pinamar"];

export type DomainImage = {
  id: string;
  domain: string;
  site: string;
  place: string;
  path: string;
  gsdMeters: number;
  /** True where the shipped network was not trained on it. */
  isNew: boolean;
  /** True where trees may be missing from its labels. */
  isPartial: boolean;
  boxes?: Box[];
  points?: [number, number][];
  /** Ground that nobody labelled: a find there is neither right nor wrong. */
  ignore: Box[];
};

type Entry = {
  id: string;
  set: string;
  file: string;
  site: string;
  place?: string;
  gsd_m: number | null;
  split: "train" | "val";
  boxes?: [number, number, number, number][];
  points?: [number, number][];
  ignore?: [number, number, number, number][];
};

async function entriesOf(folder: string): Promise<Entry[]> {
  const file = join(folder, "annotations.json");
  if (!existsSync(file)) return [];
  const { images } = JSON.parse(await readFile(file, "utf8")) as { images: Entry[] };
  return images;
}

function toDomainImage(entry: Entry, folder: string): DomainImage {
  const { id, set, file, site, boxes, points, ignore = [] } = entry;
  const place = entry.place ?? `${set}/${file.replace(/_(19|20)\d\d\.\w+$/, "")}`;
  const truth = points ? { points } : { boxes: boxes ?? [] };
  const known = { gsdMeters: entry.gsd_m ?? 0, isNew: entry.split === "val", ignore };
  const isPartial = PARTIAL_DOMAINS.includes(set);
  return { id, domain: set, site, place, path: join(folder, file), isPartial, ...known, ...truth };
}

/**
 * Of domains that the network was trained on the validation images, of the others all; none where the data are absent.
 * At most `limit` a domain.
 */
export async function listDomainImages(limit = Infinity): Promise<DomainImage[]> {
  const home = (await entriesOf(TREES_FOLDER)).filter(({ split }) => split === "val");
  const images = [
    ...home.map((entry) => toDomainImage(entry, TREES_FOLDER)),
    ...(await entriesOf(MORE_FOLDER)).map((entry) => toDomainImage(entry, MORE_FOLDER)),
  ].filter(({ gsdMeters }) => gsdMeters > 0);
  const seen = new Map<string, number>();
  return images.filter(({ domain }) => {
    const n = (seen.get(domain) ?? 0) + 1;
    seen.set(domain, n);
    return n <= limit;
  });
}

export async function readDomainImage({ path }: DomainImage): Promise<Pixels> {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels: bands } = info;
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.length), width, height, bands };
}

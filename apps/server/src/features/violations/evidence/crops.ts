/** The images of a case: crops cut out of both images and photos of a report, made in render processes and kept as its files. */

import { createHash, randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { EvidenceFile } from "@nihol/contract/values/files";
import type { Db } from "@nihol/db/connection";
import { text } from "@nihol/locales/text";
import { type FileStore, isFileMissing } from "@nihol/store/files/file-store";
import {
  ImageRefused,
  paperPhotoInChild,
  RenderFailed,
  renderFragmentInChild,
} from "@nihol/vision/render/render-pool";
import type { Actor } from "../../../http/actor.ts";
import { insertFile } from "../../../shared/attachments/attached-file-sql.ts";
import type { CropOrder } from "./crop-place.ts";
import type { PhotoOrder } from "./report-queries.ts";

/** Enough for eight centimetres of paper at 250 dots an inch. */
const width = 800;

/** An image in memory: it gets its key with the case that it belongs to. */
export interface Crop {
  side: EvidenceFile;
  date: string;
  jpeg: Buffer;
  sha256: string;
  preview: Buffer;
  /** Of a photo: the rows of reports that have it. */
  rows: number[];
}

const sha256Of = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function cut(files: FileStore, actor: Actor, order: CropOrder): Promise<Crop> {
  const { image, area, side } = order;
  const source = { path: await files.local(image.cog_key), facts: image.facts };
  const options = { layer: "original", width, stretch: image.facts.stretch } as const;
  const asking = { asker: String(actor.id) };
  const jpeg = await renderFragmentInChild(source, area, { ...options, format: "jpeg" }, asking);
  const preview = await renderFragmentInChild(source, area, options, asking);
  return { side, date: image.date, jpeg, sha256: sha256Of(jpeg), preview, rows: [] };
}

/** Tells images that cannot be read any more, or are gone, from failures that pass. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof ImageRefused || error instanceof RenderFailed || isFileMissing(error);

/** Cuts them out one after the other: each takes a part of a second. */
export async function makeCrops(files: FileStore, actor: Actor, orders: CropOrder[]) {
  const crops: Crop[] = [];
  for (const order of orders) crops.push(await cut(files, actor, order));
  return crops;
}

/** Photos of a report; the same file under two rows is one. One whose file is gone or broken is left out. */
export async function makePhotos(files: FileStore, actor: Actor, orders: PhotoOrder[]) {
  const photos = new Map<string, Crop>();
  for (const { key, row, date } of orders) {
    try {
      const jpeg = await paperPhotoInChild(await files.local(key), { asker: String(actor.id) });
      const sha256 = sha256Of(jpeg);
      const known = photos.get(sha256);
      if (known) known.rows.push(row);
      else {
        const preview = await buffer(await files.get(key));
        photos.set(sha256, { side: "photo", date, jpeg, sha256, preview, rows: [row] });
      }
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
  }
  return [...photos.values()];
}

/** Keeps the images of a new case. Every key is in `keys` before its file is stored: when the case fails, they go. */
export async function keepCrops(
  trx: Db,
  files: FileStore,
  actor: Actor,
  { id, crops, keys }: { id: number; crops: Crop[]; keys: string[] },
) {
  for (const { side, date, jpeg, sha256, preview } of crops) {
    const key = `attachment/violation/${id}/${randomUUID()}`;
    keys.push(key, `${key}.webp`);
    await files.put(key, jpeg);
    await files.put(`${key}.webp`, preview);
    const name = `${text(actor.language, `violations.crop_${side}`)} ${date}.jpg`;
    const file = { name, kind: "jpeg" as const, size: jpeg.length, sha256, key };
    const kept = { ...file, previewKey: `${key}.webp`, evidence: side };
    await insertFile(trx, actor, { table: "violation", id }, kept);
  }
}

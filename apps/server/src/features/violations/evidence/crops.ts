/** The crops of a case: cut out of both images in a render process, and kept as its files. */

import { createHash, randomUUID } from "node:crypto";
import type { Database } from "@nihol/db/tables";
import { text } from "@nihol/locales/text";
import type { FileStore } from "@nihol/store/files/file-store";
import { renderFragmentInChild } from "@nihol/vision/render/render-pool";
import type { Kysely } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { insertFile } from "../../../shared/attachments/attached-file-sql.ts";
import type { CropOrder } from "./crop-place.ts";

/** Enough for eight centimetres of paper at 250 dots an inch. */
const width = 800;

/** A crop in memory: it gets its key with the case that it belongs to. */
export interface Crop {
  side: CropOrder["side"];
  date: string;
  jpeg: Buffer;
  preview: Buffer;
}

async function cut(files: FileStore, actor: Actor, order: CropOrder): Promise<Crop> {
  const { image, area, side } = order;
  const source = { path: files.path(image.cog_key), facts: image.facts };
  const options = { layer: "original", width, stretch: image.facts.stretch } as const;
  const asking = { asker: String(actor.id) };
  const jpeg = await renderFragmentInChild(source, area, { ...options, format: "jpeg" }, asking);
  const preview = await renderFragmentInChild(source, area, options, asking);
  return { side, date: image.date, jpeg, preview };
}

/** Cuts them out one after the other: each takes a part of a second. */
export async function makeCrops(files: FileStore, actor: Actor, orders: CropOrder[]) {
  const crops: Crop[] = [];
  for (const order of orders) crops.push(await cut(files, actor, order));
  return crops;
}

/** Keeps the crops of a new case. Every key is in `keys` before its file is stored: when the case fails, they go. */
export async function keepCrops(
  trx: Kysely<Database>,
  files: FileStore,
  actor: Actor,
  { id, crops, keys }: { id: number; crops: Crop[]; keys: string[] },
) {
  for (const { side, date, jpeg, preview } of crops) {
    const key = `attachment/violation/${id}/${randomUUID()}`;
    keys.push(key, `${key}.webp`);
    await files.put(key, jpeg);
    await files.put(`${key}.webp`, preview);
    const name = `${text(actor.language, `violations.crop_${side}`)} ${date}.jpg`;
    const sha256 = createHash("sha256").update(jpeg).digest("hex");
    const file = { name, kind: "jpeg" as const, size: jpeg.length, sha256, key };
    const kept = { ...file, previewKey: `${key}.webp`, evidence: side };
    await insertFile(trx, actor, { table: "violation", id }, kept);
  }
}

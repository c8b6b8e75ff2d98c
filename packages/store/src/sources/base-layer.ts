/** The tiles of the source beneath the map, as they are kept. */

import { createHash } from "node:crypto";
import { baseLayerLimits } from "@nihol/contract/values/imagery/imagery-sources";
import type { Db } from "@nihol/db/connection";
import type { FileStore, StoredFile } from "../files/file-store.ts";
import { findBaseLayer, type SourceAccess, type SourceWithCredential } from "./source-rows.ts";

const folder = "base-layer";
/** Bytes that the smallest file takes on a disk. */
const blockBytes = 4096;

/** By what a source's tiles are: another address, layer or depth has other tiles. */
export function baseLayerVersion({ settings }: Pick<SourceWithCredential, "settings">): string {
  const { kind, address, layer, max_zoom, gsd_m } = settings;
  const text = JSON.stringify([kind, address, layer, max_zoom, gsd_m]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** The key of a tile in the file store. One that the server does not have is kept as an empty file. */
export const baseLayerKey = (
  version: string,
  { z, x, y }: { z: number; x: number; y: number },
): string => `${folder}/${version}/${z}/${x}/${y}`;

/** Deletes tiles of other sources than the present one, and the oldest beyond the limit. @returns how many went */
export async function clearBaseLayer(
  db: Db,
  access: SourceAccess,
  files: FileStore,
  maxBytes: number = baseLayerLimits.bytes,
): Promise<number> {
  const source = await findBaseLayer(db, access);
  const own = source && `${folder}/${baseLayerVersion(source)}/`;
  const kept: StoredFile[] = [];
  const gone: string[] = [];
  for await (const file of files.list(folder)) {
    if (own && file.key.startsWith(own)) kept.push(file);
    else gone.push(file.key);
  }
  let bytes = 0;
  kept.sort((a, b) => b.modifiedAt.getTime() - a.modifiedAt.getTime());
  for (const { key, size } of kept) {
    bytes += Math.max(size, blockBytes);
    if (bytes > maxBytes) gone.push(key);
  }
  for (const key of gone) await files.delete(key);
  return gone.length;
}

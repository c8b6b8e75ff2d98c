/** Gathers a case with its images and has it typeset in a thread. */

import type { ViolationDetail } from "@nihol/contract/violations/violations";
import type { Db } from "@nihol/db/connection";
import type { TextLanguage } from "@nihol/locales/text";
import type { FileStore } from "@nihol/store/files/file-store";
import { findParameters } from "@nihol/store/readings/parameters";
import { paperPhotoInChild, photoMetadataInChild } from "@nihol/vision/render/render-pool";
import type { Actor } from "../../../http/actor.ts";
import type { Services } from "../../../http/services.ts";
import { findAuthor } from "../../../shared/accounts/document-author.ts";
import { threadPool } from "../../../shared/threads/thread-pool.ts";
import { isUnreadable } from "../evidence/crops.ts";
import type { ActImage, ActRequest } from "./act-file.ts";
import { findBoundary, findIssuer, listPreviews } from "./act-queries.ts";

const askThread = threadPool<ActRequest, Uint8Array>({
  module: new URL("./act-thread.ts", import.meta.url),
  timeoutMs: 60_000,
  memoryMb: 512,
  atOnce: 2,
  maxWaiting: 8,
});

/** With more of them an act is no longer read; the case itself has them all. */
const maxPhotos = 24;

/** A photo whose file is gone or broken is left out, and the act says how many are. */
async function imageOf(
  files: FileStore,
  actor: Actor,
  { id, key, original }: { id: number; key: string; original: string },
) {
  const asking = { asker: String(actor.id) };
  try {
    const { takenAt = null, gps } = await photoMetadataInChild(await files.local(original), asking);
    const image: ActImage = {
      file: id,
      jpeg: await paperPhotoInChild(await files.local(key), asking),
      taken: { taken_at: takenAt, taken_place: gps ? [gps.lon, gps.lat] : null },
    };
    return [image];
  } catch (error) {
    if (isUnreadable(error)) return [];
    throw error;
  }
}

/** Names and units of what devices measured. */
async function findMeasured(
  db: Db,
  { evidence }: ViolationDetail,
): Promise<ActRequest["measured"]> {
  const keys =
    evidence?.kind === "alert"
      ? [evidence.parameter]
      : evidence?.kind === "alerts"
        ? evidence.alerts.flatMap(({ parameter }) => parameter ?? [])
        : [];
  if (keys.length === 0) return {};
  const { byKey } = await findParameters(db);
  return Object.fromEntries(
    keys.map((key) => {
      const facts = byKey.get(key);
      return [key, facts ? { name: facts.name, unit: facts.unit_name } : null];
    }),
  );
}

/** The act of a case that the actor may see. @throws {Problem} 503 while too many are made */
export async function makeAct(
  { db, files, demo }: Pick<Services, "db" | "files" | "demo">,
  actor: Actor,
  violation: ViolationDetail,
  { language, timeZone }: { language: TextLanguage; timeZone: string },
) {
  const crops = violation.files.filter(({ evidence }) => evidence);
  const photos = violation.files.filter(({ evidence }) => !evidence).slice(0, 200);
  const previews = await listPreviews(
    db.sql,
    [...crops, ...photos].map((file) => file.id),
  );
  const images: ActImage[] = [];
  for (const preview of previews.slice(0, crops.length + maxPhotos))
    images.push(...(await imageOf(files, actor, preview)));
  const act = await askThread({
    violation,
    boundary: await findBoundary(db.sql, violation.garden?.id),
    images,
    measured: await findMeasured(db.sql, violation),
    maker: await findAuthor(db.sql, actor),
    issuer: await findIssuer(db.sql, violation.id),
    made_at: new Date().toISOString(),
    ...{ language, timeZone, demo },
  });
  if (!act)
    throw new Error(`the thread that made the act of violation ${violation.number} ended over it`);
  return Buffer.from(act.buffer, act.byteOffset, act.byteLength);
}

/** Evidence that is kept of a report's photo: checksum, hash and metadata, and which other rows show the same photo. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { mirrored, type PhotoHash, searchSimilar, signed } from "./photo-search.ts";

/** Evidence of a photo as it is when the photo is stored. */
export interface PhotoEvidence {
  key: string;
  /** Of the file as it was sent; null where that is gone. */
  sha256: string | null;
  /** Null where the photo shows too little. */
  hash: PhotoHash | null;
  takenOn: string | null;
  /** The camera's clock without a zone: "2026-05-14T09:30:00". */
  takenAt: string | null;
  /** Degrees, longitude first, as the metadata holds it. */
  place: readonly [longitude: number, latitude: number] | null;
  positionErrorM: number | null;
  directionDeg: number | null;
  sentAt: Date;
}

interface Match {
  exact: boolean;
  mirrored: boolean;
  distance: number | null;
}

/** A photo sent again and again is told by its first matches. */
const maxMatches = 20;
/** Photos are compared one after the other: of two that come at once, one finds the other. */
const PHOTO_LOCK = 7_141_953_231;

/** Keeps what is known of a row's photo instead of what was known of the one before, and finds its like. */
export async function writePhotoEvidence(trx: Db, reportId: number, photo: PhotoEvidence) {
  await sql`select pg_advisory_xact_lock(${PHOTO_LOCK})`.execute(trx);
  await trx.deleteFrom("planting_photo").where("report_id", "=", reportId).execute();
  const matches = await findMatches(trx, photo);
  const { hash } = photo;
  await trx
    .insertInto("planting_photo")
    .values({
      report_id: reportId,
      of_photo: photo.key,
      sha256: photo.sha256,
      hash_0: hash && signed(hash[0]),
      hash_1: hash && signed(hash[1]),
      hash_2: hash && signed(hash[2]),
      hash_3: hash && signed(hash[3]),
      taken_on: photo.takenOn,
      taken_at: photo.takenAt,
      longitude: photo.place?.[0] ?? null,
      latitude: photo.place?.[1] ?? null,
      position_error_m: photo.positionErrorM,
      direction_deg: photo.directionDeg,
      sent_at: photo.sentAt,
    })
    .execute();
  const pairs = [...matches].flatMap(([other_id, match]) => [
    { report_id: reportId, other_id, ...match },
    { report_id: other_id, other_id: reportId, ...match },
  ]);
  if (pairs.length) await trx.insertInto("planting_photo_match").values(pairs).execute();
}

async function findMatches(trx: Db, { sha256, hash }: PhotoEvidence): Promise<Map<number, Match>> {
  const found = new Map<number, Match>();
  if (hash) {
    for (const { report_id, distance } of await searchSimilar(trx, hash, maxMatches))
      found.set(report_id, { exact: false, mirrored: false, distance });
    for (const { report_id, distance } of await searchSimilar(trx, mirrored(hash), maxMatches))
      if (!found.has(report_id)) found.set(report_id, { exact: false, mirrored: true, distance });
  }
  if (sha256 === null) return found;
  const same = await trx
    .selectFrom("planting_photo")
    .where("sha256", "=", sha256)
    .select(["report_id", "hash_0"])
    .orderBy("report_id")
    .limit(maxMatches)
    .execute();
  for (const { report_id, hash_0 } of same)
    found.set(report_id, { exact: true, mirrored: false, distance: hash_0 === null ? null : 0 });
  return found;
}

/** `evidence.check`: distances and photo hashes of report rows that were written without them, a batch at a time. */

import { buffer } from "node:stream/consumers";
import type { JobPayload } from "@nihol/contract/values/jobs";
import type { Db } from "@nihol/db/connection";
import { writePhotoEvidence } from "@nihol/store/evidence/photo-matches";
import { measurePositions } from "@nihol/store/evidence/report-positions";
import { FileMissing, type FileStore } from "@nihol/store/files/file-store";
import type { JobRequest } from "@nihol/store/jobs/job-queue";
import { ImageRefused, photoHashInChild } from "@nihol/vision/render/render-pool";
import type { Handler } from "../runner/job-context.ts";

const batchRows = 200;

interface UncheckedRow {
  id: number;
  photo_key: string | null;
  created_at: Date;
}

async function listUnchecked(db: Db, from: number): Promise<UncheckedRow[]> {
  return db
    .selectFrom("planting_report")
    .where("evidence_checked", "=", false)
    .where("id", ">=", from)
    .select(["id", "photo_key", "created_at"])
    .orderBy("id")
    .limit(batchRows)
    .execute();
}

/** Null for a photo that is gone, cannot be decoded or shows too little. */
async function hashOf(files: FileStore, key: string) {
  try {
    return (await photoHashInChild(await buffer(await files.get(key)))) ?? null;
  } catch (error) {
    if (error instanceof FileMissing || error instanceof ImageRefused) return null;
    throw error;
  }
}

/** Locks the row until the transaction ends; false when it no longer has the photo that was read. */
async function lockRow(trx: Db, { id, photo_key }: UncheckedRow): Promise<boolean> {
  const row = await trx
    .selectFrom("planting_report")
    .where("id", "=", id)
    .where("photo_key", "is not distinct from", photo_key)
    .select("id")
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

async function checkRow(db: Db, files: FileStore, row: UncheckedRow) {
  const hash = row.photo_key === null ? null : await hashOf(files, row.photo_key);
  await db.transaction().execute(async (trx) => {
    if (!(await lockRow(trx, row))) return;
    await measurePositions(trx, { reports: [row.id] });
    const known = await trx
      .selectFrom("planting_photo")
      .where("report_id", "=", row.id)
      .select("of_photo")
      .executeTakeFirst();
    if (row.photo_key !== null && known?.of_photo !== row.photo_key)
      await writePhotoEvidence(trx, row.id, {
        key: row.photo_key,
        ...{ sha256: null, hash, takenOn: null, takenAt: null, place: null },
        ...{ positionErrorM: null, directionDeg: null },
        sentAt: row.created_at,
      });
    await trx
      .updateTable("planting_report")
      .set({ evidence_checked: true })
      .where("id", "=", row.id)
      .execute();
  });
}

/** Each row is a transaction of its own: an interrupted batch goes on with the next row. */
export const checkEvidence: Handler<"evidence.check"> = async ({ from }, { services, signal }) => {
  const { db, files, reconcileSoon } = services;
  for (const row of await listUnchecked(db.sql, from)) {
    signal.throwIfAborted();
    await checkRow(db.sql, files, row);
  }
  reconcileSoon();
};

/** The next batch of rows to check, if there is one; for the reconciler. */
export async function uncheckedEvidence(db: Db): Promise<JobRequest[]> {
  const [first] = await db
    .selectFrom("planting_report")
    .where("evidence_checked", "=", false)
    .select("id")
    .orderBy("id")
    .limit(1)
    .execute();
  if (!first) return [];
  return [
    {
      name: "evidence.check",
      data: { from: first.id } satisfies JobPayload<"evidence.check">,
    },
  ];
}

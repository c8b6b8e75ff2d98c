/** Uploads that were begun, or never started as a process, and left alone. */
import { limits } from "@nihol/contract/values/limits";
import { retentionKinds } from "@nihol/contract/values/retention/kinds";
import type { Db } from "@nihol/db/connection";
import type { FileStore } from "../files/file-store.ts";
import { uploadKeys } from "../files/upload-keys.ts";

const dayMs = 86_400_000;

async function listForgotten(db: Db, before: Date, refusedBefore: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("upload as u")
    .leftJoin("imagery_process as p", "p.upload_id", "u.id")
    .where("p.id", "is", null)
    .where("u.status", "!=", "checking")
    .where((eb) =>
      eb.or([
        eb("u.updated_at", "<", before),
        eb.and([eb("u.status", "=", "refused"), eb("u.updated_at", "<", refusedBefore)]),
      ]),
    )
    .select("u.id")
    .execute();
  return rows.map((row) => row.id);
}

/** Deletes them with their files (as sent, converted, tus's notes), and refused ones after a day. @returns how many went */
export async function deleteForgottenUploads(
  db: Db,
  files: Pick<FileStore, "delete">,
  now = new Date(),
  days: number = retentionKinds.upload.days,
): Promise<number> {
  const daysAgo = (count: number) => new Date(now.getTime() - count * dayMs);
  const ids = await listForgotten(db, daysAgo(days), daysAgo(limits.refusedUploads.days));
  for (const id of ids) {
    await db.deleteFrom("upload").where("id", "=", id).execute();
    for (const key of Object.values(uploadKeys(id))) await files.delete(key);
  }
  return ids.length;
}

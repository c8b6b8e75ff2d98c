/** Uploads to be checked whose file is not found: on the disk of a server that is away, or gone with it. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

/** Minutes in which a server that was restarted, or a folder that was not mounted, is back with its files. */
const graceMinutes = 15;

const isLost = sql`missing_since < now() - ${graceMinutes} * interval '1 minute'`;

/** Notes that the file was found. */
export async function noteFound(db: Db, id: string): Promise<void> {
  await db
    .updateTable("upload")
    .set({ missing_since: null })
    .where("id", "=", id)
    .where("missing_since", "is not", null)
    .execute();
}

/**
 * Notes that the file was not found, and leaves the check to whoever finds it. Missing for long, it is refused, so that
 * its sender learns of it.
 * @returns whether it was refused
 */
export async function noteMissing(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_lost: boolean }>`
    update upload set
      missing_since = coalesce(missing_since, now()),
      check_until = null,
      status = case when ${isLost} then 'refused' else status end,
      problem = case when ${isLost} then '{"code": "upload_lost", "params": {}}' else problem end,
      updated_at = case when ${isLost} then now() else updated_at end
    where id = ${id} and status = 'checking'
    returning status = 'refused' as is_lost`.execute(db);
  return rows[0]?.is_lost ?? false;
}

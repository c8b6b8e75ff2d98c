/** Notices are kept for a limited time, and go with the row that they tell of. */

import { noticeDays, noticeSubjects } from "@nihol/contract/values/notices";
import { keysOf } from "@nihol/contract/values/record-of";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { subjectSql } from "./notice-subjects.ts";

/** Deletes notices that are too old at a moment, and those of rows that are gone. @returns how many went */
export async function deleteOldNotices(db: Db, now: Date): Promise<number> {
  let count = 0;
  const old =
    await sql`delete from notice where created_at < ${now}::timestamptz - ${noticeDays}::int * interval '1 day'`.execute(
      db,
    );
  count += Number(old.numAffectedRows ?? 0n);
  for (const subject of keysOf(noticeSubjects)) {
    const { from, id } = subjectSql[subject];
    const gone = await sql`delete from notice n where n.subject = ${subject}
      and not exists (select from ${from} where ${id} = n.subject_id)`.execute(db);
    count += Number(gone.numAffectedRows ?? 0n);
  }
  return count;
}

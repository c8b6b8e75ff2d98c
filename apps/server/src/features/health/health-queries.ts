import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

/** Says whether the database answers at all. */
export async function databaseAnswers(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}

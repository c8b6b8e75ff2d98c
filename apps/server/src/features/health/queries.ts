import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";

/** Whether the database answers at all. */
export async function databaseAnswers(db: Kysely<Database>): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}

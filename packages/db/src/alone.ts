import { sql } from "kysely";
import type { Db } from "./connection.ts";

/** Does work in one transaction, for which no other process holds `name`. @returns null where another one works */
export function alone<T>(db: Db, name: string, work: (trx: Db) => Promise<T>): Promise<T | null> {
  const some = async (trx: Db) => {
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`.execute(trx);
    return rows[0]?.held ? work(trx) : null;
  };
  return db.isTransaction ? some(db) : db.transaction().execute(some);
}

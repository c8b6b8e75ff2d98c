import { sql } from "kysely";
import type { Db } from "./connection.ts";

/**
 * Does a part of a transaction: what it wrote goes when it throws, and the transaction goes on.
 * @throws what the work throws
 */
export async function inSavepoint<T>(trx: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(trx);
  try {
    return await work();
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx);
    throw error;
  } finally {
    await sql`release savepoint part`.execute(trx);
  }
}

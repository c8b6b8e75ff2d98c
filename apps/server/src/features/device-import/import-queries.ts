/** Reads and savepoints of an import of devices. */
import type { Database } from "@nihol/db/tables";
import { gardenPlace } from "@nihol/policies/sees";
import { type Kysely, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleTo } from "../../policies/scope.ts";

type Db = Kysely<Database>;

/** Gardens within the actor's scope: a row can name no other. */
export const listGardens = (db: Db, actor: Actor) =>
  db
    .selectFrom("garden as g")
    .where(visibleTo(actor, gardenPlace))
    .select(["g.id", "g.name"])
    .execute();

/** Does the work of one row within a transaction; what it wrote goes when it throws, and the transaction goes on. */
export async function asOneRow(trx: Db, work: () => Promise<unknown>): Promise<void> {
  await sql`savepoint device_row`.execute(trx);
  try {
    await work();
  } catch (error) {
    await sql`rollback to savepoint device_row`.execute(trx);
    throw error;
  } finally {
    await sql`release savepoint device_row`.execute(trx);
  }
}

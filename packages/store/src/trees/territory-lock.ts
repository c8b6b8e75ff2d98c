/** Keeps boundaries still while trees are given their places, so that no tree is written with a place of yesterday. */

import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

const TERRITORY_LOCK = 7_141_953_228;

/** To be called before boundaries are written or removed, ahead of `lockTrees`: waits for trees that are being written. */
export async function lockTerritory(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TERRITORY_LOCK})`.execute(trx);
}

/** To be called before boundaries are read to write trees by them: they stay as they are until the transaction ends. */
export async function holdTerritory(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${TERRITORY_LOCK})`.execute(trx);
}

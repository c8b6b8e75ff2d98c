/** Gives committed rows of the audit log their place in the chain. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { contentHash, findChainHead, linkHash } from "./audit-chain.ts";

/** Rows of one transaction: half a second or less, in which nobody but another sealer waits. */
const batchRows = 5_000;

const hasUnsealed = async (db: Db) =>
  (await db
    .selectFrom("audit_log")
    .where("chain_position", "is", null)
    .select("id")
    .limit(1)
    .executeTakeFirst()) !== undefined;

interface Batch {
  rows: number;
  /** The last one's id. */
  lastId: number;
}

/**
 * Rows that are committed now, in the order of their ids, beyond one: what was sealed a moment ago still lies in the
 * index, and is not to be skipped again and again. One that commits later with a smaller id comes after them: the
 * chain's order is that of sealing, and says so with positions of its own.
 */
async function sealBatch(trx: Db, afterId: number): Promise<Batch> {
  const head = await findChainHead(trx, true);
  const { rows } = await sql<{ id: number; content: Buffer }>`
    select l.id, ${contentHash} as content from audit_log l
    where l.chain_position is null and l.id > ${afterId} order by l.id limit ${batchRows}`.execute(
    trx,
  );
  const last = rows.at(-1);
  if (!last) return { rows: 0, lastId: 0 };
  let { hash } = head;
  const hashes = rows.map(({ content }) => {
    hash = linkHash(hash, content);
    return hash;
  });
  await sql`
    update audit_log l set chain_position = ${head.position}::bigint + s.nr, chain_hash = s.hash
    from unnest(${rows.map(({ id }) => String(id))}::bigint[], ${hashes}::bytea[])
      with ordinality as s (id, hash, nr)
    where l.id = s.id`.execute(trx);
  await trx
    .updateTable("audit_chain")
    .set({ position: head.position + rows.length, last_id: last.id, hash })
    .execute();
  return { rows: rows.length, lastId: last.id };
}

/**
 * Seals all that is committed, batch by batch. Several may at once: they take turns at the head's row.
 * @returns how many rows it sealed
 */
export async function sealAuditLog(db: Db, signal?: AbortSignal): Promise<number> {
  let sealed = 0;
  let afterId = 0;
  while (!signal?.aborted && (afterId > 0 || (await hasUnsealed(db)))) {
    const { rows, lastId } = await db.transaction().execute((trx) => sealBatch(trx, afterId));
    sealed += rows;
    afterId = rows < batchRows ? 0 : lastId;
  }
  return sealed;
}

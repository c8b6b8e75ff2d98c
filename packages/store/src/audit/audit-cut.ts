/** The beginning of the audit log: rows before it went because of their age, and the chain is checked from it on. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { findChainHead } from "./audit-chain.ts";

/** Row before the first that is kept: its place, id (null without any) and hash. */
export interface AuditCut {
  position: number;
  lastId: number | null;
  hash: Buffer;
}

/** Reads where the log begins. */
export async function findAuditCut(db: Db): Promise<AuditCut> {
  const row = await db
    .selectFrom("audit_cut")
    .select(["position", "last_id", "hash"])
    .executeTakeFirstOrThrow();
  return {
    position: Number(row.position),
    lastId: row.last_id === null ? null : Number(row.last_id),
    hash: row.hash,
  };
}

/**
 * Says whether a line of the log tells of the cut. Without it the cut was written by somebody who took rows out.
 * The line is younger than what was cut, and may wait for its place in the chain.
 */
export async function isCutLogged(db: Db, cut: AuditCut): Promise<boolean> {
  if (cut.position === 0) return true;
  const { rows } = await sql<{ is: boolean }>`select exists (select from audit_log
    where resource = 'retention' and resource_id = 'audit'
      and (chain_position > ${cut.position}::bigint or chain_position is null)
      and change @> jsonb_build_object('position', ${cut.position}::bigint,
        'hash', ${cut.hash.toString("hex")}::text)) as is`.execute(db);
  return rows[0]?.is === true;
}

/**
 * Takes out sealed rows of before a moment, from the beginning of the chain up to the first that is younger. Called in a
 * transaction that also writes a line of it. @returns how many went, and the place and hash from which the chain goes on
 */
export async function cutAuditLog(
  trx: Db,
  before: Date,
): Promise<{ count: number; facts: { position: number; hash: string } | undefined }> {
  const head = await findChainHead(trx, true);
  const { rows } = await sql<{ position: string; id: string; hash: Buffer }>`
    select chain_position as position, id, chain_hash as hash from audit_log
    where chain_position = coalesce((select chain_position - 1 from audit_log
        where chain_position is not null and at >= ${before}::timestamptz order by chain_position limit 1),
      ${head.position}::bigint)`.execute(trx);
  const [last] = rows;
  if (!last) return { count: 0, facts: undefined };
  const { numAffectedRows } = await sql`
    delete from audit_log where chain_position <= ${last.position}::bigint`.execute(trx);
  await sql`update audit_cut set position = ${last.position}::bigint, last_id = ${last.id}::bigint,
    hash = ${last.hash}::bytea`.execute(trx);
  return {
    count: Number(numAffectedRows ?? 0n),
    facts: { position: Number(last.position), hash: last.hash.toString("hex") },
  };
}

/**
 * The hash chain over the audit log. Each row's hash is taken over the hash before it and its own content, so that a
 * row that is altered, taken out or put in breaks every hash after it (Crosby and Wallach 2009, "Efficient Data
 * Structures for Tamper-Evident Logging"). Content and links begin with different bytes, as in RFC 9162, 2.1.1.
 */

import { createHash } from "node:crypto";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

/** Hash that stands before the first row: 32 zero bytes. */
export const chainStart: Buffer = Buffer.alloc(32);

/**
 * SHA-256 of a row of `audit_log as l`: a zero byte and the text of a JSON array with id, time (UTC, microseconds),
 * actor, action, resource, resource_id and change. PostgreSQL writes a jsonb value always the same way; the hash is
 * taken there, so that a large change does not travel.
 */
export const contentHash = sql<Buffer>`sha256('\\x00'::bytea || convert_to(jsonb_build_array(
  l.id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), l.actor_id, l.action, l.resource,
  l.resource_id, l.change)::text, 'UTF8'))`;

const linkPrefix = Buffer.from([1]);

/** The hash of a row in the chain: SHA-256 of a one byte, the hash before it, and the hash of its content. */
export const linkHash = (previous: Buffer, content: Buffer): Buffer =>
  createHash("sha256").update(linkPrefix).update(previous).update(content).digest();

/** The end of the chain: how many rows it holds, the last one's id (null without any) and its hash. */
interface ChainHead {
  position: number;
  lastId: number | null;
  hash: Buffer;
}

/** Reads the head; `forUpdate` waits for whoever seals and keeps others waiting until the transaction ends. */
export async function findChainHead(db: Db, forUpdate = false): Promise<ChainHead> {
  const head = db.selectFrom("audit_chain").select(["position", "last_id", "hash"]);
  const row = await (forUpdate ? head.forUpdate() : head).executeTakeFirstOrThrow();
  return {
    position: Number(row.position),
    lastId: row.last_id === null ? null : Number(row.last_id),
    hash: row.hash,
  };
}

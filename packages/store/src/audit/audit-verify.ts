/** Walks the whole chain of the audit log and compares it with its anchors. Reads only. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Anchor } from "./audit-anchor.ts";
import { contentHash, findChainHead, linkHash } from "./audit-chain.ts";
import { findAuditCut, isCutLogged } from "./audit-cut.ts";

/**
 * First fault of the chain. `altered`: a row does not agree with its hash, or one before it was taken out; `missing`: a
 * position is empty; `added`: a row stands where the chain has no place for it; `tail`: rows at the end are gone;
 * `resealed`: the chain agrees with itself and not with an anchor.
 */
export interface ChainFault {
  kind: "altered" | "missing" | "added" | "tail" | "resealed";
  /** The position in the chain at which it was found. */
  position: number;
  /** The row that stands there; null where there is none. */
  id: number | null;
  /** The last row before it that agrees; null where there is none. */
  afterId: number | null;
  /** The first anchor that it contradicts. */
  anchor: Anchor | undefined;
  /** The last anchor before it, which agrees: until then the log is as it was. */
  since: Anchor | undefined;
}

export interface ChainReport {
  /** Rows that agree. */
  sealed: number;
  /** Rows that wait for their place. */
  unsealed: number;
  /** Anchors that agree. */
  anchors: number;
  fault: ChainFault | undefined;
}

interface ChainRow {
  id: number;
  position: number;
  hash: Buffer;
  content: Buffer;
}

const pageRows = 5_000;

/** All sealed rows in the order of the chain, a page at a time. */
async function* chainRows(db: Db): AsyncGenerator<ChainRow> {
  let after: Pick<ChainRow, "position" | "id"> | undefined;
  for (;;) {
    const { position = "-9223372036854775808", id = 0 } = after ?? {};
    const { rows } = await sql<ChainRow>`
      select l.id, l.chain_position as position, l.chain_hash as hash, ${contentHash} as content
      from audit_log l where l.chain_position is not null
        and l.chain_position >= ${position}::bigint and (l.chain_position, l.id) > (${position}::bigint, ${id}::bigint)
      order by l.chain_position, l.id limit ${pageRows}`.execute(db);
    yield* rows;
    after = rows.at(-1);
    if (rows.length < pageRows) return;
  }
}

const countUnsealed = async (db: Db) => {
  const { n } = await db
    .selectFrom("audit_log")
    .where("chain_position", "is", null)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
};

/** State of the check up to a row of the chain. */
interface Walk {
  position: number;
  lastId: number | null;
  hash: Buffer;
  /** Anchors by the number of their rows; those before `met` agree. */
  anchors: readonly Anchor[];
  met: number;
}

const faultAt = (walk: Walk, kind: ChainFault["kind"], id: number | null): ChainFault => ({
  kind,
  position: walk.position + 1,
  id,
  afterId: walk.lastId,
  anchor: walk.anchors[walk.met],
  since: walk.anchors[walk.met - 1],
});

/** Takes one row into the walk, or says what is wrong with it. */
function takeRow(walk: Walk, row: ChainRow): ChainFault | undefined {
  if (row.position > walk.position + 1) return faultAt(walk, "missing", null);
  if (row.position <= walk.position) return faultAt(walk, "added", row.id);
  const hash = linkHash(walk.hash, row.content);
  if (!hash.equals(row.hash)) return faultAt(walk, "altered", row.id);
  const digits = hash.toString("hex");
  const next = walk.anchors[walk.met];
  const here =
    next?.rows === row.position ? walk.anchors.filter(({ rows }) => rows === row.position) : [];
  if (here.some(({ hash: named, lastId }) => named !== digits || lastId !== row.id))
    return faultAt(walk, "resealed", row.id);
  walk.met += here.length;
  walk.position = row.position;
  walk.lastId = row.id;
  walk.hash = hash;
  return undefined;
}

/**
 * Checks every sealed row, the head of the chain and the anchors, up to the first fault. Rows that are sealed
 * meanwhile are checked too. In memory is one page of hashes, whatever the size of the log.
 */
export async function verifyAuditLog(
  db: Db,
  anchors: readonly Anchor[] = [],
): Promise<ChainReport> {
  const cut = await findAuditCut(db);
  const walk: Walk = {
    ...cut,
    // Those of rows that went because of their age have nothing left to agree with.
    anchors: anchors.filter(({ rows }) => rows >= cut.position).toSorted((a, b) => a.rows - b.rows),
    met: 0,
  };
  const head = await findChainHead(db);
  const report = async (fault: ChainFault | undefined): Promise<ChainReport> => ({
    sealed: walk.position - cut.position,
    unsealed: await countUnsealed(db),
    anchors: walk.met,
    fault,
  });
  if (!(await isCutLogged(db, cut))) return report(faultAt(walk, "missing", null));
  const atCut = cut.position > 0 ? walk.anchors.filter(({ rows }) => rows === cut.position) : [];
  if (atCut.some(({ hash }) => hash !== cut.hash.toString("hex")))
    return report({ ...faultAt(walk, "resealed", cut.lastId), position: cut.position });
  walk.met = atCut.length;
  for await (const row of chainRows(db)) {
    const fault = takeRow(walk, row);
    if (fault) return report(fault);
    // The head was written with this row: another hash is a chain that was written anew beside it.
    if (row.position === head.position && !head.hash.equals(walk.hash))
      return report({ ...faultAt(walk, "resealed", row.id), position: row.position });
  }
  const isShort = walk.position < head.position || walk.met < walk.anchors.length;
  return report(isShort ? faultAt(walk, "tail", null) : undefined);
}

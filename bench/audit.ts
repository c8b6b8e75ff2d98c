/**
 * `npm run bench -- audit [--rows 1000000]`: the audit log as a chain: sealing as many rows, walking them as
 * `npm run nihol -- audit verify` does, and finding one row that was altered in the middle. The last line is JSON.
 * Smallest: `--rows 500`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Connection, connect } from "@nihol/db/connection";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import { readAnchors, writeAnchor } from "@nihol/store/audit/audit-anchor";
import { sealAuditLog } from "@nihol/store/audit/audit-seal";
import { verifyAuditLog } from "@nihol/store/audit/audit-verify";

const { values } = parseArgs({ options: { rows: { type: "string", default: "1000000" } } });
const rows = Number(values.rows);

/** Changes of gardens as the product logs them, a few hundred bytes each. */
const fill = ({ pool }: Connection) =>
  pool.query(
    `insert into audit_log (actor_id, action, resource, resource_id, change)
     select null, 'update', 'garden', (n % 5000)::text, jsonb_build_object(
       'name', jsonb_build_object('tg', md5(n::text), 'ru', md5(n::text), 'en', md5(n::text), 'az', ''),
       'area_m2', n, 'planted_on', date '2020-01-01' + n % 2000)
     from generate_series(1, $1::int) n`,
    [rows],
  );

async function seconds<T>(work: Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  const result = await work;
  return [result, Math.round((performance.now() - start) / 100) / 10];
}

async function measure(db: Connection, anchorsFile: string) {
  await fill(db);
  const [sealed, seal_s] = await seconds(sealAuditLog(db.sql));
  await writeAnchor(db.sql, anchorsFile, new Date());
  const anchors = await readAnchors(anchorsFile);
  const [whole, verify_s] = await seconds(verifyAuditLog(db.sql, anchors));
  if (whole.fault || whole.sealed !== rows || sealed !== rows)
    throw new Error(`the whole chain is not whole: ${JSON.stringify({ sealed, whole })}`);
  const broken = Math.round(rows / 2);
  await db.pool.query(
    `update audit_log set change = change || '{"area_m2": 0}' where chain_position = $1`,
    [broken],
  );
  const [altered, find_s] = await seconds(verifyAuditLog(db.sql, anchors));
  const { fault } = altered;
  if (fault?.kind !== "altered" || fault.position !== broken)
    throw new Error(`row ${broken} was altered, found: ${JSON.stringify(fault)}`);
  return { seal_s, verify_s, find_s, broken, found: fault.position };
}

const dir = await mkdtemp(join(tmpdir(), "nihol-bench-audit-"));
try {
  const database = await openEmbedded(join(dir, "database"), { durable: false });
  const db = connect(database.config, { max: 4 });
  try {
    await migrate(db.pool);
    const figures = await measure(db, join(dir, "anchors.txt"));
    console.log(JSON.stringify({ bench: "audit", rows, ...figures }));
  } finally {
    await db.close();
    await database.stop();
  }
} finally {
  await rm(dir, { recursive: true, force: true });
}

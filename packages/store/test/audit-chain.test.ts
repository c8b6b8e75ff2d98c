/** The chain of the audit log: nothing can be altered, taken out or written anew without being found. */
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, migrationsDir } from "@nihol/db/migrate";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Anchor,
  anchorLine,
  parseAnchors,
  readAnchors,
  writeAnchor,
  writeDailyAnchor,
} from "../src/audit/audit-anchor.ts";
import { sealAuditLog } from "../src/audit/audit-seal.ts";
import { verifyAuditLog } from "../src/audit/audit-verify.ts";

let db: FreshDatabase;
let dir: string;
let file: string;
beforeEach(async () => {
  db = await freshDatabase({ max: 12 });
  dir = await mkdtemp(join(tmpdir(), "nihol-audit-"));
  file = join(dir, "audit-anchors.txt");
});
afterEach(async () => {
  await db.close();
  await rm(dir, { recursive: true, force: true });
});

const noon = new Date("2026-03-05T12:00:00Z");
const log = (rows: number) =>
  db.pool.query(
    `insert into audit_log (action, resource, resource_id, change)
     select 'change', 'garden', n::text, jsonb_build_object('name', 'Garden ' || n)
     from generate_series(1, $1::int) n`,
    [rows],
  );
/** Logs rows, seals and anchors them. */
async function anchored(rows: number): Promise<Anchor[]> {
  await log(rows);
  await writeAnchor(db.sql, file, noon);
  return readAnchors(file);
}
const verify = (anchors?: Anchor[]) => verifyAuditLog(db.sql, anchors);
/** Seals the log anew, as somebody can who may write to the database and knows how it is sealed. */
const sealAnew = async (from: number) => {
  await db.pool.query(
    "update audit_log set chain_position = null, chain_hash = null where chain_position >= $1",
    [from],
  );
  await db.pool.query(
    `update audit_chain c set position = l.chain_position, last_id = l.id, hash = l.chain_hash
     from audit_log l where l.chain_position = $1 - 1`,
    [from],
  );
  await sealAuditLog(db.sql);
};

describe("an untouched log", () => {
  it("is whole, with its anchors; what came since waits for its place", async () => {
    const anchors = await anchored(12);
    await log(3);
    const before = await verify(anchors);
    expect(before).toEqual({ sealed: 12, unsealed: 3, anchors: 1, fault: undefined });
    expect(await sealAuditLog(db.sql)).toBe(3);
    expect(await verify(anchors)).toMatchObject({ sealed: 15, unsealed: 0, fault: undefined });
  });

  it("is sealed and walked in parts when it is long", async () => {
    await log(12_000);
    expect(await sealAuditLog(db.sql)).toBe(12_000);
    expect(await verify()).toMatchObject({ sealed: 12_000, unsealed: 0, fault: undefined });
  });

  it("is whole when its first rows were written before there was a chain", async () => {
    await db.pool.query("drop schema public cascade; create schema public");
    const older = join(dir, "migrations");
    for (const name of await readdir(migrationsDir))
      if (name < "0050") await cp(join(migrationsDir, name), join(older, name));
    await migrate(db.pool, older);
    const role = "insert into user_group (name, permissions) values ('r', '{}') returning id";
    await db.pool.query(
      `with role as (${role}), person as (
         insert into user_account (email, first_name, last_name, password_hash, group_id)
         select 'a@b.example', 'A', 'B', 'none', id from role returning id)
       insert into audit_log (actor_id, action, resource) select id, 'add', 'region' from person`,
    );
    await log(5);
    await migrate(db.pool);
    expect(await verify()).toMatchObject({ sealed: 0, unsealed: 6 });
    await sealAuditLog(db.sql);
    await db.pool.query("delete from user_account");
    expect(await verify()).toMatchObject({ sealed: 6, unsealed: 0, fault: undefined });
  });
});

describe("a log that somebody touched", () => {
  it.each([
    ["change", `change = '{"name": "Another"}'`],
    ["time", "at = at + interval '1 microsecond'"],
    ["actor", "actor_id = 7"],
    ["resource", "resource_id = null"],
  ])("names the row whose %s was altered, and the anchor it contradicts", async (_, assignment) => {
    const anchors = await anchored(10);
    await db.pool.query(`update audit_log set ${assignment} where id = 4`);
    const { fault, sealed } = await verify(anchors);
    expect(fault).toMatchObject({ kind: "altered", id: 4, afterId: 3, anchor: anchors[0] });
    expect(sealed).toBe(3);
  });

  it("says where a row was taken out of the middle", async () => {
    const anchors = await anchored(10);
    await db.pool.query("delete from audit_log where id = 4");
    const { fault } = await verify(anchors);
    expect(fault).toMatchObject({ kind: "missing", position: 4, afterId: 3, anchor: anchors[0] });
  });

  it("finds a row taken out when those after it were moved up", async () => {
    await anchored(10);
    await db.pool.query("delete from audit_log where id = 4");
    await db.pool.query("update audit_log set chain_position = -chain_position where id > 4");
    await db.pool.query("update audit_log set chain_position = -chain_position - 1 where id > 4");
    expect((await verify()).fault).toMatchObject({ kind: "altered", id: 5, afterId: 3 });
  });

  it("finds a row that was put in beside the chain", async () => {
    await anchored(10);
    await db.pool.query(
      `insert into audit_log (action, resource, chain_position, chain_hash)
       values ('delete', 'garden', -1, decode(repeat('00', 32), 'hex'))`,
    );
    expect((await verify()).fault).toMatchObject({ kind: "added", id: 11 });
  });

  it("finds that rows at the end are gone", async () => {
    await anchored(10);
    await db.pool.query("delete from audit_log where id > 7");
    expect((await verify()).fault).toMatchObject({ kind: "tail", position: 8, afterId: 7 });
  });

  it("finds a removed end by its anchor when the chain's head was set back too", async () => {
    const anchors = await anchored(10);
    await db.pool.query("delete from audit_log where id > 7");
    await sealAnew(8);
    expect((await verify()).fault).toBeUndefined();
    const { fault } = await verify(anchors);
    expect(fault).toMatchObject({ kind: "tail", position: 8, afterId: 7, anchor: anchors[0] });
  });

  it("finds an end that was altered and sealed anew by its anchor, and since when it is another one", async () => {
    await anchored(5);
    const anchors = await anchored(5);
    await db.pool.query("update audit_log set action = 'add' where id = 8");
    await sealAnew(8);
    expect((await verify()).fault).toBeUndefined();
    const { fault } = await verify(anchors);
    expect(fault).toMatchObject({
      kind: "resealed",
      id: 10,
      since: anchors[0],
      anchor: anchors[1],
    });
  });

  it("finds a chain that was written anew up to its head alone", async () => {
    await anchored(5);
    await db.pool.query("update audit_chain set hash = decode(repeat('ab', 32), 'hex')");
    expect((await verify()).fault).toMatchObject({ kind: "resealed", position: 5, id: 5 });
  });
});

describe("many at once", () => {
  it("writers and sealers make one chain that holds each row once", async () => {
    const write = async () => {
      for (let n = 0; n < 20; n++) await log(1);
    };
    const seal = async () => {
      for (let n = 0; n < 10; n++) await sealAuditLog(db.sql);
    };
    await Promise.all([write(), seal(), write(), seal(), write(), seal(), write()]);
    await sealAuditLog(db.sql);
    expect(await verify()).toMatchObject({ sealed: 80, unsealed: 0, fault: undefined });
  });

  it("a transaction that stays open keeps nobody waiting, and its row comes after those sealed meanwhile", async () => {
    const slow = await db.pool.connect();
    try {
      await slow.query("begin");
      await slow.query("insert into audit_log (action, resource) values ('add', 'region')");
      await log(4);
      expect(await sealAuditLog(db.sql)).toBe(4);
      await slow.query("commit");
    } finally {
      slow.release();
    }
    expect(await sealAuditLog(db.sql)).toBe(1);
    const { rows } = await db.pool.query("select id from audit_log order by chain_position");
    expect(rows.map(({ id }) => id)).toEqual([2, 3, 4, 5, 1]);
    expect(await verify()).toMatchObject({ sealed: 5, fault: undefined });
  });

  it("nobody who writes waits for the one who seals", async () => {
    const sealer = await db.pool.connect();
    try {
      await sealer.query("begin");
      await sealer.query("select from audit_chain for update");
      await log(2);
      await sealer.query("commit");
    } finally {
      sealer.release();
    }
    expect(await sealAuditLog(db.sql)).toBe(2);
  });
});

describe("anchors", () => {
  it("are read as they were written, whatever was written between them by hand", async () => {
    const [anchor] = await anchored(3);
    expect(anchor).toMatchObject({ at: "2026-03-05T12:00:00.000Z", rows: 3, lastId: 3 });
    const text = await readFile(file, "utf8");
    expect(parseAnchors(`${text}\r\n# kept on paper\r\n${anchorLine(anchor as Anchor)}`)).toEqual([
      anchor,
      anchor,
    ]);
    expect(() => parseAnchors(`${text}2026-03-06 rows=4`)).toThrow("line 3 is no anchor");
  });

  it("are written once a day, and not before anything was logged", async () => {
    expect(await writeDailyAnchor(db.sql, file, noon)).toBeUndefined();
    await log(2);
    const evening = new Date("2026-03-05T23:00:00Z");
    const morning = new Date("2026-03-06T00:00:01Z");
    // Whoever asks learns that the day has one; before anything was logged it had none, and is asked for again.
    for (const now of [noon, evening, morning])
      expect((await writeDailyAnchor(db.sql, file, now))?.rows).toBe(2);
    expect((await readAnchors(file)).map(({ at }) => at.slice(0, 13))).toEqual([
      "2026-03-05T12",
      "2026-03-06T00",
    ]);
  });
});

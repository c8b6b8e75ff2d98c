/**
 * Writing regions and districts: the same decision for both. Territory is changed by those whose reach is the
 * country; a boundary is judged before the transaction begins; each write is in the log, boundaries only by
 * name; and the trees on both sides of a moved border find their territory anew in the same transaction.
 */
import type { Names } from "@nihol/contract/names";
import type { Database } from "@nihol/db/tables";
import { reassignTerritory } from "@nihol/db/tree-territory";
import type { Kysely } from "kysely";
import { type Actor, reachesAll } from "../http/actor.ts";
import { insertAudit } from "../http/audit.ts";
import { boundaryColumns } from "../http/boundary-columns.ts";
import type { BoundaryColumns, SentBoundary } from "../http/boundary-shape.ts";
import { denied, notFound } from "../http/problem.ts";

type Db = Kysely<Database>;

interface Territory {
  id: number;
  name: Names;
  bbox: [number, number, number, number] | null;
}
interface Sent {
  boundary?: SentBoundary | null;
}

/** What a kind of territory does by itself; `Body` is what is sent to change it, `New` to make one. */
interface TerritoryKind<Row extends Territory, Body extends Sent, New extends Body> {
  resource: "region" | "district";
  find: (db: Db, actor: Actor, id: number) => Promise<Row | undefined>;
  /** Refuses what cannot be so; `id` is the one that is changed. @throws FieldProblem */
  check: (db: Db, body: Body, id?: number) => Promise<void>;
  insert: (db: Db, body: New, boundary: Partial<BoundaryColumns>) => Promise<number>;
  update: (db: Db, id: number, body: Body, boundary: Partial<BoundaryColumns>) => Promise<void>;
  /** Fails with a foreign key error while something lies in it. */
  remove: (db: Db, id: number) => Promise<void>;
}

const boundaryOf = async ({ boundary }: Sent): Promise<Partial<BoundaryColumns>> =>
  boundary === undefined ? {} : await boundaryColumns(boundary);

const inLog = <Body extends Sent>({ boundary, ...rest }: Body) => ({
  ...rest,
  boundary: boundary === undefined ? undefined : "changed",
});

/**
 * The three writes of a kind. All throw 403 below the country's reach; `patch` and `remove` 404 for one that
 * is not there, `remove` 409 `in_use` while something lies in it.
 */
export function territoryWrites<Row extends Territory, Body extends Sent, New extends Body>(
  kind: TerritoryKind<Row, Body, New>,
) {
  const { resource } = kind;

  async function found(db: Db, actor: Actor, id: number): Promise<Row> {
    const row = await kind.find(db, actor, id);
    if (!row) throw notFound();
    return row;
  }

  async function findTreesAnew(db: Db, ...rows: Row[]) {
    for (const { bbox } of rows) if (bbox) await reassignTerritory(db, { bbox });
  }

  return {
    async create(db: Db, actor: Actor, body: New): Promise<Row> {
      if (!reachesAll(actor)) throw denied();
      const boundary = await boundaryOf(body);
      return db.transaction().execute(async (trx) => {
        await kind.check(trx, body);
        const id = await kind.insert(trx, body, boundary);
        await insertAudit(trx, actor, { action: "add", resource, id, change: inLog(body) });
        const row = await found(trx, actor, id);
        await findTreesAnew(trx, row);
        return row;
      });
    },

    async patch(db: Db, actor: Actor, id: number, body: Body): Promise<Row> {
      if (!reachesAll(actor)) throw denied();
      const boundary = await boundaryOf(body);
      return db.transaction().execute(async (trx) => {
        const before = await found(trx, actor, id);
        await kind.check(trx, body, id);
        await kind.update(trx, id, body, boundary);
        await insertAudit(trx, actor, { action: "change", resource, id, change: inLog(body) });
        const after = await found(trx, actor, id);
        if (body.boundary !== undefined) await findTreesAnew(trx, before, after);
        return after;
      });
    },

    async remove(db: Db, actor: Actor, id: number): Promise<void> {
      if (!reachesAll(actor)) throw denied();
      await db.transaction().execute(async (trx) => {
        const row = await found(trx, actor, id);
        await kind.remove(trx, id);
        const change = { name: row.name };
        await insertAudit(trx, actor, { action: "delete", resource, id, change });
        await findTreesAnew(trx, row);
      });
    },
  };
}

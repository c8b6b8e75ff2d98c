/**
 * Writing regions and districts: the same decision for both. Territory is changed by the whole programme's
 * staff; a boundary is checked before the transaction begins; each write is in the log, boundaries only by
 * name; and the trees on both sides of a moved border find their territory anew, with the same transaction where
 * they are few, and by the worker after it where they are many.
 */

import type { Names } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import type { Areal } from "@nihol/geo/geometry";
import type { JobQueue } from "@nihol/store/jobs/job-queue";
import { lockTerritory } from "@nihol/store/trees/territory-lock";
import { reassignTerritory } from "@nihol/store/trees/tree-territory";
import type { Actor } from "../http/actor.ts";
import { insertAudit } from "../http/audit.ts";
import { notFound, refuseField } from "../http/problem.ts";
import { may, requireRight } from "../policies/rights.ts";
import {
  type BoundaryColumns,
  checkedBoundary,
  columnsOf,
} from "../shared/boundaries/boundary-columns.ts";
import {
  listGardensOutside,
  namedGardens,
  storedBorders,
} from "../shared/territory/gardens-outside.ts";
import { settleTerritory } from "./settle-territory.ts";

/** The database, and the queue for what takes too long in a call. */
interface Stores {
  db: { sql: Db };
  jobs: JobQueue;
}

interface Territory {
  id: number;
  name: Names;
  bbox: [number, number, number, number] | null;
}
interface Sent {
  boundary?: Areal | null;
  confirm_gardens?: boolean;
}

/** Rules of a kind of territory by itself; `Body` is what is sent to change it, `New` to make one. */
interface TerritoryKind<Row extends Territory, Body extends Sent, New extends Body> {
  resource: "region" | "district";
  find: (db: Db, actor: Actor, id: number) => Promise<Row | undefined>;
  /** Checks the values; `id` is the record that is changed. @throws FieldProblem */
  check: (db: Db, body: Body, id?: number) => Promise<void>;
  insert: (db: Db, body: New, boundary: Partial<BoundaryColumns>) => Promise<number>;
  update: (db: Db, id: number, body: Body, boundary: Partial<BoundaryColumns>) => Promise<void>;
  /** @throws Problem 409 `in_use` while something lies in it */
  remove: (db: Db, id: number) => Promise<void>;
}

const boundaryOf = async ({ boundary }: Sent, actor: Actor): Promise<Partial<BoundaryColumns>> =>
  boundary === undefined ? {} : columnsOf(await checkedBoundary(boundary, actor.id));

const inLog = <Body extends Sent>({ boundary, confirm_gardens: _, ...rest }: Body) => ({
  ...rest,
  boundary: boundary === undefined ? undefined : "changed",
});

/** Gardens that lie outside already; undefined where nothing moves, it was confirmed that more do, or the actor sees none. */
async function leftOutside(
  trx: Db,
  actor: Actor,
  table: "region" | "district",
  id: number,
  { boundary, confirm_gardens }: Sent,
) {
  if (!boundary || confirm_gardens || !may(actor, "garden", "view")) return undefined;
  const gardens = await listGardensOutside(trx, table, await storedBorders(trx, table, [id]));
  return new Set(gardens.map((garden) => garden.id));
}

/** @throws {FieldProblem} under `confirm_gardens` with the gardens that the border, as it is now, leaves outside besides */
async function requireGardensInside(
  trx: Db,
  { language }: Actor,
  table: "region" | "district",
  id: number,
  before: ReadonlySet<number> | undefined,
) {
  if (!before) return;
  const now = await listGardensOutside(trx, table, await storedBorders(trx, table, [id]));
  const { count, first } = namedGardens(now.filter((garden) => !before.has(garden.id)));
  if (count === 0) return;
  const more = count > first.length ? ["…"] : [];
  const names = [...first.map(({ name }) => name[language] || name.ru), ...more].join(", ");
  refuseField("confirm_gardens", "gardens_outside_unconfirmed", { n: count, names });
}

/**
 * The three writes of a kind. All throw 403 for people with an assignment; `patch` and `remove` 404 for one that
 * does not exist, `remove` 409 `in_use` while something lies in it.
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

  async function findTreesAnew(trx: Db, jobs: JobQueue, ...rows: Row[]) {
    const boxes = rows.flatMap(({ bbox }) => (bbox ? [bbox] : []));
    const placeIds = [...new Set(rows.map(({ id }) => id))];
    await settleTerritory(trx, jobs, { kind: resource, placeIds, boxes }, async () => {
      for (const bbox of boxes) await reassignTerritory(trx, { bbox });
    });
  }

  return {
    async create({ db, jobs }: Stores, actor: Actor, body: New): Promise<number> {
      requireRight(actor, resource, "add");
      const boundary = await boundaryOf(body, actor);
      return db.sql.transaction().execute(async (trx) => {
        await lockTerritory(trx);
        await kind.check(trx, body);
        const id = await kind.insert(trx, body, boundary);
        await insertAudit(trx, actor, { action: "add", resource, id, change: inLog(body) });
        await findTreesAnew(trx, jobs, await found(trx, actor, id));
        return id;
      });
    },

    async patch({ db, jobs }: Stores, actor: Actor, id: number, body: Body): Promise<void> {
      requireRight(actor, resource, "change");
      const boundary = await boundaryOf(body, actor);
      await db.sql.transaction().execute(async (trx) => {
        if (body.boundary !== undefined) await lockTerritory(trx);
        const before = await found(trx, actor, id);
        await kind.check(trx, body, id);
        const gardens = await leftOutside(trx, actor, resource, id, body);
        await kind.update(trx, id, body, boundary);
        await requireGardensInside(trx, actor, resource, id, gardens);
        await insertAudit(trx, actor, { action: "change", resource, id, change: inLog(body) });
        if (body.boundary === undefined) return;
        await findTreesAnew(trx, jobs, before, await found(trx, actor, id));
      });
    },

    async remove({ db, jobs }: Stores, actor: Actor, id: number): Promise<void> {
      requireRight(actor, resource, "delete");
      await db.sql.transaction().execute(async (trx) => {
        await lockTerritory(trx);
        const row = await found(trx, actor, id);
        await kind.remove(trx, id);
        const change = { name: row.name };
        await insertAudit(trx, actor, { action: "delete", resource, id, change });
        await findTreesAnew(trx, jobs, row);
      });
    },
  };
}

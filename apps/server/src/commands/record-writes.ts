/** Create, change and delete of a plain record: the right, the checks, the row and the audit log in one transaction. */

import type { CreateOf, PatchOf, ResourceDefinition, RowOf } from "@nihol/contract/resource";
import type { Subject } from "@nihol/contract/values/permissions";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../http/actor.ts";
import { insertAudit } from "../http/audit.ts";
import { notFound } from "../http/problem.ts";
import { requireRight } from "../policies/rights.ts";

interface Stores {
  db: { sql: Db };
}

interface Rules<R extends ResourceDefinition> {
  find: (db: Db, actor: Actor, id: number) => Promise<RowOf<R> | undefined>;
  /** Checks the values; `id` is the record that is changed. @throws FieldProblem */
  check: (db: Db, body: PatchOf<R>, id?: number) => Promise<void>;
  /** Refuses a record that the actor sees and may not change. @throws Problem 403 */
  requireChangeable?: (actor: Actor, row: RowOf<R>) => void;
  insert: (db: Db, body: CreateOf<R>) => Promise<number>;
  update: (db: Db, id: number, body: PatchOf<R>) => Promise<void>;
  /** Fails with a foreign key error while something refers to it. */
  remove: (db: Db, id: number) => Promise<void>;
}

/**
 * The three writes. All throw 403 without the right or the scope for it; `create` and `patch` 400 for what `check`
 * refuses; `patch` and `remove` 404 beyond the actor's scope; `remove` 409 `in_use` while something refers to it.
 */
export function recordWrites<R extends ResourceDefinition & { readonly name: Subject }>(
  { name: resource }: R,
  { find, check, requireChangeable, insert, update, remove }: Rules<R>,
) {
  async function found(db: Db, actor: Actor, id: number): Promise<RowOf<R>> {
    const row = await find(db, actor, id);
    if (row === undefined) throw notFound();
    return row;
  }
  const inTransaction = <T>({ db }: Stores, work: (trx: Db) => Promise<T>) =>
    db.sql.transaction().execute(work);

  return {
    create: (stores: Stores, actor: Actor, body: CreateOf<R>): Promise<number> =>
      inTransaction(stores, async (trx) => {
        requireRight(actor, resource, "add");
        await check(trx, body as PatchOf<R>);
        const id = await insert(trx, body);
        await insertAudit(trx, actor, {
          action: "add",
          resource,
          id,
          change: { ...(body as object) },
        });
        return id;
      }),

    patch: (stores: Stores, actor: Actor, id: number, body: PatchOf<R>): Promise<void> =>
      inTransaction(stores, async (trx) => {
        requireRight(actor, resource, "change");
        const before = await found(trx, actor, id);
        requireChangeable?.(actor, before);
        await check(trx, body, id);
        await update(trx, id, body);
        const change = { ...(body as object) };
        await insertAudit(trx, actor, { action: "change", resource, id, change });
      }),

    remove: (stores: Stores, actor: Actor, id: number): Promise<void> =>
      inTransaction(stores, async (trx) => {
        requireRight(actor, resource, "delete");
        const { name } = (await found(trx, actor, id)) as { name?: unknown };
        await remove(trx, id);
        await insertAudit(trx, actor, { action: "delete", resource, id, change: { name } });
      }),
  };
}

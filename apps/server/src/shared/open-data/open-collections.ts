/** Lists which collections of the OGC API, and whether readings, are published, and publishes them. */

import { type Publishable, publishable } from "@nihol/contract/values/open-data/collections";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { refuseField } from "../../http/problem.ts";

/** All collections, each with the time of its publication or null. */
export async function listOpenCollections(db: Db) {
  const rows = await db.selectFrom("open_collection").selectAll().execute();
  return publishable.map((name) => ({
    name,
    published_at: rows.find((row) => row.name === name)?.published_at.toISOString() ?? null,
  }));
}

/** The names of those that everybody may read. */
export async function publishedCollections(db: Db): Promise<ReadonlySet<Publishable>> {
  const rows = await db.selectFrom("open_collection").select("name").execute();
  return new Set(rows.map(({ name }) => name));
}

/**
 * Publishes exactly these; one that was published before keeps its time. In the audit log in the actor's name, null
 * for a command.
 * @throws {FieldProblem} under `confirm_publish` where one is new and the caller has not confirmed it
 */
export async function publishCollections(
  db: Db,
  actor: Actor | null,
  published: readonly Publishable[],
  isConfirmed: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await publishedCollections(trx);
    const withdrawn = [...before].filter((name) => !published.includes(name));
    const added = [...new Set(published)].filter((name) => !before.has(name));
    if (withdrawn.length + added.length === 0) return;
    if (added.length > 0 && !isConfirmed) refuseField("confirm_publish", "publish_unconfirmed");
    if (withdrawn.length > 0)
      await trx.deleteFrom("open_collection").where("name", "in", withdrawn).execute();
    if (added.length > 0)
      await trx
        .insertInto("open_collection")
        .values(added.map((name) => ({ name, published_by: actor?.id ?? null })))
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
    await insertAudit(trx, actor, {
      action: "change",
      resource: "open_data",
      id: null,
      change: { published: added, withdrawn },
    });
  });
}

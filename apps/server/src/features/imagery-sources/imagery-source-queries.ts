/** Sources are the whole programme's: who may see imagery sees them all. */

import {
  type ImagerySource,
  imagerySourceFields,
  type imagerySources,
} from "@nihol/contract/imagery/imagery-sources";
import type { ListQueryOf, OrderingOf } from "@nihol/contract/resource";
import type { CredentialKind } from "@nihol/contract/values/imagery/imagery-sources";
import type { Language } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { sourceCan } from "../../policies/imagery-sources.ts";
import { visibleTo } from "../../policies/scope.ts";
import { fieldColumns, shownFields, writtenFields } from "../../shared/rows/field-columns.ts";
import { listPage } from "../../shared/rows/list-page.ts";
import { nameContains, nameInLanguage, textContains } from "../../shared/rows/names-sql.ts";
import { problemText } from "../../shared/rows/stored-problem.ts";

type Sources = typeof imagerySources;

/** Gardens that a round under way has still to ask for. */
const gardensLeft = sql<number>`case when s.watch_began_at is null then 0 else (
  select count(*)::int from garden g where g.bbox is not null and g.id > s.watch_garden) end`;

const sourceRows = (db: Db) =>
  db
    .selectFrom("imagery_source as s")
    .select(fieldColumns(imagerySourceFields, "s"))
    .select(["s.id", "s.credential_kind", "s.credential_name"])
    .select(["s.watched_at", "s.watch_due_at", "s.watch_problem"])
    .select(gardensLeft.as("gardens_left"));
type SourceRow = Awaited<ReturnType<ReturnType<typeof sourceRows>["executeTakeFirstOrThrow"]>>;

const watchOf = (row: SourceRow, language: Language): ImagerySource["watch"] =>
  row.watch_days === null
    ? null
    : {
        asked_at: row.watched_at?.toISOString() ?? null,
        due_at: row.watch_due_at?.toISOString() ?? null,
        gardens_left: row.gardens_left,
        problem: problemText(row.watch_problem, language),
      };

function toSource(row: SourceRow, actor: Actor, language: Language): ImagerySource {
  return {
    id: row.id,
    ...shownFields(imagerySourceFields, row),
    credential_kind: row.credential_kind,
    credential_name: row.credential_name,
    watch: watchOf(row, language),
    can: sourceCan(actor, row),
  };
}

const orderedBy = (column: OrderingOf<Sources>, language: Language) =>
  column === "name" ? nameInLanguage("s.name", language) : sql.ref(`s.${column}`);

/** Counted and paged sources; `search` covers the names and the address. */
export async function listSources(
  db: Db,
  actor: Actor,
  query: ListQueryOf<Sources>,
  order: Order<OrderingOf<Sources>>,
  language: Language,
) {
  let rows = sourceRows(db);
  if (query.kind) rows = rows.where("s.kind", "=", query.kind);
  if (query.askable) rows = rows.where("s.kind", "!=", "upload").where("s.enabled", "=", true);
  if (query.search) {
    const address = textContains(sql`s.address`, query.search);
    rows = rows.where(sql<SqlBool>`(${nameContains("s.name", query.search)} or ${address})`);
  }
  const by = orderedBy(order.column, language);
  return listPage(rows, query, {
    by,
    direction: order.direction,
    id: "s.id",
    toRow: (row) => toSource(row, actor, language),
  });
}

export async function findSource(
  db: Db,
  actor: Actor,
  id: number,
  language: Language,
): Promise<ImagerySource | undefined> {
  const row = await sourceRows(db).where("s.id", "=", id).executeTakeFirst();
  return row && toSource(row, actor, language);
}

/** The source that lies beneath the map does so no more, unless it is the one that takes the place. */
export async function endBaseLayer(db: Db, exceptId = 0) {
  await db
    .updateTable("imagery_source")
    .set({ is_base_layer: false })
    .where("is_base_layer", "=", true)
    .where("id", "<>", exceptId)
    .execute();
}

/** Finds a source's address and secret before it is changed, with the row locked. */
export const lockSource = (db: Db, id: number) =>
  db
    .selectFrom("imagery_source")
    .where("id", "=", id)
    .select(["kind", "name", "address", "credential_kind", "is_base_layer"])
    .select(["enabled", "watch_days"])
    .forUpdate()
    .executeTakeFirst();

/** The columns of a secret as it is kept. */
export interface SealedCredential {
  credential_kind: CredentialKind;
  credential_name: string;
  credential_secret: string | null;
}
type Fields = Parameters<
  typeof writtenFields<typeof imagerySourceFields, Partial<ImagerySource>>
>[1];

export async function insertSource(
  db: Db,
  fields: Fields & Pick<ImagerySource, "name" | "kind">,
  credential: SealedCredential | undefined,
): Promise<number> {
  const { id } = await db
    .insertInto("imagery_source")
    .values({ ...writtenFields(imagerySourceFields, fields), ...credential })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates the fields that are given; those left out stay as they are. */
export async function updateSource(
  db: Db,
  id: number,
  fields: Fields,
  credential: SealedCredential | undefined,
) {
  await db
    .updateTable("imagery_source")
    .set({
      ...writtenFields(imagerySourceFields, fields),
      ...credential,
      updated_at: new Date(),
    })
    .where("id", "=", id)
    .execute();
}

/**
 * Begins, ends or moves the asking by itself after a source was made or changed: at once where it was never asked or its
 * last answer was a problem, which the change may have mended.
 */
export async function updateWatch(db: Db, id: number) {
  await sql`update imagery_source set watch_failures = 0, watch_problem = null,
    watch_began_at = case when watch_days is null then null else watch_began_at end,
    watch_garden = case when watch_days is null then 0 else watch_garden end,
    watch_due_at = case when watch_days is null then null
      when watched_at is null or watch_began_at is not null or watch_problem is not null then now()
      else watched_at + watch_days * interval '1 day' end
    where id = ${id}`.execute(db);
}

/** Due at once; a round that runs goes on where it is. */
export async function hastenWatch(db: Db, id: number) {
  await db
    .updateTable("imagery_source")
    .set({ watch_due_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

export async function deleteSource(db: Db, id: number) {
  await db.deleteFrom("imagery_source").where("id", "=", id).execute();
}

/** The whole list anew; whoever added a server that stays is remembered. */
export async function replaceHosts(db: Db, hosts: readonly string[], actor: Actor) {
  const all = [...new Set(hosts)];
  await db.deleteFrom("imagery_host").where(sql<SqlBool>`host <> all(${all}::text[])`).execute();
  if (all.length === 0) return;
  await db
    .insertInto("imagery_host")
    .values(all.map((host) => ({ host, added_by: actor.id })))
    .onConflict((conflict) => conflict.column("host").doNothing())
    .execute();
}

/** Where a source is tried: a garden of the actor's, or the first that has a place. */
export async function findTestPlace(db: Db, actor: Actor, garden: number | null) {
  let rows = db
    .selectFrom("garden as g")
    .where(
      visibleTo(actor, {
        region: "g.region_id",
        district: "g.district_id",
        ministry: "g.ministry_id",
      }),
    )
    .where("g.bbox", "is not", null)
    .select("g.bbox")
    .orderBy("g.id");
  if (garden !== null) rows = rows.where("g.id", "=", garden);
  return (await rows.executeTakeFirst())?.bbox ?? undefined;
}

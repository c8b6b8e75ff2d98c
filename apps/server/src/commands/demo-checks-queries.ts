/** Fragments that the demonstration's people look through, and rows that nobody writes by hand. */

import { randomBytes } from "node:crypto";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { sql } from "kysely";

/** Trees that a person looks through in an afternoon. */
const fewest = 8;

/** The newest image of the demonstration that counts. */
export const findDemoImage = (db: Db) =>
  db
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .where("p.demo", "=", true)
    .where("p.status", "=", "completed")
    .where("w.counted", "=", true)
    .where("w.published_at", "is not", null)
    .select("w.id")
    .orderBy("w.captured_on", "desc")
    .orderBy("w.id", "desc")
    .executeTakeFirst();

/** Two of its fragments with not too many trees. */
export const listDemoFragments = (db: Db, image: number) =>
  db
    .selectFrom("tree")
    .where("whole_image_id", "=", image)
    .groupBy("fragment")
    .having(({ fn }) => fn.countAll(), ">=", fewest)
    .select("fragment")
    .orderBy(({ fn }) => fn.countAll())
    .orderBy("fragment")
    .limit(2)
    .execute();

/** The trees of a fragment, the least sure first. */
export const listDemoTrees = (db: Db, image: number, fragment: number) =>
  db
    .selectFrom("tree")
    .where("whole_image_id", "=", image)
    .where("fragment", "=", fragment)
    .select(["id", "version"])
    .orderBy("score")
    .orderBy("id")
    .execute();

/**
 * Says that a new run found the first tree again that was taken out, and did not find the first one that was accepted:
 * reading an image again for that would hold up the first start by minutes.
 */
export async function insertDemoConflicts(db: Db, image: number): Promise<void> {
  await sql`
    insert into tree_conflict (whole_image_id, tree_id, fragment, kind, correction_id, found)
    select distinct on (c.action) c.whole_image_id, c.tree_id, c.fragment,
      case c.action when 'delete' then 'found_again' else 'not_found' end, c.id,
      case c.action when 'delete' then c.before end
    from tree_correction c where c.whole_image_id = ${image} and c.action in ('delete', 'accept')
    order by c.action, c.id`.execute(db);
}

/** The first MasterAdmin, who looks at the demonstration. */
export const findFirstAdmin = (db: Db) =>
  db
    .selectFrom("user_account as u")
    .innerJoin("user_group as g", "g.id", "u.group_id")
    .where("g.name", "=", "MasterAdmin")
    .select(["u.id", "u.email", "u.language", "g.name as role", "g.built_in", "g.permissions"])
    .orderBy("u.id")
    .executeTakeFirst();

/** Days ago that each was made, days that it lasts, days ago that it was used last. */
const demoTokens = [
  { name: "QGIS", made: 40, lasts: 365, used: 1 },
  { name: "STAC · rsgislib", made: 12, lasts: 90, used: null },
  { name: "GDAL", made: 45, lasts: 30, used: 20 },
] as const;

/** Tokens that open nothing: of each a hash is kept to which nobody has the token. They go with the demonstration. */
export async function insertDemoTokens(db: Db, person: number): Promise<void> {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  const rows = await db
    .insertInto("access_token")
    .values(
      demoTokens.map(({ name, made, lasts, used }) => ({
        user_id: person,
        name,
        token_hash: randomBytes(32),
        created_at: ago(made),
        expires_at: ago(made - lasts),
        last_used_at: used === null ? null : ago(used),
      })),
    )
    .returning("id")
    .execute();
  await db
    .insertInto("installation")
    .values({ key: "demo_tokens", value: json(rows.map(({ id }) => id)) })
    .execute();
}

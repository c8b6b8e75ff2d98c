import type { OpinionState } from "@nihol/contract/values/imagery/calibration";
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { slice } from "../../http/paging.ts";
import { changeableBy } from "../../policies/imagery.ts";
import { visibleImages } from "../../shared/imagery/published-images.ts";
import { countRows } from "../../shared/rows/count-rows.ts";

/** An image that the actor may see, with what places its fragments. */
export const findOpinionImage = (db: Db, actor: Actor, id: number) =>
  visibleImages(db, actor)
    .where("w.id", "=", id)
    .select(["w.id", "w.width", "w.height", "w.gsd_m", "w.counted", "p.status"])
    .select(changeableBy(actor).as("in_scope"))
    .executeTakeFirst();
export type OpinionImage = NonNullable<Awaited<ReturnType<typeof findOpinionImage>>>;

export const nameOf = (alias: "a" | "b" | "u") =>
  sql<
    string | null
  >`nullif(trim(concat_ws(' ', ${sql.ref(`${alias}.first_name`)}, ${sql.ref(`${alias}.last_name`)})), '')`;

/** Says whether a person looked the fragment of `o` through or corrected trees in it: then they saw what is marked there. */
const isOwn = (person: number) => sql<boolean>`(coalesce(o.first_by = ${person}, false)
  or exists (select from fragment f where f.whole_image_id = o.whole_image_id and f.n = o.fragment and f.reviewed_by = ${person})
  or exists (select from tree_correction c where c.whole_image_id = o.whole_image_id and c.fragment = o.fragment
    and c.corrected_by = ${person}))`;

const opinionRows = (db: Db, actor: Actor, image: number) =>
  db
    .selectFrom("second_opinion as o")
    .leftJoin("user_account as a", "a.id", "o.first_by")
    .leftJoin("user_account as b", "b.id", "o.second_by")
    .where("o.whole_image_id", "=", image)
    .select(["o.id", "o.whole_image_id", "o.fragment", "o.state", "o.first_at", "o.counted_at"])
    .select(["o.agreed", "o.only_first", "o.only_second"])
    .select([
      nameOf("a").as("first_by"),
      nameOf("b").as("second_by"),
      isOwn(actor.id).as("is_own"),
    ]);
export type OpinionRow = Awaited<
  ReturnType<ReturnType<typeof opinionRows>["executeTakeFirstOrThrow"]>
>;

interface OpinionFilter {
  page: number;
  page_size: number;
  state?: OpinionState;
}

/** In the order of the fragments; of one that was drawn twice the older first. */
export async function listOpinions(db: Db, actor: Actor, image: number, filter: OpinionFilter) {
  let rows = opinionRows(db, actor, image);
  if (filter.state) rows = rows.where("o.state", "=", filter.state);
  const count = await countRows(rows);
  const { limit, offset } = slice(filter);
  const page = await rows
    .orderBy("o.fragment")
    .orderBy("o.id")
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, rows: page };
}

export const findOpinion = (db: Db, actor: Actor, image: number, id: number) =>
  opinionRows(db, actor, image)
    .where("o.id", "=", id)
    .select(["o.first_trees", "o.points"])
    .executeTakeFirst();

/** @returns whether the opinion is still open, with its row locked until the transaction ends */
export async function lockOpen(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("second_opinion")
    .where("id", "=", id)
    .where("state", "=", "open")
    .select("id")
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Fragments that a person looked through and of which nobody has given, or is asked for, a second opinion since. */
const drawable = sql<SqlBool>`f.status = 'done' and f.review in ('accepted', 'corrected') and f.reviewed_by is not null
  and not exists (select from second_opinion o where o.whole_image_id = f.whole_image_id and o.fragment = f.n
    and (o.state = 'open' or o.first_at >= f.reviewed_at))`;

/** Until the transaction ends: two draws at once would take the same fragments. */
export async function lockDraws(db: Db, image: number): Promise<void> {
  await db
    .selectFrom("whole_image")
    .where("id", "=", image)
    .select("id")
    .forNoKeyUpdate()
    .execute();
}

export async function listDrawable(db: Db, image: number): Promise<number[]> {
  const rows = await db
    .selectFrom("fragment as f")
    .where("f.whole_image_id", "=", image)
    .where(drawable)
    .select("f.n")
    .orderBy("f.n")
    .execute();
  return rows.map(({ n }) => n);
}

interface NewDraw {
  image: number;
  share: number;
  seed: number;
  pool: number[];
  drawn: number[];
  by: number;
}

/** Writes a draw, and of each drawn fragment the trees as they are. */
export async function insertDraw(db: Db, draw: NewDraw): Promise<void> {
  const { id } = await db
    .insertInto("opinion_draw")
    .values({
      whole_image_id: draw.image,
      share: draw.share,
      seed: draw.seed,
      pool: draw.pool,
      drawn_by: draw.by,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`
    insert into second_opinion (draw_id, whole_image_id, fragment, first_by, first_at, first_trees)
    select ${id}, f.whole_image_id, f.n, f.reviewed_by, f.reviewed_at, coalesce((
      select jsonb_agg(jsonb_build_object('tree', t.id, 'x', (t.box[1] + t.box[3]) / 2, 'y', (t.box[2] + t.box[4]) / 2,
        'crown', to_jsonb(t.crown)) order by t.id)
      from tree t where t.whole_image_id = f.whole_image_id and t.fragment = f.n), '[]')
    from fragment f where f.whole_image_id = ${draw.image} and f.n = any(${draw.drawn}::int[])`.execute(
    db,
  );
}

/** @returns how many were open */
export async function deleteOpen(db: Db, image: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("second_opinion")
    .where("whole_image_id", "=", image)
    .where("state", "=", "open")
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function updateCounted(
  db: Db,
  id: number,
  by: number,
  counted: { points: number[]; agreed: number; only_first: number; only_second: number } | null,
): Promise<void> {
  await db
    .updateTable("second_opinion")
    .set({
      state: counted ? "counted" : "skipped",
      ...counted,
      second_by: by,
      counted_at: sql`now()`,
    })
    .where("id", "=", id)
    .execute();
}

const sums = [
  sql<number>`coalesce(sum(o.agreed), 0)::int`.as("agreed"),
  sql<number>`coalesce(sum(o.only_first), 0)::int`.as("only_first"),
  sql<number>`coalesce(sum(o.only_second), 0)::int`.as("only_second"),
] as const;

export const findSums = (db: Db, actor: Actor, image: number) =>
  db
    .selectFrom("second_opinion as o")
    .where("o.whole_image_id", "=", image)
    .select(sums)
    .select([
      sql<number>`(count(*) filter (where o.state = 'open'))::int`.as("open"),
      sql<number>`(count(*) filter (where o.state = 'open' and not ${isOwn(actor.id)}))::int`.as(
        "open_to_you",
      ),
      sql<number>`(count(*) filter (where o.state = 'counted'))::int`.as("counted"),
      sql<number>`(count(*) filter (where o.state = 'skipped'))::int`.as("skipped"),
    ])
    .executeTakeFirstOrThrow();

/** By pairs of people, those with the most fragments first. */
export const listPairs = (db: Db, image: number) =>
  db
    .selectFrom("second_opinion as o")
    .leftJoin("user_account as a", "a.id", "o.first_by")
    .leftJoin("user_account as b", "b.id", "o.second_by")
    .where("o.whole_image_id", "=", image)
    .where("o.state", "=", "counted")
    .groupBy(["o.first_by", "o.second_by", "a.id", "b.id"])
    .select(sums)
    .select([
      nameOf("a").as("first_by"),
      nameOf("b").as("second_by"),
      sql<number>`count(*)::int`.as("fragments"),
    ])
    .orderBy("fragments", "desc")
    .orderBy("o.first_by")
    .orderBy("o.second_by")
    .execute();

export const listDraws = (db: Db, image: number) =>
  db
    .selectFrom("opinion_draw as d")
    .leftJoin("user_account as u", "u.id", "d.drawn_by")
    .where("d.whole_image_id", "=", image)
    .select(["d.id", "d.share", "d.seed", "d.drawn_at"])
    .select([sql<number>`cardinality(d.pool)`.as("of"), nameOf("u").as("drawn_by")])
    .orderBy("d.id", "desc")
    .execute();

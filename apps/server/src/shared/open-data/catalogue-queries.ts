/** Images of the catalogue: those that the caller's list of images holds, the newest first. */
import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleImagery } from "../../policies/imagery.ts";
import type { Days } from "./feature-query.ts";
import type { Place } from "./place.ts";

export interface ImageSearch extends Days {
  place: Place | undefined;
  /** Undefined: any. */
  ids: number[] | undefined;
  limit: number;
  /** `2025-06-01_17`: the day and the id of the last image of the page before. */
  after: string | undefined;
}

const images = (db: Db, actor: Actor) =>
  db
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .where(visibleImagery(actor));

const rowsOf = (db: Db, actor: Actor) =>
  images(db, actor)
    .select(["w.id", "w.captured_on", "w.facts", "w.bbox", "w.coverage", "w.gsd_m", "w.created_at"])
    .select(["p.file_name", "p.attribution", "p.licence"]);
export type ImageRow = Awaited<ReturnType<ReturnType<typeof rowsOf>["executeTakeFirstOrThrow"]>>;

const inBoxes = (boxes: readonly Bbox[]) =>
  sql<SqlBool>`(${sql.join(
    boxes.map(
      ([west, south, east, north]) => sql`(w.bbox[1] <= ${east} and w.bbox[3] >= ${west}
        and w.bbox[2] <= ${north} and w.bbox[4] >= ${south})`,
    ),
    sql` or `,
  )})`;

/** Where the next page begins. */
const cursorOf = ({ captured_on, id }: Pick<ImageRow, "captured_on" | "id">) =>
  `${captured_on}_${id}`;

function narrowed(db: Db, actor: Actor, { place, ids, from, to, after }: ImageSearch) {
  let rows = rowsOf(db, actor);
  if (place) rows = rows.where(inBoxes(place.boxes));
  if (ids) rows = ids.length > 0 ? rows.where("w.id", "in", ids) : rows.where(sql.lit(false));
  if (from) rows = rows.where("w.captured_on", ">=", from);
  if (to) rows = rows.where("w.captured_on", "<=", to);
  const [day, id] = after?.split("_") ?? [];
  return day ? rows.where(sql<SqlBool>`(w.captured_on, w.id) < (${day}::date, ${id}::int)`) : rows;
}

/** A page of images; `after` where more follow it. */
export async function listImages(db: Db, actor: Actor, search: ImageSearch) {
  const found: ImageRow[] = [];
  const next = () => ({ found, after: cursorOf(found.at(-1) as ImageRow) });
  for (let { after } = search; ; ) {
    const rows = await narrowed(db, actor, { ...search, after })
      .orderBy("w.captured_on", "desc")
      .orderBy("w.id", "desc")
      .limit(search.limit + 1)
      .execute();
    for (const row of rows) {
      if (search.place && !search.place.meets(row.coverage)) continue;
      if (found.length === search.limit) return next();
      found.push(row);
    }
    const last = rows.at(-1);
    if (!last || rows.length <= search.limit) return { found, after: undefined };
    after = cursorOf(last);
  }
}

/** Counts the images; asked for without a place. */
export async function countImages(db: Db, actor: Actor, search: ImageSearch): Promise<number> {
  const { n } = await narrowed(db, actor, { ...search, after: undefined })
    .clearSelect()
    .select(sql<string>`count(*)`.as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const findImage = (db: Db, actor: Actor, id: number) =>
  rowsOf(db, actor).where("w.id", "=", id).executeTakeFirst();

/** The bounds and the days of all that the actor sees; undefined where it is none. */
export async function boundsOfImages(db: Db, actor: Actor) {
  const { bbox, oldest, newest } = await images(db, actor)
    .select(
      sql<Bbox>`array[min(w.bbox[1]), min(w.bbox[2]), max(w.bbox[3]), max(w.bbox[4])]`.as("bbox"),
    )
    .select(sql<string | null>`min(w.captured_on)`.as("oldest"))
    .select(sql<string | null>`max(w.captured_on)`.as("newest"))
    .executeTakeFirstOrThrow();
  return oldest && newest ? { bbox, oldest, newest } : undefined;
}

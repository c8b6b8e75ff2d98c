/** Rows that corrections of trees read: their image, their territory, and the corrections themselves. */

import type { TreeCorrection } from "@nihol/contract/imagery/tree-corrections";
import type { PageQuery } from "@nihol/contract/paging";
import type { TreeState } from "@nihol/contract/values/trees";
import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { mortonCover } from "@nihol/store/trees/morton-cover";
import { loadTerritory, type Place } from "@nihol/store/trees/territory-index";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { slice } from "../../../http/paging.ts";
import type { ImageryScope } from "../../../policies/imagery.ts";
import { correctionCan, treesVisibleTo } from "../../../policies/trees.ts";
import { countRows } from "../../../shared/rows/count-rows.ts";
import { type PlacingImage, pixelsOf } from "./corrected-state.ts";

/** @throws when there is no such image */
export const findTreeImage = (db: Db, id: number): Promise<PlacingImage & { counted: boolean }> =>
  db
    .selectFrom("whole_image")
    .where("id", "=", id)
    .select(["facts", "gsd_m", "width", "height", "coverage", "counted"])
    .executeTakeFirstOrThrow();

/** The trees of an image in a box of degrees, and some around it. */
export async function listTreesAround(db: Db, image: number, bbox: Bbox) {
  const within = mortonCover(bbox).map(
    ([first, last]) =>
      sql<SqlBool>`zc between ${String(first)}::bigint and ${String(last)}::bigint`,
  );
  const rows = await db
    .selectFrom("tree")
    .where("whole_image_id", "=", image)
    .where((eb) => eb.or(within))
    .select(["id", "lon", "lat", "crown"])
    .execute();
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Says whether the actor sees a tree, by its territory or its garden. */
export async function isTreeSeen(db: Db, actor: Actor, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from tree t where t.id = ${id} and ${treesVisibleTo(actor, "t")}`.execute(db);
  return rows.length > 0;
}

/** The garden, district and region of a position. */
export async function findTreePlace(db: Db, { lon, lat }: TreeState): Promise<Place> {
  return (await loadTerritory(db, [lon, lat, lon, lat]))(lon, lat);
}

type CorrectionFilter = Pick<PageQuery, "page" | "page_size"> & {
  fragment?: number;
  tree?: number;
  standing?: "0" | "1";
};

const correctionRows = (db: Db, image: number) =>
  db
    .selectFrom("tree_correction as c")
    .leftJoin("user_account as u", "u.id", "c.corrected_by")
    .leftJoin("user_account as v", "v.id", "c.undone_by")
    .where("c.whole_image_id", "=", image)
    .select([
      "c.id",
      "c.tree_id",
      "c.whole_image_id",
      "c.fragment",
      "c.action",
      "c.before",
      "c.after",
    ])
    .select(["c.reason", "c.corrected_at", "c.undone_at"])
    .select([
      sql<string | null>`nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')`.as("by"),
      sql<string | null>`nullif(trim(concat_ws(' ', v.first_name, v.last_name)), '')`.as(
        "undone_by",
      ),
      sql<boolean>`not exists (select from tree_correction l
        where l.tree_id = c.tree_id and l.id > c.id and l.undone_at is null)`.as("is_last"),
    ]);
type CorrectionRow = Awaited<
  ReturnType<ReturnType<typeof correctionRows>["executeTakeFirstOrThrow"]>
>;

/** A state as the API answers it. */
export const shown = (state: TreeState | null): TreeCorrection["before"] =>
  state && {
    position: [state.lon, state.lat],
    box: state.box,
    crown: pixelsOf(state.crown),
    area_m2: state.area_m2,
    green: state.green,
    review: state.review,
  };

const toCorrection = (row: CorrectionRow, actor: Actor, image: ImageryScope): TreeCorrection => ({
  id: Number(row.id),
  tree: Number(row.tree_id),
  whole_image: row.whole_image_id,
  fragment: row.fragment,
  action: row.action,
  before: shown(row.before),
  after: shown(row.after),
  reason: row.reason,
  by: row.by,
  at: row.corrected_at.toISOString(),
  undone_by: row.undone_by,
  undone_at: row.undone_at?.toISOString() ?? null,
  can: correctionCan(actor, image, row),
});

export async function listCorrections(
  db: Db,
  actor: Actor,
  image: ImageryScope & { id: number },
  filter: CorrectionFilter,
): Promise<{ count: number; rows: TreeCorrection[] }> {
  let rows = correctionRows(db, image.id);
  if (filter.fragment !== undefined) rows = rows.where("c.fragment", "=", filter.fragment);
  if (filter.tree !== undefined) rows = rows.where("c.tree_id", "=", filter.tree);
  if (filter.standing)
    rows = rows.where(sql<SqlBool>`(c.undone_at is null) = ${filter.standing === "1"}`);
  const count = await countRows(rows);
  const { limit, offset } = slice(filter);
  const page = await rows.orderBy("c.id", "desc").limit(limit).offset(offset).execute();
  return { count, rows: page.map((row) => toCorrection(row, actor, image)) };
}

export async function findOneCorrection(
  db: Db,
  actor: Actor,
  image: ImageryScope & { id: number },
  id: number,
): Promise<TreeCorrection | undefined> {
  const row = await correctionRows(db, image.id).where("c.id", "=", id).executeTakeFirst();
  return row && toCorrection(row, actor, image);
}

/** The fragments of an image, their trees and their review. */

import type { Fragment, fragmentOrderings } from "@nihol/contract/imagery/fragments";
import type { PageQuery } from "@nihol/contract/paging";
import type { FragmentReview, FragmentState } from "@nihol/contract/values/imagery";
import { paths } from "@nihol/contract/values/paths";
import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { setChecked } from "@nihol/store/trees/corrections/checked-ground";
import { lockForCorrection } from "@nihol/store/trees/corrections/correct-tree";
import {
  type FragmentGrid,
  fragmentAt,
  fragmentGrid,
  neighboursOf,
} from "@nihol/vision/raster/fragment-grid";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { type Order, slice } from "../../http/paging.ts";
import { changeableBy, type ImageryScope } from "../../policies/imagery.ts";
import { fragmentCan } from "../../policies/imagery-can.ts";
import { visibleImages } from "../../shared/imagery/published-images.ts";
import { countRows } from "../../shared/rows/count-rows.ts";

interface ImageSize {
  id: number;
  width: number;
  height: number;
}
type FragmentRow = {
  n: number;
  whole_image_id: number;
  bbox: Bbox;
  status: FragmentState;
  review: FragmentReview;
  checked: boolean;
  reviewed_at: Date | null;
  tree_count: number;
  green_count: number;
  version: number;
  captured_on: string;
  first_name: string | null;
  last_name: string | null;
};

const fragmentPath = (image: number, n: number, layer: string, version: number) =>
  `${paths.wholeImage}/${image}/fragment/${n}/${layer}?v=${version}`;

function toFragment(row: FragmentRow & ImageryScope, grid: FragmentGrid, actor: Actor): Fragment {
  const { core, fx, fy, x, y, width, height } = fragmentAt(grid, row.n);
  return {
    n: row.n,
    whole_image: row.whole_image_id,
    date: row.captured_on,
    fx,
    fy,
    window: { x, y, width, height },
    core,
    bbox: row.bbox,
    status: row.status,
    review: row.review,
    checked: row.checked,
    reviewed_by: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
    reviewed_at: row.reviewed_at?.toISOString() ?? null,
    tree_count: row.tree_count,
    green_count: row.green_count,
    images: {
      original: fragmentPath(row.whole_image_id, row.n, "original", 0),
      labelled: fragmentPath(row.whole_image_id, row.n, "labelled", row.version),
      segmentation: fragmentPath(row.whole_image_id, row.n, "segmentation", row.version),
    },
    can: fragmentCan(actor, row),
  };
}

const fragmentColumns = [
  "f.n",
  "f.whole_image_id",
  "f.bbox",
  "f.status",
  "f.review",
  "f.checked",
  "f.reviewed_at",
  "f.tree_count",
  "f.green_count",
  "f.version",
  "w.captured_on",
] as const;

function fragmentRows(db: Db) {
  return db
    .selectFrom("fragment as f")
    .innerJoin("whole_image as w", "w.id", "f.whole_image_id")
    .leftJoin("user_account as u", "u.id", "f.reviewed_by")
    .select(fragmentColumns)
    .select(["u.first_name", "u.last_name"]);
}

type FragmentFilter = PageQuery & { review?: Fragment["review"]; with_trees?: "0" | "1" };

export async function listFragments(
  db: Db,
  actor: Actor,
  image: ImageSize & ImageryScope,
  filter: FragmentFilter,
  order: Order<(typeof fragmentOrderings)[number]>,
) {
  let rows = fragmentRows(db).where("f.whole_image_id", "=", image.id);
  if (filter.review) rows = rows.where("f.review", "=", filter.review);
  if (filter.with_trees === "1") rows = rows.where("f.tree_count", ">", 0);
  const count = await countRows(rows);
  const { limit, offset } = slice(filter);
  // Not before the count, which knows no order. What was looked over whole narrows nothing any more.
  const ordered = order.column === "doubt" ? rows.orderBy("f.checked") : rows;
  const page = await ordered
    .orderBy(`f.${order.column}`, order.direction)
    .orderBy("f.n")
    .limit(limit)
    .offset(offset)
    .execute();
  const grid = fragmentGrid(image.width, image.height);
  return {
    count,
    rows: page.map((row) => toFragment({ ...row, in_scope: image.in_scope }, grid, actor)),
  };
}

/** Fragments of one image by number, in that order. */
export async function findFragments(
  db: Db,
  actor: Actor,
  image: ImageSize & ImageryScope,
  numbers: number[],
): Promise<Fragment[]> {
  if (numbers.length === 0) return [];
  const rows = await fragmentRows(db)
    .where("f.whole_image_id", "=", image.id)
    .where("f.n", "in", numbers)
    .orderBy("f.n")
    .execute();
  const grid = fragmentGrid(image.width, image.height);
  return rows.map((row) => toFragment({ ...row, in_scope: image.in_scope }, grid, actor));
}

/** The fragment of every other visible image whose box holds the middle of `bbox`, newest first. */
export async function listOtherDates(
  db: Db,
  actor: Actor,
  imageId: number,
  bbox: number[],
): Promise<Fragment[]> {
  const lon = ((bbox[0] ?? 0) + (bbox[2] ?? 0)) / 2;
  const lat = ((bbox[1] ?? 0) + (bbox[3] ?? 0)) / 2;
  const rows = await visibleImages(db, actor)
    .innerJoin("fragment as f", "f.whole_image_id", "w.id")
    .leftJoin("user_account as v", "v.id", "f.reviewed_by")
    .where("w.id", "!=", imageId)
    .where(
      sql<SqlBool>`f.bbox[1] <= ${lon} and f.bbox[3] >= ${lon} and f.bbox[2] <= ${lat} and f.bbox[4] >= ${lat}`,
    )
    .select(fragmentColumns)
    .select(["v.first_name", "v.last_name", "w.width", "w.height"])
    .select(changeableBy(actor).as("in_scope"))
    .distinctOn(["w.captured_on", "w.id"])
    .orderBy("w.captured_on", "desc")
    .orderBy("w.id", "desc")
    .orderBy("f.n")
    .limit(20)
    .execute();
  return rows.map((row) => toFragment(row, fragmentGrid(row.width, row.height), actor));
}

/** Trees that a fragment's image shows: its own and its neighbours' within the window. */
export async function listWindowTrees(
  db: Db,
  image: ImageSize,
  n: number,
  window: { x: number; y: number; width: number; height: number },
) {
  const near = [n, ...neighboursOf(fragmentGrid(image.width, image.height), n)];
  return db
    .selectFrom("tree")
    .where("whole_image_id", "=", image.id)
    .where("fragment", "in", near)
    .where(
      sql<SqlBool>`box[3] > ${window.x} and box[1] < ${window.x + window.width} and box[4] > ${window.y} and box[2] < ${window.y + window.height}`,
    )
    .select(["id", "fragment", "box", "crown", "green", "score", "area_m2"])
    .orderBy("id")
    .execute();
}

/** Places of plantings in a window, source pixels; `half` of the mean crown's width. */
export async function listWindowPlaces(
  db: Db,
  image: ImageSize & { facts: { gsdMeters: number } },
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
) {
  type Row = { x: number; y: number; half: number; chance: number; pit: boolean | null };
  const { rows } = await sql<Row>`
    select p.x, p.y, r.crown_m / 2 / ${image.facts.gsdMeters} as half, p.chance, p.pit
    from planting_rows r cross join lateral unnest(r.xs, r.ys, r.chances, r.pits) as p (x, y, chance, pit)
    where r.whole_image_id = ${image.id}
      and p.x between ${x} and ${x + width} and p.y between ${y} and ${y + height}`.execute(db);
  return rows;
}

export async function findFragmentVersion(
  db: Db,
  imageId: number,
  n: number,
): Promise<number | undefined> {
  return (
    await db
      .selectFrom("fragment")
      .where("whole_image_id", "=", imageId)
      .where("n", "=", n)
      .select("version")
      .executeTakeFirst()
  )?.version;
}

/** A fragment that was looked through, with corrections of its trees that stand or without. */
const acceptedOrCorrected = sql<FragmentReview>`case when exists (
  select from tree_correction c where c.whole_image_id = fragment.whole_image_id and c.fragment = fragment.n
    and c.undone_at is null and c.action <> 'accept') then 'corrected' else 'accepted' end`;

/** Accepting says that each tree is marked and nothing else is: from then on the fragment's count is exact. */
export async function updateReview(
  trx: Db,
  actor: Actor,
  imageId: number,
  n: number,
  review: FragmentReview,
) {
  const isCompleted = await lockForCorrection(trx, imageId);
  if (review !== "accepted") await setChecked(trx, imageId, n, false);
  const reviewed =
    review === "new"
      ? { reviewed_by: null, reviewed_at: null }
      : { reviewed_by: actor.id, reviewed_at: new Date() };
  await trx
    .updateTable("fragment")
    .set({ review: review === "accepted" ? acceptedOrCorrected : review, ...reviewed })
    .where("whole_image_id", "=", imageId)
    .where("n", "=", n)
    .execute();
  if (review === "accepted" && isCompleted) await setChecked(trx, imageId, n, true);
}

import type {
  Capture,
  captureOrderings,
  captureQuerySchema,
} from "@nihol/contract/imagery/captures";
import type { CaptureReason, CaptureReview } from "@nihol/contract/values/imagery";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { estimateOfImage } from "@nihol/store/trees/image-range";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { changeableBy, visibleImagery } from "../../policies/imagery.ts";
import { captureCan } from "../../policies/imagery-can.ts";
import { visibleImages } from "../../shared/imagery/published-images.ts";
import { countedRows } from "../../shared/rows/list-page.ts";
import { textContains } from "../../shared/rows/names-sql.ts";
import { referenceTo } from "../../shared/rows/reference.ts";

type Filter = z.output<typeof captureQuerySchema>;

/** Days of the other images over the same place that the actor may see. */
const otherDates = (actor: Actor) => sql<string[]>`coalesce((
  select jsonb_agg(distinct to_char(o.captured_on, 'YYYY-MM-DD')) from (
    select w.captured_on from whole_image w
    join imagery_process p on p.id = w.process_id
    where w.id <> c.id and ${visibleImagery(actor)}
      and w.bbox[1] < c.bbox[3] and w.bbox[3] > c.bbox[1]
      and w.bbox[2] < c.bbox[4] and w.bbox[4] > c.bbox[2]) o), '[]')`;

function captureRows(db: Db, actor: Actor) {
  return db
    .selectFrom("whole_image as c")
    .innerJoin("imagery_process as p", "p.id", "c.process_id")
    .leftJoin("user_account as by", "by.id", "c.reviewed_by")
    .leftJoin("region as r", "r.id", "c.region_id")
    .leftJoin("district as d", "d.id", "c.district_id")
    .innerJoin(
      visibleImages(db, actor)
        .select(["w.id", changeableBy(actor).as("in_scope")])
        .as("seen"),
      "seen.id",
      "c.id",
    )
    .select(["seen.in_scope", estimateOfImage("c").as("tree_count")])
    .select(["c.id", "c.process_id", "c.captured_on", "c.gsd_m", "c.has_nir", "c.bbox"])
    .select(["c.coverage", "c.coverage_m2", "c.published_at", "c.review"])
    .select(["c.review_reason", "c.review_comment", "c.reviewed_at", "p.file_name", "p.status"])
    .select(["r.id as region_id", "r.name as region_name"])
    .select(["d.id as district_id", "d.name as district_name"])
    .select([
      sql<string | null>`nullif(trim(concat_ws(' ', by.first_name, by.last_name)), '')`.as(
        "reviewer",
      ),
      otherDates(actor).as("other_dates"),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof captureRows>["executeTakeFirstOrThrow"]>>;

function toCapture(row: Row, actor: Actor): Capture {
  return {
    id: row.id,
    process: row.process_id,
    file_name: row.file_name,
    date: row.captured_on,
    gsd_m: row.gsd_m,
    has_nir: row.has_nir,
    bbox: row.bbox,
    footprint: row.coverage,
    coverage_m2: row.coverage_m2,
    region: referenceTo(row.region_id, row.region_name),
    district: referenceTo(row.district_id, row.district_name),
    status: row.status,
    tree_count: row.tree_count,
    counts: row.published_at !== null,
    other_dates: [...row.other_dates].sort().reverse(),
    review: row.review,
    reason: row.review_reason,
    comment: row.review_comment,
    reviewed_by: row.reviewer,
    reviewed_at: row.reviewed_at?.toISOString() ?? null,
    can: captureCan(actor, row),
  };
}

const orderColumns = {
  date: "c.captured_on",
  gsd_m: "c.gsd_m",
  tree_count: estimateOfImage("c"),
  review: "c.review",
} as const;

/** Counted and paged captures within the actor's scope. */
export async function listCaptures(
  db: Db,
  actor: Actor,
  filter: Filter,
  order: Order<(typeof captureOrderings)[number]>,
) {
  let rows = captureRows(db, actor);
  if (filter.review) rows = rows.where("c.review", "=", filter.review);
  if (filter.region) rows = rows.where("c.region_id", "=", filter.region);
  if (filter.district) rows = rows.where("c.district_id", "=", filter.district);
  if (filter.from) rows = rows.where("c.captured_on", ">=", filter.from);
  if (filter.to) rows = rows.where("c.captured_on", "<=", filter.to);
  if (filter.search) rows = rows.where(textContains(sql`p.file_name`, filter.search));
  return countedRows(
    rows,
    rows.orderBy(orderColumns[order.column], order.direction).orderBy("c.id", "desc"),
    filter,
    (row) => toCapture(row, actor),
  );
}

export async function findCapture(db: Db, actor: Actor, id: number): Promise<Capture | undefined> {
  const row = await captureRows(db, actor).where("c.id", "=", id).executeTakeFirst();
  return row && toCapture(row, actor);
}

/** Locks the image and returns whether its process has completed. */
export async function lockCapture(db: Db, id: number) {
  return db
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .where("w.id", "=", id)
    .select(["w.review", "w.published_at", "p.status"])
    .forUpdate()
    .executeTakeFirst();
}

export async function updateReview(
  db: Db,
  id: number,
  actor: Actor,
  review: { state: CaptureReview; reason: CaptureReason | null; comment: string },
) {
  await db
    .updateTable("whole_image")
    .set({
      review: review.state,
      review_reason: review.reason,
      review_comment: review.comment,
      reviewed_by: actor.id,
      reviewed_at: new Date(),
    })
    .where("id", "=", id)
    .execute();
}

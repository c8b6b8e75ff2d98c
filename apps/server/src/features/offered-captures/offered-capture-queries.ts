/** Captures that watched sources offer of the gardens within the actor's scope. */

import type { OfferedCapture, offeredCaptures } from "@nihol/contract/imagery/offered-captures";
import type { ListQueryOf, OrderingOf } from "@nihol/contract/resource";
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { visibleImagery } from "../../policies/imagery.ts";
import { offerCan } from "../../policies/imagery-can.ts";
import { visibleTo } from "../../policies/scope.ts";
import { countedRows } from "../../shared/rows/list-page.ts";
import { nameContains } from "../../shared/rows/names-sql.ts";
import { referenceTo } from "../../shared/rows/reference.ts";

type Offers = typeof offeredCaptures;

const gardenPlace = { region: "g.region_id", district: "g.district_id", ministry: "g.ministry_id" };

/** Days on which the garden was offered with the same pixels. */
const sameDays = sql<string[]>`coalesce((
  select jsonb_agg(distinct to_char(x.day, 'YYYY-MM-DD')) from offered_capture x
  where x.garden_id = o.garden_id and x.preview_hash = o.preview_hash and x.day <> o.day), '[]')`;

/** Processes that the actor sees, with the hash of their image. */
const visibleProcesses = (db: Db, actor: Actor) =>
  db
    .selectFrom("imagery_process as p")
    .leftJoin("whole_image as w", "w.process_id", "p.id")
    .where(visibleImagery(actor))
    .select(["p.id", "p.status", "p.file_name", "w.date_hash", "w.id as image", "w.captured_on"]);

const offerRows = (db: Db, actor: Actor) =>
  db
    .selectFrom("offered_capture as o")
    .innerJoin("imagery_source as s", "s.id", "o.source_id")
    .innerJoin("garden as g", "g.id", "o.garden_id")
    .leftJoin("region as r", "r.id", "g.region_id")
    .leftJoin("district as d", "d.id", "g.district_id")
    .leftJoin("user_account as by", "by.id", "o.decided_by")
    .leftJoin(visibleProcesses(db, actor).as("made"), "made.id", "o.process_id")
    .leftJoin(visibleProcesses(db, actor).as("same"), "same.image", "o.same_image_id")
    .where(visibleTo(actor, gardenPlace))
    .select([
      "same.image as same_image",
      "same.file_name as same_file",
      "same.captured_on as same_day",
    ])
    .select(["o.id", "o.source_id", "o.garden_id", "o.day", "o.item", "o.preview_key"])
    .select(["o.preview_hash", "o.cloud", "o.cloud_basis", "o.darkness", "o.status", "o.found_at"])
    .select(["o.decided_at", "s.name as source_name", "g.name as garden_name"])
    .select(["r.id as region_id", "r.name as region_name"])
    .select(["d.id as district_id", "d.name as district_name"])
    .select(["made.id as process_id", "made.status as process_status", "made.date_hash"])
    .select([
      sql<string | null>`nullif(trim(concat_ws(' ', by.first_name, by.last_name)), '')`.as(
        "decider",
      ),
      sameDays.as("same_days"),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof offerRows>["executeTakeFirstOrThrow"]>>;

function toOffer(row: Row, actor: Actor): OfferedCapture {
  const { process_id, process_status, date_hash } = row;
  return {
    id: row.id,
    source: { id: row.source_id, name: row.source_name },
    garden: { id: row.garden_id, name: row.garden_name },
    region: referenceTo(row.region_id, row.region_name),
    district: referenceTo(row.district_id, row.district_name),
    day: row.day,
    item: row.item,
    has_preview: row.preview_key !== null,
    preview_hash: row.preview_hash,
    cloud: row.cloud,
    cloud_basis: row.cloud_basis,
    darkness: row.darkness,
    same_days: [...row.same_days].sort().reverse(),
    same_image:
      row.same_image !== null && row.same_file !== null && row.same_day !== null
        ? { id: row.same_image, file_name: row.same_file, date: row.same_day }
        : null,
    state: row.status,
    found_at: row.found_at.toISOString(),
    decided_by: row.decider,
    decided_at: row.decided_at?.toISOString() ?? null,
    process:
      process_id !== null && process_status !== null
        ? { id: process_id, status: process_status, date_hash }
        : null,
    can: offerCan(actor, row),
  };
}

const orderColumns = {
  day: "o.day",
  cloud: "o.cloud",
  darkness: "o.darkness",
  state: "o.status",
  found_at: "o.found_at",
} as const;

/** Counted and paged; `search` covers the garden's names. */
export async function listOffers(
  db: Db,
  actor: Actor,
  query: ListQueryOf<Offers>,
  order: Order<OrderingOf<Offers>>,
) {
  let rows = offerRows(db, actor);
  if (query.state) rows = rows.where("o.status", "=", query.state);
  if (query.source) rows = rows.where("o.source_id", "=", query.source);
  if (query.garden) rows = rows.where("o.garden_id", "=", query.garden);
  if (query.region) rows = rows.where("g.region_id", "=", query.region);
  if (query.district) rows = rows.where("g.district_id", "=", query.district);
  if (query.search) rows = rows.where(sql<SqlBool>`${nameContains("g.name", query.search)}`);
  return countedRows(
    rows,
    rows.orderBy(orderColumns[order.column], order.direction).orderBy("o.id", "desc"),
    query,
    (row) => toOffer(row, actor),
  );
}

export async function findOffer(
  db: Db,
  actor: Actor,
  id: number,
): Promise<OfferedCapture | undefined> {
  const row = await offerRows(db, actor).where("o.id", "=", id).executeTakeFirst();
  return row && toOffer(row, actor);
}

/** Where the small image is kept; undefined for what is beyond the scope, null where there is none any more. */
export async function findPreview(db: Db, actor: Actor, id: number) {
  const row = await offerRows(db, actor).where("o.id", "=", id).executeTakeFirst();
  return row && { key: row.preview_key, hash: row.preview_hash };
}

/** The row locked against another decision at the same moment; undefined beyond the scope. */
export const lockOffer = (db: Db, actor: Actor, id: number) =>
  db
    .selectFrom("offered_capture as o")
    .innerJoin("garden as g", "g.id", "o.garden_id")
    .where(visibleTo(actor, gardenPlace))
    .where("o.id", "=", id)
    .select(["o.source_id", "o.garden_id", "o.day", "o.status"])
    .forUpdate("o")
    .executeTakeFirst();

export async function updateDecision(
  db: Db,
  id: number,
  actor: Actor,
  { status, process = null }: { status: "accepted" | "rejected"; process?: number | null },
) {
  await db
    .updateTable("offered_capture")
    .set({ status, process_id: process, decided_by: actor.id, decided_at: new Date() })
    .where("id", "=", id)
    .execute();
}

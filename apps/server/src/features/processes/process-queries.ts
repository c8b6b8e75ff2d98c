import type { processOrderings } from "@nihol/contract/imagery/processes";
import type { PageQuery } from "@nihol/contract/paging";
import type { ProcessPriority, ProcessState } from "@nihol/contract/values/imagery";
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { changeableBy, visibleImagery } from "../../policies/imagery.ts";
import { outsideCountry } from "../../shared/imagery/outside-country.ts";
import { countedPage } from "../../shared/rows/list-page.ts";
import { textContains } from "../../shared/rows/names-sql.ts";
import { type BlockFacts, listBlockFacts } from "./block-queries.ts";

const areaName = sql<Record<string, string> | null>`case p.area_kind
  when 'garden' then (select name from garden where id = p.area_id)
  when 'district' then (select name from district where id = p.area_id)
  when 'region' then (select name from region where id = p.area_id) end`;

/** 2 % for checking the file, 18 % for converting it (of a fetched one half for the fetching), 78 % for the fragments, the rest for publishing. */
const percentage = sql<number>`case
  when p.status = 'completed' then 100
  else round((case when p.started_at is null then 0 else 2 end + coalesce(9 * p.fetched + 9 * p.conversion, 18 * p.conversion)
    + 78 * least(p.fragments_done::float8 / greatest(p.fragments_total, 1), 1))::numeric, 1)::float8 end`;

function processRows(db: Db, actor: Actor) {
  return db
    .selectFrom("imagery_process as p")
    .leftJoin("user_account as u", "u.id", "p.requested_by")
    .leftJoin("whole_image as w", "w.process_id", "p.id")
    .leftJoin("imagery_source as s", "s.id", "p.source_id")
    .leftJoin("region as r", "r.id", "p.region_id")
    .leftJoin("district as d", "d.id", "p.district_id")
    .where(visibleImagery(actor))
    .select([
      "p.id",
      "p.imagery_task_id",
      "p.file_name",
      "p.capture_date",
      "p.status",
      "p.step",
      "p.priority",
      "p.fragments_done",
      "p.fragments_total",
      "p.tree_count",
      "p.message",
      "p.area_kind",
      "p.area",
      "p.facts",
    ])
    .select(["p.created_at", "p.started_at", "p.finished_at", "u.first_name", "u.last_name"])
    .select([
      "w.id as whole_image_id",
      "w.date_hash",
      "w.model",
      "p.source_id",
      "p.attribution",
      "p.licence",
      "s.name as source_name",
      "r.name as region_name",
      "d.name as district_name",
    ])
    .select([
      changeableBy(actor).as("in_scope"),
      areaName.as("area_name"),
      sql<boolean>`coalesce(not w.counted, false)`.as("too_coarse"),
      outsideCountry.as("outside_country"),
      percentage.as("state_percentage"),
      sql<boolean>`exists (select 1 from imagery_block b where b.process_id = p.id and b.status = 'failed')`.as(
        "has_failed",
      ),
    ]);
}
export type ProcessRow = Awaited<
  ReturnType<ReturnType<typeof processRows>["executeTakeFirstOrThrow"]>
>;

type ProcessFilter = PageQuery & { status?: ProcessState };

const orderColumns = {
  created_at: sql`p.created_at`,
  process_date: sql`p.capture_date`,
  status: sql`p.status`,
  state_percentage: percentage,
};

export async function listProcesses(
  db: Db,
  actor: Actor,
  filter: ProcessFilter,
  order: Order<(typeof processOrderings)[number]>,
) {
  let rows = processRows(db, actor);
  if (filter.status) rows = rows.where("p.status", "=", filter.status);
  if (filter.search) {
    const text = sql`concat_ws(' ', p.file_name, p.imagery_task_id, r.name::text, d.name::text)`;
    rows = rows.where(textContains(text, filter.search));
  }
  const { count, page } = await countedPage(
    rows,
    rows.orderBy(orderColumns[order.column], order.direction).orderBy("p.id", "desc"),
    filter,
  );
  return { count, rows: page };
}

export async function findProcess(
  db: Db,
  actor: Actor,
  id: number,
): Promise<ProcessRow | undefined> {
  return processRows(db, actor).where("p.id", "=", id).executeTakeFirst();
}

/** Changing columns of processes while they go on, by their ids; rights are not checked. */
export async function listStates(db: Db, ids: number[]): Promise<Map<number, StateRow>> {
  const rows = await db
    .selectFrom("imagery_process as p")
    .where("p.id", "=", sql<number>`any(${ids}::int[])`)
    .select(["p.id", "p.status", "p.step", "p.fragments_done", "p.fragments_total"])
    .select(["p.tree_count", "p.message", percentage.as("state_percentage")])
    .execute();
  const facts = await listBlockFacts(db, ids);
  return new Map(
    rows.flatMap((row) => {
      const own = facts.get(row.id);
      return own ? [[row.id, { ...row, ...own }]] : [];
    }),
  );
}
type ProgressRow = Pick<
  ProcessRow,
  | "status"
  | "step"
  | "state_percentage"
  | "fragments_done"
  | "fragments_total"
  | "tree_count"
  | "message"
>;
export type StateRow = ProgressRow & BlockFacts;

/** Narrows processes to those that the actor sees. */
export async function listVisible(db: Db, actor: Actor, ids: number[]): Promise<Set<number>> {
  const rows = await processRows(db, actor)
    .clearSelect()
    .select("p.id")
    .where("p.id", "=", sql<number>`any(${ids}::int[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Attribution and licence of a source whose files people send. */
export async function findCredit(db: Db, source: number) {
  return db
    .selectFrom("imagery_source")
    .where("id", "=", source)
    .where("kind", "=", "upload")
    .where("enabled", "=", true)
    .select(["id as source_id", "attribution", "licence"])
    .executeTakeFirst();
}

const unused = sql<SqlBool>`not exists (select 1 from imagery_process p where p.upload_id = upload.id)`;

/** The upload that a process is to be made of, if it is the actor's and not yet used. */
export async function findReadyUpload(db: Db, actor: Actor, id: string) {
  return db
    .selectFrom("upload")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", actor.id)
    .where("status", "=", "ready")
    .where(unused)
    .executeTakeFirst();
}

/** Locks an upload against a second process at the same moment. @returns whether it still exists and is unused. */
export async function lockUpload(db: Db, id: string): Promise<boolean> {
  await db.selectFrom("upload").select("id").where("id", "=", id).forUpdate().execute();
  // A separate statement: it sees what was committed while waiting for the lock.
  const row = await db
    .selectFrom("upload")
    .select("id")
    .where("id", "=", id)
    .where(unused)
    .executeTakeFirst();
  return row !== undefined;
}

/** The row locked against another stop, restart or deletion at the same moment. */
export async function lockProcess(db: Db, id: number) {
  return db
    .selectFrom("imagery_process")
    .where("id", "=", id)
    .select(["id", "status", "upload_id", "file_key", "priority"])
    .forUpdate()
    .executeTakeFirst();
}

export async function findImageOf(db: Db, processId: number) {
  return db
    .selectFrom("whole_image")
    .where("process_id", "=", processId)
    .select(["id", "cog_key", "published_at"])
    .executeTakeFirst();
}

export async function updateCaptureDate(db: Db, id: number, date: string) {
  await db
    .updateTable("imagery_process")
    .set({ capture_date: date, updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

/** Images of the same place as the process's, with what their content hashes to. */
export async function listHashes(db: Db, actor: Actor, processId: number) {
  return db
    .selectFrom("whole_image as mine")
    .innerJoin("whole_image as w", (join) =>
      join.on(
        sql<SqlBool>`(w.id = mine.id or w.date_hash = mine.date_hash or (w.bbox[1] < mine.bbox[3] and w.bbox[3] > mine.bbox[1] and w.bbox[2] < mine.bbox[4] and w.bbox[4] > mine.bbox[2]))`,
      ),
    )
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .where("mine.process_id", "=", processId)
    .where(visibleImagery(actor))
    .select([
      "w.id",
      "w.process_id",
      "w.date_hash",
      "w.captured_on",
      "w.width",
      "w.height",
      "w.tree_count",
      "p.file_name",
    ])
    .select(changeableBy(actor).as("in_scope"))
    .orderBy("w.captured_on", "desc")
    .orderBy("w.id", "desc")
    .execute();
}

export async function updatePriority(db: Db, id: number, priority: ProcessPriority) {
  await db
    .updateTable("imagery_process")
    .set({ priority, updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

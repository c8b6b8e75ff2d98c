/** The rows of a comparison: claimed, advanced, ended, and the trees read and written. */

import type { ComparisonResult } from "@nihol/contract/values/imagery/image-compare";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { JobPayload } from "@nihol/contract/values/jobs";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import type { JobRequest } from "@nihol/store/jobs/job-queue";
import { ASKED_FOR } from "@nihol/store/processes/fair-turns";
import { refreshChangeTally } from "@nihol/store/trees/tree-tally";
import type { Unseen } from "@nihol/vision/compare/compare-images";
import type { Decision } from "@nihol/vision/compare/decide";
import { sql } from "kysely";
import type { Message } from "../../child/end-message.ts";

export interface ComparedImage {
  id: number;
  cog_key: string;
  facts: ImageMetadata;
  coverage: MultiPolygon;
  /** Score from which on a find was taken for a tree, by the lessons of the image's ground; null without lessons. */
  taught_threshold: number | null;
}

export interface ComparedTree {
  id: string;
  zc: string;
  lon: number;
  lat: number;
  area_m2: number;
  score: number;
}

/** Claims a waiting comparison; undefined when it has ended or is deleted. */
export async function claimComparison(db: Db, id: number) {
  return db
    .updateTable("image_comparison")
    .set({ status: "in_progress", message: null, updated_at: sql`now()` })
    .where("id", "=", id)
    .where("status", "in", ["pending", "in_progress"])
    .returning(["id", "before_id", "after_id"])
    .executeTakeFirst();
}

/** Both images, the earlier one first; undefined when one of them is not counted any more. */
export async function findImages(
  db: Db,
  ids: readonly [number, number],
): Promise<[ComparedImage, ComparedImage] | undefined> {
  const rows = await db
    .selectFrom("whole_image")
    .select(["id", "cog_key", "facts", "coverage"])
    .select(
      sql<number | null>`case when lessons_id is not null then threshold end`.as(
        "taught_threshold",
      ),
    )
    .where("id", "in", [...ids])
    .where("published_at", "is not", null)
    .execute();
  const of = (id: number) => rows.find((row) => row.id === id) as ComparedImage | undefined;
  const [before, after] = [of(ids[0]), of(ids[1])];
  return before && after && [before, after];
}

export async function listTrees(db: Db, imageId: number): Promise<ComparedTree[]> {
  const { rows } = await sql<ComparedTree>`
    select id::text as id, zc::text as zc, lon, lat, area_m2, score from tree
    where whole_image_id = ${imageId} order by zc, id`.execute(db);
  return rows;
}

/** Writes the progress, 0..1. @returns false where the comparison was ended or deleted meanwhile */
export async function noteComparison(db: Db, id: number, progress: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("image_comparison")
    .set({ progress, updated_at: sql`now()` })
    .where("id", "=", id)
    .where("status", "=", "in_progress")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function failComparison(db: Db, id: number, message: Message): Promise<void> {
  await db
    .updateTable("image_comparison")
    .set({ status: "failed", message: json(message), finished_at: sql`now()` })
    .where("id", "=", id)
    .where("status", "=", "in_progress")
    .execute();
}

// The numbers of a state and of a reason in `tree_change` are their places in these lists (a reason's plus one; 0 is none).
const states = ["kept", "planted", "lost", "not_visible"] as const;
const reasons: readonly Unseen[] = ["outside", "no_data", "too_coarse", "veiled"];
const BATCH = 5000;

/**
 * Writes what became of every tree, and ends the comparison; nothing happens when a tree of its images
 * has changed meanwhile, which deletes it.
 */
export async function writeComparison(
  db: Db,
  id: number,
  result: ComparisonResult,
  { records }: Pick<Decision, "records">,
  trees: readonly [ComparedTree[], ComparedTree[]],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("image_comparison")
      .set({
        status: "completed",
        progress: 1,
        result: json(result),
        finished_at: sql`now()`,
        updated_at: sql`now()`,
      })
      .where("id", "=", id)
      .where("status", "=", "in_progress")
      .returning("id")
      .executeTakeFirst();
    if (!row) return;
    await trx.deleteFrom("tree_change").where("comparison_id", "=", id).execute();
    for (let from = 0; from < records.length; from += BATCH)
      await insertChangeRecords(trx, id, records.slice(from, from + BATCH), trees);
    await refreshChangeTally(trx, { comparison: id });
  });
}

/** Writes records; `side` is 0 where the earlier image alone has the tree, 1 the later one alone, 2 both. */
async function insertChangeRecords(
  trx: Db,
  id: number,
  records: Decision["records"],
  [before, after]: readonly [ComparedTree[], ComparedTree[]],
): Promise<void> {
  const rows = records.flatMap((record) => {
    const old = record.before === undefined ? undefined : before[record.before];
    const late = record.after === undefined ? undefined : after[record.after];
    const shown = late ?? old;
    return shown ? [{ record, old, late, shown }] : [];
  });
  const column = <T>(of: (row: (typeof rows)[number]) => T) => rows.map(of);
  await sql`
    insert into tree_change (comparison_id, tree_id, before_tree_id, state, side, reason, unsure, chance, zc,
      before_m2, after_m2)
    select ${id}, * from unnest(${column(({ shown }) => shown.id)}::bigint[],
      ${column(({ old, late }) => (old && late ? old.id : null))}::bigint[],
      ${column(({ record }) => states.indexOf(record.state))}::smallint[],
      ${column(({ old, late }) => (old && late ? 2 : late ? 1 : 0))}::smallint[],
      ${column(({ record }) => (record.reason ? reasons.indexOf(record.reason) + 1 : 0))}::smallint[],
      ${column(({ record }) => record.unsure)}::boolean[], ${column(({ record }) => record.chance)}::real[],
      ${column(({ shown }) => shown.zc)}::bigint[],
      ${column(({ old }) => old?.area_m2 ?? null)}::real[],
      ${column(({ late }) => late?.area_m2 ?? null)}::real[])`.execute(trx);
}

/**
 * Pause since the last correction of a tree before its comparisons begin: each correction ends them (`end_comparisons`), so one
 * that began between two of them would be in vain.
 */
const CORRECTED_AGO = "2 minutes";

/** Lists the jobs of all comparisons that have not ended; for the reconciler. */
export async function unfinishedComparisons(db: Db): Promise<JobRequest[]> {
  const rows = await db
    .selectFrom("image_comparison")
    .select(["id", "requested_by"])
    .where("status", "in", ["pending", "in_progress"])
    .where(
      sql<boolean>`not exists (select from tree_correction t
        where t.whole_image_id in (before_id, after_id)
          and coalesce(t.undone_at, t.corrected_at) > now() - ${CORRECTED_AGO}::interval)`,
    )
    .orderBy("id")
    .execute();
  return rows.map(({ id, requested_by }) => ({
    name: "imagery.compare",
    data: { comparison: id } satisfies JobPayload<"imagery.compare">,
    ...(requested_by === null ? {} : { options: { priority: ASKED_FOR } }),
  }));
}

/** The rows of the watch: where a round stands, what it has found, when a source is asked next. */

import { watchLimits } from "@nihol/contract/values/imagery/imagery-sources";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { Database } from "@nihol/db/tables";
import type { Bbox } from "@nihol/geo/geometry";
import type { SourceProblem } from "@nihol/sources/fetch/source-problem";
import type { JobRequest } from "@nihol/store/jobs/job-queue";
import { notify } from "@nihol/store/notices/notify";
import { type Insertable, type SqlBool, sql } from "kysely";

/** Columns of an offered capture, without its garden and source. */
export type FoundOffer = Pick<
  Insertable<Database["offered_capture"]>,
  | ("day" | "item" | "preview_key" | "preview_hash" | "cloud" | "cloud_basis" | "darkness")
  | ("same_image_id" | "status")
>;

export const watchJob = (source: number, after: number): JobRequest => ({
  name: "imagery.watch",
  data: { source, after },
});

const isDue = sql<SqlBool>`enabled and watch_days is not null and watch_due_at <= now()`;

/** Jobs of the sources that are due: a round that begins, or goes on where a lost job left it. */
export async function dueWatches(db: Db): Promise<JobRequest[]> {
  const rows = await db
    .selectFrom("imagery_source")
    .where(isDue)
    .select(["id", "watch_garden"])
    .orderBy("id")
    .execute();
  return rows.map((row) => watchJob(row.id, row.watch_garden));
}

/** Images compared with one capture, the finest first. */
const imagesHere = 4;

/** Published images of a day that show an area, wherever they came from. */
export const listImagesHere = (db: Db, [west, south, east, north]: Bbox, day: string) =>
  db
    .selectFrom("whole_image as w")
    .where("w.captured_on", "=", day)
    .where("w.published_at", "is not", null)
    .where(
      sql<SqlBool>`w.bbox[1] <= ${west} and w.bbox[2] <= ${south} and w.bbox[3] >= ${east} and w.bbox[4] >= ${north}`,
    )
    .select(["w.id", "w.cog_key", "w.facts"])
    .orderBy("w.gsd_m")
    .orderBy("w.id")
    .limit(imagesHere)
    .execute();

/** The next gardens that have a place, each with the days that are known of it, newest first. */
const listGardens = (db: Db, source: number, after: number) =>
  db
    .selectFrom("garden as g")
    .where("g.bbox", "is not", null)
    .where("g.id", ">", after)
    .select(["g.id", "g.bbox"])
    .select(
      sql<string[]>`coalesce((select jsonb_agg(d.day order by d.day desc) from (
        select to_char(o.day, 'YYYY-MM-DD') as day from offered_capture o
          where o.source_id = ${source} and o.garden_id = g.id
        union select to_char(p.capture_date, 'YYYY-MM-DD') from imagery_process p
          where p.source_id = ${source} and p.area_kind = 'garden' and p.area_id = g.id) d), '[]')`.as(
        "known",
      ),
    )
    .orderBy("g.id")
    .limit(watchLimits.gardens)
    .$narrowType<{ bbox: [number, number, number, number] }>()
    .execute();
export type WatchedGarden = Awaited<ReturnType<typeof listGardens>>[number];

/** The gardens of a job; undefined where the round stands elsewhere by now, or the source is not watched any more. */
export async function beginBatch(
  db: Db,
  source: number,
  after: number,
): Promise<WatchedGarden[] | undefined> {
  const row = await db
    .updateTable("imagery_source")
    .set({ watch_began_at: sql`coalesce(watch_began_at, now())` })
    .where("id", "=", source)
    .where("watch_garden", "=", after)
    .where(isDue)
    .returning("id")
    .executeTakeFirst();
  return row && listGardens(db, source, after);
}

/** Writes what was found of a garden, and that the round has come so far. A source or garden that went meanwhile takes it along. */
export function saveGarden(db: Db, source: number, garden: number, found: readonly FoundOffer[]) {
  return db.transaction().execute(async (trx) => {
    const held = await trx
      .updateTable("imagery_source")
      .set({ watch_garden: garden, watch_failures: 0, watch_problem: null })
      .where("id", "=", source)
      .where("watch_garden", "<", garden)
      .where("watch_days", "is not", null)
      .returning("id")
      .executeTakeFirst();
    const there = await trx
      .selectFrom("garden")
      .where("id", "=", garden)
      .select("id")
      .forKeyShare()
      .executeTakeFirst();
    if (!held || !there || found.length === 0) return;
    await trx
      .insertInto("offered_capture")
      .values(found.map((one) => ({ ...one, source_id: source, garden_id: garden })))
      .onConflict((conflict) => conflict.columns(["source_id", "garden_id", "day"]).doNothing())
      .execute();
  });
}

/** All gardens were asked for: those in charge are told once, and the next round has its time. */
export function endRound(db: Db, source: number) {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("imagery_source")
      .where("id", "=", source)
      .where("watch_began_at", "is not", null)
      .select("watch_began_at")
      .forUpdate()
      .executeTakeFirst();
    if (!row?.watch_began_at) return;
    const found = await trx
      .selectFrom("offered_capture")
      .where("source_id", "=", source)
      .where("found_at", ">=", row.watch_began_at)
      .where("status", "=", "new")
      .select("id")
      .limit(1)
      .executeTakeFirst();
    const once = row.watch_began_at.toISOString();
    if (found) await notify(trx, { kind: "captures_offered", subject: "source", id: source, once });
    await trx
      .updateTable("imagery_source")
      .set({
        watch_garden: 0,
        watch_began_at: null,
        watched_at: sql`now()`,
        watch_failures: 0,
        watch_problem: null,
        watch_due_at: sql`now() + watch_days * interval '1 day'`,
      })
      .where("id", "=", source)
      .execute();
  });
}

/** Keeps a server's failure, to be shown; the source is asked again after an hour, two, four … up to a day. */
export async function noteProblem(db: Db, source: number, reason: SourceProblem["reason"]) {
  await db
    .updateTable("imagery_source")
    .set({
      watch_problem: json(reason),
      watch_failures: sql`watch_failures + 1`,
      watch_due_at: sql`now() + least(24, 2 ^ least(watch_failures, 5)) * interval '1 hour'`,
    })
    .where("id", "=", source)
    .execute();
}

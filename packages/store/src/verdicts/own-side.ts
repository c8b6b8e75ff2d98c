/** The reporting side's own hand in the images that judge its report (decision 116): what it gave, and what it did on them. */

import type { OwnSidePart } from "@nihol/contract/values/planting/verdicts";
import { greenStates, type TreeState } from "@nihol/contract/values/trees";
import type { ImageChangeFacts } from "@nihol/counting/verdict/facts";
import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { sql } from "kysely";

/** Holds where a person was of the side that reported the task, and where nobody knows any more who it was. */
export const isOwn = (task: number, person: string, moment: string) =>
  sql<boolean>`(${sql.ref(person)} is null or of_reporting_side(${task}, ${sql.ref(person)}, ${sql.ref(moment)}))`;

/** Sample plots `c` that the side counted or passed over: those that it passed over may have been the empty ones. */
const isOwnPlot = (task: number) =>
  sql`(c.marks is not null or c.is_skipped) and ${isOwn(task, "c.counted_by", "c.counted_at")}`;

/** Holds where the source of process `p` names no day: its image's day is the word of who asked for it. */
export const sourceNamesNoDay = sql<boolean>`exists (select from imagery_source s where s.id = p.source_id
  and s.kind <> 'stac' and s.watch_days is null and position('{date}' in s.address) = 0)`;

/**
 * Parts of an image `w` of a process `p` that the side gave. The day of an image out of a source is its requester's word
 * where the source names no days; what the demonstration draws is of nobody.
 */
export const ownParts = (task: number) => sql<
  OwnSidePart[]
>`case when p.demo then '{}' else array_remove(array[
  case when p.source_id is null and ${isOwn(task, "p.requested_by", "p.created_at")} then 'image' end,
  case when ${isOwn(task, "p.requested_by", "p.created_at")} and ${sourceNamesNoDay} then 'date' end,
  case when exists (select from ground_lessons l where l.id = w.lessons_id and l.is_better
    and (${isOwn(task, "l.learned_by", "l.learned_at")} or exists (select from calibration_window c
      where c.whole_image_id = any(l.images) and ${isOwnPlot(task)})))
    then 'lessons' end,
  case when p.threshold is not null and ${isOwn(task, "p.threshold_by", "p.threshold_at")} then 'threshold' end
], null) end`;

/** Sample plots of the side on which the range of image `w` rests. */
export const ownPlots = (
  task: number,
) => sql<number>`(select count(*)::int from calibration_window c
  where (c.whole_image_id = any(w.range_images) or (c.whole_image_id = w.id and w.range_basis = 'calibration'))
    and ${isOwnPlot(task)})`;

/** Holds where somebody else than the side looked a fragment `f` over whole. */
export const isCheckedByOthers = (task: number) =>
  sql<boolean>`(f.checked and not ${isOwn(task, "f.reviewed_by", "f.reviewed_at")})`;

/** Fragments of image `w` in the box that the side called whole and right. */
export const ownChecks = (task: number, [west, south, east, north]: Bbox) =>
  sql<number>`case when w.checked_ground = 0 then 0 else (select count(*)::int from fragment f
    where f.whole_image_id = w.id and f.checked and f.bbox[1] < ${east} and f.bbox[3] > ${west}
      and f.bbox[2] < ${north} and f.bbox[4] > ${south} and ${isOwn(task, "f.reviewed_by", "f.reviewed_at")}) end`;

/** A tree whose last standing correction is the side's, as it was before the side's first. */
export interface OwnCorrection {
  image: number;
  tree: number;
  /** Undefined where there was none before. */
  before: Pick<TreeState, "lon" | "lat" | "area_m2"> | undefined;
}

/** Trees around a garden that the side corrected; those that are not green are no trees before either. */
export async function listOwnCorrections(
  db: Db,
  task: number,
  images: readonly number[],
  [west, south, east, north]: Bbox,
): Promise<OwnCorrection[]> {
  if (images.length === 0) return [];
  const { rows } = await sql<{ image: number; tree: string; before: TreeState | null }>`
    with standing as (
      select c.*, row_number() over (partition by tree_id order by id desc) as back,
        (coalesce(before, after) ->> 'lon')::float8 as lon, (coalesce(before, after) ->> 'lat')::float8 as lat
      from tree_correction c
      where whole_image_id = any(${[...images]}::int[]) and undone_at is null and action <> 'accept'
    ), own as (
      select *, ${isOwn(task, "corrected_by", "corrected_at")} as is_own from standing
      where lon between ${west} and ${east} and lat between ${south} and ${north}
    )
    select distinct on (tree_id) whole_image_id as image, tree_id::text as tree, before from own
    where is_own and tree_id in (select tree_id from own where back = 1 and is_own)
    order by tree_id, id`.execute(db);
  return rows.map(({ image, tree, before }) => ({
    image,
    tree: Number(tree),
    before: before && before.green !== greenStates[0] ? before : undefined,
  }));
}

/** Day that the file of process `p` states; null where it states none, or a year or a month alone. */
export const statedDay = sql<
  string | null
>`case when p.facts -> 'captureDate' ->> 'precision' = 'day' then p.facts -> 'captureDate' ->> 'date' end`;

/** Holds where a person gave image `w` of process `p` another day than its file states. */
export const isDatedOtherwise = sql<boolean>`(not p.demo and coalesce(${statedDay} <> w.captured_on::text, false))`;

/** The newest changes that are named; a garden with more is for who reads the log. */
export const MAX_CHANGES = 20;

/** Images that show the box, by their own boxes, and that a person rejected or dated otherwise than their files. */
export async function listImageChanges(
  db: Db,
  task: number,
  [west, south, east, north]: Bbox,
): Promise<ImageChangeFacts[]> {
  const { rows } = await sql<ImageChangeFacts>`
    select w.id as image, x.kind, w.captured_on::text as "capturedOn", programme_day(x.at)::text as "changedOn",
      x.stated as "statedOn", ${isOwn(task, "x.person", "x.at")} as "isOwnSide"
    from whole_image w join imagery_process p on p.id = w.process_id, lateral (
      select 'rejected' as kind, w.reviewed_by as person, w.reviewed_at as at, null as stated
        where w.review = 'rejected' and w.reviewed_at is not null
      union all
      select 'dated', p.requested_by, p.created_at, ${statedDay}
        where w.review <> 'rejected' and w.published_at is not null and ${isDatedOtherwise}
    ) x
    where w.bbox[1] <= ${east} and w.bbox[3] >= ${west} and w.bbox[2] <= ${north} and w.bbox[4] >= ${south}
    order by w.captured_on desc, w.id desc limit ${MAX_CHANGES}`.execute(db);
  return rows.map((row) => ({ ...row }));
}

/** Images of one kind share what their sample plots say (decision 62). */

import { type ImageRatio, type SharedRange, sharedRange } from "@nihol/counting/shared-plots";
import type { Db } from "@nihol/db/connection";
import { changesImage } from "@nihol/policies/sees-images";
import { eachAccount } from "@nihol/policies/viewer";
import { sql } from "kysely";

/** Metres a pixel of what an image shows; SQL. */
const shownOf = (image: "a" | "b") =>
  sql`coalesce((${sql.ref(`${image}.facts`)} ->> 'shownGsdMeters')::float8, ${sql.ref(`${image}.gsd_m`)})`;

/** Pixels that differ by less than this factor are of one resolution. */
const SAME_RESOLUTION = 1.15;
/** Days of the year, counted around it, that are of one season. */
const SEASON_DAYS = 45;
/** As many images say all that there is to say. */
const MAX_IMAGES = 100;

/**
 * Holds where images `a` and `b`, of processes `p` and `q`, were taken alike. An upload names no source; its region, its bands and
 * their kind stand for it.
 */
const isTakenAlike = sql<boolean>`
  a.id <> b.id and abs(ln(${shownOf("a")} / ${shownOf("b")})) < ln(${SAME_RESOLUTION}::float8)
  and a.has_nir = b.has_nir and a.leaf_off = b.leaf_off
  and 182 - abs(182 - abs(extract(doy from a.captured_on)::int - extract(doy from b.captured_on)::int)) <= ${SEASON_DAYS}::int
  and p.demo = q.demo and p.source_id is not distinct from q.source_id
  and (p.source_id is not null or (a.region_id is not distinct from b.region_id
    and a.facts ->> 'dtype' = b.facts ->> 'dtype'
    and jsonb_array_length(a.facts -> 'bands') = jsonb_array_length(b.facts -> 'bands')))`;

/** Holds where they are of one kind: what the detector, as it was set and taught, makes of one may be expected of the other. */
const isOneKind = sql<boolean>`${isTakenAlike} and a.model_sha256 = b.model_sha256
  and abs(a.threshold - b.threshold) < 0.001 and a.lessons_id is not distinct from b.lessons_id`;

/** Grounds of images that were taken as this one was, that of the nearest day first. */
export async function groundsAlike(db: Db, id: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select g.id, g.name from (
      select b.ground_id, min(abs(a.captured_on - b.captured_on)) as days
      from whole_image a join imagery_process p on p.id = a.process_id,
        whole_image b join imagery_process q on q.id = b.process_id
      where a.id = ${id} and b.ground_id is not null and ${isTakenAlike}
      group by 1
    ) n join ground g on g.id = n.ground_id
    order by n.days, g.id`.execute(db);
  return rows;
}

/** Holds where nobody counted plots of image `b` who may not change image `a`: a clerk's marks move no count of others. */
const areOfItsPeople = sql<boolean>`not exists (
  select from calibration_window n join user_account u on u.id = n.counted_by join user_group r on r.id = u.group_id,
    whole_image w join imagery_process p on p.id = w.process_id
  where n.whole_image_id = b.id and w.id = a.id and not ${changesImage(eachAccount)})`;

interface SharedPlots extends ImageRatio {
  image: number;
  /** A part of an image is less certain: the squared half range that each tree of it adds. */
  scatter: number;
}

/** The images of an image's kind with enough plots of their own, those of the nearest days first. */
async function listShared(db: Db, id: number): Promise<SharedPlots[]> {
  const { rows } = await sql<SharedPlots>`
    select b.id as image, c.ratio, c.ratio_variance as "logVariance", b.range_scatter as scatter
    from whole_image a join imagery_process p on p.id = a.process_id,
      calibration c join whole_image b on b.id = c.whole_image_id join imagery_process q on q.id = b.process_id
    where a.id = ${id} and c.ratio > 0 and b.counted and b.published_at is not null and b.review <> 'rejected'
      and ${isOneKind} and ${areOfItsPeople}
    order by abs(a.captured_on - b.captured_on), b.id limit ${MAX_IMAGES}`.execute(db);
  return rows;
}

/** A range by the plots of other images, and which they are. */
export interface RangeOfKind extends SharedRange {
  scatter: number;
  images: number[];
}

/** @returns undefined where too few images of the kind have plots, or the model has no range to begin with */
export async function rangeOfKind(
  db: Db,
  id: number,
  model: { low: number | null; high: number | null; shared: number },
): Promise<RangeOfKind | undefined> {
  const { low, high, shared } = model;
  if (low === null || high === null) return undefined;
  const plots = await listShared(db, id);
  const range = sharedRange(plots, { low, high, shared });
  if (!range) return undefined;
  const scatter = plots.reduce((sum, plot) => sum + plot.scatter, 0) / plots.length;
  return { ...range, scatter, images: plots.map(({ image }) => image).sort((a, b) => a - b) };
}

/**
 * Images whose range follows, or followed, the plots of this one; those with enough of their own are left out.
 * The image itself where its range is from before it had a middle.
 */
export async function listFollowing(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from whole_image a where ${id}::int = any(a.range_images)
    union
    select a.id from whole_image a join imagery_process p on p.id = a.process_id,
      whole_image b join imagery_process q on q.id = b.process_id
    where b.id = ${id} and a.counted and a.published_at is not null and ${isOneKind}
      and not exists (select from calibration c where c.whole_image_id = a.id and c.ratio is not null)
    union
    select a.id from whole_image a where a.id = ${id} and a.range_basis = 'calibration' and a.range_middle is null
    order by 1`.execute(db);
  return rows.map((row) => row.id);
}

/** People who gave, dated or rejected the images that judge a report, or set the threshold that they are counted at. */

import type { ImageHand } from "@nihol/contract/planting/verdicts";
import { dayOf } from "@nihol/contract/values/planting/programme-day";
import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { isDatedOtherwise, isOwn, MAX_CHANGES, statedDay } from "@nihol/store/verdicts/own-side";
import { sql } from "kysely";

interface HandRow {
  image: number;
  captured_on: string;
  kind: ImageHand["kind"];
  at: Date;
  before: string | null;
  threshold: number | null;
  name: string;
  organization: Record<string, string> | null;
  own_side: boolean;
}

/**
 * Lists who had a hand in the images over the box: gave one as of the reporting side, gave it another day than its file
 * states, rejected it, or set its threshold; the newest images first.
 */
export async function listImageHands(
  db: Db,
  task: number,
  [west, south, east, north]: Bbox,
): Promise<ImageHand[]> {
  const { rows } = await sql<HandRow>`
    select w.id as image, w.captured_on, x.kind, x.at, x.before, x.threshold,
      trim(concat_ws(' ', u.first_name, u.last_name)) as name, m.name as organization,
      ${isOwn(task, "x.person", "x.at")} as own_side
    from whole_image w join imagery_process p on p.id = w.process_id, lateral (
      select 'given' as kind, p.requested_by as person, p.created_at as at, null as before, null::float8 as threshold
        where not p.demo and w.review <> 'rejected' and ${isOwn(task, "p.requested_by", "p.created_at")}
      union all
      select 'dated', p.requested_by, p.created_at, ${statedDay}, null
        where w.review <> 'rejected' and ${isDatedOtherwise}
      union all
      select 'rejected', w.reviewed_by, w.reviewed_at, null, null
        where w.review = 'rejected' and w.reviewed_at is not null
      union all
      select 'threshold', p.threshold_by, coalesce(p.threshold_at, p.created_at), null, p.threshold
        where w.review <> 'rejected' and p.threshold is not null
    ) x
    left join user_account u on u.id = x.person left join ministry m on m.id = u.ministry_id
    where w.counted and (w.published_at is not null or w.review = 'rejected')
      and w.bbox[1] <= ${east} and w.bbox[3] >= ${west} and w.bbox[2] <= ${north} and w.bbox[4] >= ${south}
    order by w.captured_on desc, w.id desc, x.at limit ${MAX_CHANGES}`.execute(db);
  return rows.map(({ at, captured_on, ...row }) => ({ ...row, date: captured_on, on: dayOf(at) }));
}

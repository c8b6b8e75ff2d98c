/** People who gave, dated or rejected the images that judge a report, taught or set what their trees are counted by. */

import { dayOf } from "@nihol/contract/values/planting/programme-day";
import type { VerdictReason } from "@nihol/contract/values/planting/verdicts";
import type { ImageHand } from "@nihol/contract/values/violations";
import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { organizationNameThen } from "@nihol/store/processes/given-by";
import {
  isDatedOtherwise,
  isOwn,
  MAX_CHANGES,
  sourceNamesNoDay,
  statedDay,
} from "@nihol/store/verdicts/own-side";
import { sql } from "kysely";

interface HandRow extends Omit<ImageHand, "date" | "on" | "name"> {
  person: number | null;
  captured_on: string;
  at: Date;
}

/** Images that the reasons of a verdict rest on. */
const imagesOf = (reasons: readonly VerdictReason[]) =>
  reasons.flatMap(({ figures }) =>
    [figures.image, figures.before_image].flatMap((id) => (id === undefined ? [] : Number(id))),
  );

/**
 * Lists who had a hand in the images over the box, by numbers of accounts: gave one that the reasons name, or of the
 * reporting side; gave it another day than its file states; rejected it; taught the lessons or set the threshold that it is
 * counted by. Images of the reasons first, then the newest; their names are read by `namePeople`.
 */
export async function listImageHands(
  db: Db,
  task: number,
  [west, south, east, north]: Bbox,
  reasons: readonly VerdictReason[],
): Promise<ImageHand[]> {
  const isNamed = sql`w.id = any(${imagesOf(reasons)}::int[])`;
  const { rows } = await sql<HandRow>`
    select w.id as image, w.captured_on, x.kind, x.at, x.before, x.threshold, x.person,
      ${organizationNameThen("x.person", "x.at")} as organization,
      ${isOwn(task, "x.person", "x.at")} as own_side
    from whole_image w join imagery_process p on p.id = w.process_id, lateral (
      select case when p.source_id is null and ${statedDay} is null then 'given_dated'
          when p.source_id is null then 'given' when ${sourceNamesNoDay} then 'asked_dated' else 'asked' end as kind,
        p.requested_by as person, p.created_at as at, null as before, null::float8 as threshold
        where not p.demo and w.review <> 'rejected' and (${isNamed} or ${isOwn(task, "p.requested_by", "p.created_at")})
      union all
      select 'dated', p.requested_by, p.created_at, ${statedDay}, null
        where w.review <> 'rejected' and ${isDatedOtherwise}
      union all
      select 'rejected', w.reviewed_by, w.reviewed_at, null, null
        where w.review = 'rejected' and w.reviewed_at is not null
      union all
      select 'lessons', l.learned_by, l.learned_at, null, null
        from ground_lessons l where l.id = w.lessons_id and l.is_better and w.review <> 'rejected'
      union all
      select 'threshold', p.threshold_by, coalesce(p.threshold_at, p.created_at), null, p.threshold
        where w.review <> 'rejected' and p.threshold is not null
    ) x
    where w.counted and (w.published_at is not null or w.review = 'rejected')
      and w.bbox[1] <= ${east} and w.bbox[3] >= ${west} and w.bbox[2] <= ${north} and w.bbox[4] >= ${south}
    order by ${isNamed} desc, w.captured_on desc, w.id desc, x.at, x.kind limit ${MAX_CHANGES}`.execute(
    db,
  );
  return rows.map(({ at, captured_on, ...row }) => ({
    ...{ ...row, date: captured_on, on: dayOf(at) },
    name: null,
  }));
}

/** A new image is compared with those of the same ground before and after it, so that the answer is there when asked for. */
import { compareVersion } from "@nihol/contract/values/imagery/image-compare";
import { sql } from "kysely";
import type { Services } from "../../runner/services.ts";

/** Images that share less of the smaller one's box than this are neighbours, not two dates of a place. */
const MIN_SHARED = 0.2;

/**
 * Asks for the comparisons with the latest published image taken before and the earliest one taken after: an old image
 * may come late, or be read more slowly than a newer one. Nothing where there is none. Trees are compared, so both must
 * be fine enough for counting them.
 */
export async function compareNearestDates(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  process: number,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into image_comparison (before_id, after_id, method)
    select case when near.is_before then near.id else near.own end,
      case when near.is_before then near.own else near.id end, ${compareVersion}
    from (
      select distinct on (o.captured_on < w.captured_on)
        w.id as own, o.id, o.captured_on < w.captured_on as is_before
      from whole_image w
      join whole_image o on o.published_at is not null and o.counted and o.captured_on <> w.captured_on
      cross join lateral (
        select greatest(0, least(w.bbox[3], o.bbox[3]) - greatest(w.bbox[1], o.bbox[1]))
          * greatest(0, least(w.bbox[4], o.bbox[4]) - greatest(w.bbox[2], o.bbox[2])) as shared,
          least((w.bbox[3] - w.bbox[1]) * (w.bbox[4] - w.bbox[2]),
            (o.bbox[3] - o.bbox[1]) * (o.bbox[4] - o.bbox[2])) as smaller
      ) box
      where w.process_id = ${process} and w.published_at is not null and w.counted
        and box.shared > ${MIN_SHARED} * box.smaller
      order by o.captured_on < w.captured_on, abs(o.captured_on - w.captured_on), o.id desc
    ) near
    on conflict (before_id, after_id) do nothing
    returning id`.execute(db.sql);
  for (const { id } of rows) await jobs.send("imagery.compare", { comparison: id });
}

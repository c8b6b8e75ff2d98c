/** A new image is compared with the last one of the same ground, so that the answer is there when asked for. */
import { compareVersion } from "@nihol/contract/values/image-compare";
import { sql } from "kysely";
import type { Services } from "../../runner/services.ts";

/** Images that share less of the smaller one's box than this are neighbours, not two dates of a place. */
const MIN_SHARED = 0.2;

/**
 * Asks for the comparison with the latest published image taken before; nothing where there is none. Trees are
 * compared, so both must be fine enough for counting them.
 */
export async function compareWithLast({ db, jobs }: Services, process: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into image_comparison (before_id, after_id, method)
    select o.id, w.id, ${compareVersion}
    from whole_image w
    join whole_image o on o.published_at is not null and o.counted and o.captured_on < w.captured_on
    cross join lateral (
      select greatest(0, least(w.bbox[3], o.bbox[3]) - greatest(w.bbox[1], o.bbox[1]))
        * greatest(0, least(w.bbox[4], o.bbox[4]) - greatest(w.bbox[2], o.bbox[2])) as shared,
        least((w.bbox[3] - w.bbox[1]) * (w.bbox[4] - w.bbox[2]),
          (o.bbox[3] - o.bbox[1]) * (o.bbox[4] - o.bbox[2])) as smaller
    ) box
    where w.process_id = ${process} and w.published_at is not null and w.counted
      and box.shared > ${MIN_SHARED} * box.smaller
    order by o.captured_on desc, o.id desc limit 1
    on conflict (before_id, after_id) do nothing
    returning id`.execute(db.sql);
  for (const { id } of rows) await jobs.send("imagery.compare", { comparison: id });
}

/** Condition that an image lies outside the country. */
import { sql } from "kysely";

/**
 * Over an image `w`: none of its ground lies in a region. Of a published image `seen_area` knows it; of another one its
 * centre and its bounds have to do. False as long as no region has a boundary: then nobody knows where the country is. False of an outer join's
 * missing image, too.
 */
export const outsideCountry = sql<boolean>`(
  w.id is not null and w.region_id is null
  and exists (select 1 from region where boundary is not null)
  and not exists (select 1 from seen_area s where s.whole_image_id = w.id and s.region_id > 0)
  and (w.published_at is not null or not exists (
    select 1 from region r where r.bbox[1] <= w.bbox[3] and r.bbox[3] >= w.bbox[1]
      and r.bbox[2] <= w.bbox[4] and r.bbox[4] >= w.bbox[2])))`;

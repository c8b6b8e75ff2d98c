/** Trees that a run found on an image, whatever people have corrected since: to compare its count with what people see. */
import { type RawBuilder, sql } from "kysely";

/**
 * The trees of an image as a table for `from`: `box`, `checked`, and 1 or 0 for `present` (it counts now) and `found` (the
 * run found it). A tree that a person added was not found; one that a person removed was.
 */
export const treesAsFound = (image: number): RawBuilder<unknown> => sql`(
  select t.box, f.n is not null as checked, 1 as present, (t.review <> 3)::int as found
  from tree t left join fragment f on f.whole_image_id = t.whole_image_id and f.n = t.fragment and f.checked
  where t.whole_image_id = ${image}
  union all
  select array(select jsonb_array_elements_text(c.before -> 'box')::real), f.n is not null, 0, 1
  from (
    select distinct on (tree_id) tree_id, before, fragment from tree_correction
    where whole_image_id = ${image} order by tree_id, id
  ) c
  left join fragment f on f.whole_image_id = ${image} and f.n = c.fragment and f.checked
  where c.before is not null and not exists (select from tree t where t.id = c.tree_id))`;

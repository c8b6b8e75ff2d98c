/** Finds lines of the audit log on records that a report's figures are made of. */

import type { CorrectionCause } from "@nihol/contract/reports/report-periods";
import type { Db } from "@nihol/db/connection";
import { type SqlBool, sql } from "kysely";

export interface CauseRow extends Omit<CorrectionCause, "at"> {
  at: Date;
  /** Where the record lies, of an image each territory that it shows; null where it is gone, or has no place of its own. */
  regions: number[] | null;
  districts: number[] | null;
  /** Of an image the day that it shows. */
  captured_on: string | null;
}

/** A line of the log is a thousand at most: a period that differs by more is prepared anew. */
const MAX_CAUSES = 1000;

const number = (text: string) =>
  sql`case when (${sql.raw(text)}) ~ '^[0-9]{1,9}$' then (${sql.raw(text)})::int end`;

/** Prefers the territories that an image shows to the one that its middle lies in. */
function place(kind: "region" | "district") {
  const id = sql.raw(`${kind}_id`);
  return sql`coalesce(
    case when coalesce(w.tree_${sql.raw(kind)}, g.${id}, v.${id}, d.${id}) is not null
      then array[coalesce(w.tree_${sql.raw(kind)}, g.${id}, v.${id}, d.${id})] end,
    (select array_agg(distinct s.${id}) from seen_area s where s.whole_image_id = i.id),
    case when i.${id} is not null then array[i.${id}] end)`;
}

/**
 * Images published since a moment, and writes since then to gardens, tasks and their reports, images and their trees, devices and violations, newest first.
 * @param ministryId limits them to records of that ministry's gardens, tasks and cases
 */
export async function listCauses(
  db: Db,
  since: Date,
  ministryId: number | null,
): Promise<CauseRow[]> {
  const own = sql<SqlBool>`(${ministryId}::int is null or g.ministry_id = ${ministryId}
    or t.ministry_id = ${ministryId} or v.ministry_id = ${ministryId})`;
  const { rows } = await sql<CauseRow>`
    with written as (
      select l.id, l.at, l.action, l.resource, l.resource_id as record,
        nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as by,
        case when l.action in ('verdict', 'verdict_appeal') then l.change ->> 'verdict' end as verdict,
        case when l.action = 'verdict' then l.change ->> 'before' end as verdict_before,
        case l.resource
          when 'planttreetask' then ${number("l.resource_id")}
          when 'planttreetaskreport' then ${number("l.change ->> 'task'")} end as task_id,
        case l.resource when 'garden' then ${number("l.resource_id")}
          when 'planttreedetail' then ${number("l.change ->> 'garden'")} end as garden_id,
        case when l.resource = 'violation' then ${number("l.resource_id")} end as violation_id,
        case when l.resource = 'device' then ${number("l.resource_id")} end as device_id,
        case when l.resource = 'satelliteimagery' then ${number("l.resource_id")} end as process_id,
        case l.resource when 'wholeimage' then ${number("l.resource_id")}
          when 'planttreedetail' then ${number("l.change ->> 'whole_image'")} end as image_id,
        case when l.resource = 'planttreedetail' then ${number("l.change ->> 'region'")} end as tree_region,
        case when l.resource = 'planttreedetail' then ${number("l.change ->> 'district'")} end as tree_district
      from audit_log l left join user_account u on u.id = l.actor_id
      where l.at > ${since} and l.resource in ('garden', 'planttreetask', 'planttreetaskreport', 'wholeimage',
        'planttreedetail', 'satelliteimagery', 'device', 'sensor_guidance', 'violation', 'region', 'district')
      union all
      select null, p.published_at, 'publish', 'wholeimage', p.id::text, null, null, null, null, null, null, null,
        null, p.id, null, null
      from whole_image p where p.published_at > ${since}
    )
    select w.at, w.by, w.action, w.resource, w.record, w.verdict, w.verdict_before,
      ${place("region")} as regions, ${place("district")} as districts, i.captured_on
    from written w
    left join planting_task t on t.id = w.task_id
    left join violation v on v.id = w.violation_id
    left join device d on d.id = w.device_id
    left join whole_image i on i.id = w.image_id or i.process_id = w.process_id
    left join garden g on g.id = coalesce(w.garden_id, t.garden_id, v.garden_id, d.garden_id)
    where ${own} and (w.process_id is null or i.published_at is not null
      or not exists (select from imagery_process p where p.id = w.process_id))
    order by w.at desc, w.id desc limit ${MAX_CAUSES}`.execute(db);
  return rows;
}

/** What the audit log says of records that a report's figures are made of. */
import type { CorrectionCause } from "@nihol/contract/reports/report-periods";
import type { Database } from "@nihol/db/tables";
import { type Kysely, type SqlBool, sql } from "kysely";

export interface CauseRow extends Omit<CorrectionCause, "at"> {
  at: Date;
  /** Where the record lies; null where it is gone, or has no place of its own. */
  region_id: number | null;
  district_id: number | null;
}

/** A line of the log is a thousand at most: a period that differs by more is prepared anew. */
const MAX_CAUSES = 1000;

const number = (text: string) =>
  sql`case when (${sql.raw(text)}) ~ '^[0-9]{1,9}$' then (${sql.raw(text)})::int end`;

/**
 * Writes since a moment to gardens, tasks and their reports, images and their trees, devices and violations, newest first.
 * @param ministryId limits them to records of that ministry's gardens, tasks and cases
 */
export async function listCauses(
  db: Kysely<Database>,
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
        case l.resource when 'wholeimage' then ${number("l.resource_id")}
          when 'planttreedetail' then ${number("l.change ->> 'whole_image'")} end as image_id,
        case when l.resource = 'planttreedetail' then ${number("l.change ->> 'region'")} end as tree_region,
        case when l.resource = 'planttreedetail' then ${number("l.change ->> 'district'")} end as tree_district
      from audit_log l left join user_account u on u.id = l.actor_id
      where l.at > ${since} and l.resource in ('garden', 'planttreetask', 'planttreetaskreport', 'wholeimage',
        'planttreedetail', 'satelliteimagery', 'device', 'sensor_guidance', 'violation', 'region', 'district')
    )
    select w.at, w.by, w.action, w.resource, w.record, w.verdict, w.verdict_before,
      coalesce(w.tree_region, g.region_id, v.region_id, d.region_id, i.region_id) as region_id,
      coalesce(w.tree_district, g.district_id, v.district_id, d.district_id, i.district_id) as district_id
    from written w
    left join planting_task t on t.id = w.task_id
    left join violation v on v.id = w.violation_id
    left join device d on d.id = w.device_id
    left join whole_image i on i.id = w.image_id
    left join garden g on g.id = coalesce(w.garden_id, t.garden_id, v.garden_id, d.garden_id)
    where ${own} order by w.at desc, w.id desc limit ${MAX_CAUSES}`.execute(db);
  return rows;
}

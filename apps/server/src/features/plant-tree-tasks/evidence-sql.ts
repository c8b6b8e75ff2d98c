/** The rules by which reports are flagged, each once, in the database: a list is filtered by what a row shows. */
import {
  clockDays,
  daysAfterPlanting,
  elsewhereM,
  triangularGain,
  weakPositionM,
} from "@nihol/store/evidence/flag-limits";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/** The error that a photo states counts only as long as its place stands in the row. */
const statedErrorM = sql`(case when p.position_from_photo then ph.position_error_m end)`;
const allowedM = (metres: number) => sql`${metres}::float8 + coalesce(${statedErrorM}, 0)`;
const severityIf = (isWarning: RawBuilder<SqlBool>) =>
  sql`case when ${isWarning} then 'warning' else 'note' end`;

/** Whoever sent the photo first has to explain less; one view may show two tree types of one day. */
const duplicate = sql`
  select 'photo_duplicate' as flag, ${severityIf(sql`(o.sent_at, o.report_id) < (ph.sent_at, ph.report_id)
      and not (op.task_id = p.task_id and op.plant_date = p.plant_date)`)} as severity,
    jsonb_build_object('row', m.other_id, 'exact', m.exact, 'mirrored', m.mirrored,
      'distance', m.distance) as figures
  from planting_photo_match m
  join planting_photo o on o.report_id = m.other_id
  join planting_report op on op.id = m.other_id
  where m.report_id = ph.report_id`;

const elsewhere = sql`
  select 'photo_elsewhere', ${severityIf(sql`p.boundary_distance_m > ${allowedM(elsewhereM.warning)}`)},
    jsonb_build_object('distance_m', round(p.boundary_distance_m), 'from_photo', p.position_from_photo)
  where p.boundary_distance_m > ${allowedM(elsewhereM.note)}`;

/** Days by which a photo lies outside of when it can have been taken, by what it is compared with. */
const times = sql`(values
  ('before_assigned', t.assigned_date - p.image_date, ${clockDays}::int, 'warning'),
  ('before_planting', p.plant_date - p.image_date, ${clockDays}::int, 'warning'),
  ('long_after_planting', p.image_date - p.plant_date, ${daysAfterPlanting}::int, 'note'),
  ('after_sending', ph.taken_on - (ph.sent_at at time zone 'UTC')::date, ${clockDays}::int, 'note')
) as v (kind, days, allowed, severity)`;
const time = sql`
  select 'photo_time', v.severity,
    jsonb_build_object('kind', v.kind, 'days', v.days, 'from_photo', p.image_date_from_photo)
  from ${times} where v.days > v.allowed`;

const weak = sql`
  select 'position_weak', ${severityIf(sql`${statedErrorM} > ${weakPositionM.warning}::float8`)},
    jsonb_build_object('error_m', round(${statedErrorM}::numeric, 1))
  where ${statedErrorM} > ${weakPositionM.note}::float8`;

const missing = sql`
  select 'no_photo', 'note', '{}'::jsonb where p.photo_key is null
  union all select 'no_position', 'note', '{}'::jsonb where p.latitude is null`;

/** Flags of a row `p` of the task `t`, with its photo `ph`: `flag`, `severity` and `figures`. */
const rowFlags = sql`(${sql.join([duplicate, elsewhere, time, weak, missing], sql` union all `)})`;

/** Rows with their photos and flags; what is known of another photo than the row's counts for nothing. */
export const flaggedRows = sql`planting_report p
  join planting_task t on t.id = p.task_id
  left join planting_photo ph on ph.report_id = p.id and ph.of_photo = p.photo_key
  cross join lateral ${rowFlags} as f`;

const metresPerDegree = 111_320;
/** Half the perimeter of the box around the garden `g`, metres: no convex shape in it has more. */
const halfAroundM = sql`${metresPerDegree}::float8 * (g.bbox[4] - g.bbox[2]
  + (g.bbox[3] - g.bbox[1]) * cos(radians((g.bbox[2] + g.bbox[4]) / 2)))`;
const grid = sql`g.area_m2 / t.spacing_m ^ 2`;
const alongEdges = sql`${halfAroundM} / t.spacing_m + 1`;

/** Flags of the whole task `t` in its garden `g`. */
export const taskFlags = sql`(
  select 'too_dense' as flag, ${severityIf(sql`n.count > d.max`)} as severity,
    jsonb_build_object('count', n.count, 'area_m2', round(g.area_m2), 'spacing_m', t.spacing_m,
      'fits', d.fits, 'fits_max', d.max) as figures
  from (select sum(r.count)::int as count from planting_report r where r.task_id = t.id) n,
    (select floor(${grid} + ${alongEdges})::int as fits,
      floor(${triangularGain}::float8 * ${grid} + ${alongEdges})::int as max) d
  where n.count > d.fits)`;

const warningsOf = sql`(
  select w.flag from (
    select f.flag, f.severity from planting_report p
      left join planting_photo ph on ph.report_id = p.id and ph.of_photo = p.photo_key
      cross join lateral ${rowFlags} as f
      where p.task_id = t.id
    union all select d.flag, d.severity from ${taskFlags} d) w
  where w.severity = 'warning')`;

/** What is wrong with the task `t` in its garden `g` by warnings, each name once; notes are left out. */
export const taskWarnings = sql`array(select distinct w.flag from ${warningsOf} w order by w.flag)`;
export const hasWarnings = sql<SqlBool>`exists ${warningsOf}`;

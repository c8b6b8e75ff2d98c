/**
 * The rules by which reports are flagged, each once, in the database: a list is filtered by what a row shows. Flags
 * are worked out when they are read, so that they follow rows, dates, spacings and photos; what costs more than a
 * comparison is kept with the row: the distance from the boundary, and which photos look alike.
 */
import { clockDays } from "@nihol/contract/values/planting/plausible-counts";
import { METERS_PER_DEGREE } from "@nihol/geo/flat-meters";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  beyondOrdered,
  daysAfterPlanting,
  elsewhereM,
  triangularGain,
  weakPositionM,
} from "./flag-limits.ts";

type Sql = RawBuilder<unknown>;

const reports = sql`planting_report p`;
const withPhotos = sql`planting_report p
  left join planting_photo ph on ph.report_id = p.id and ph.of_photo = p.photo_key`;

// Written as they are, not as parameters: the partial indexes of migrations 0053, 0073 and 0195 are for these numbers.
const metres = (value: number) => sql`${sql.lit(value)}::float8`;
const days = (value: number) => sql.lit(value);
const severityIf = (isWarning: Sql) => sql`case when ${isWarning} then 'warning' else 'note' end`;
const note = sql`'note'`;
const warning = sql`'warning'`;

/** Builds the SQL of a rule: the rows `p` of `from` that are flagged, how badly, and by which figures. */
const rule = (flag: string, of: { from: Sql; where: Sql; severity: Sql; figures: Sql }) => sql`
  select p.id as report_id, p.task_id, ${sql.lit(flag)}::text as flag, ${of.severity}::text as severity,
    ${of.figures} as figures
  from ${of.from} where ${of.where}`;

/** Whoever sent the photo first has to explain less; one view may show two tree types of one day. */
const duplicate = rule("photo_duplicate", {
  from: sql`planting_photo_match m
    join planting_photo ph on ph.report_id = m.report_id
    join planting_report p on p.id = m.report_id and p.photo_key = ph.of_photo
    join planting_photo o on o.report_id = m.other_id
    join planting_report op on op.id = m.other_id`,
  where: sql`true`,
  severity: severityIf(sql`(o.sent_at, o.report_id) < (ph.sent_at, ph.report_id)
    and not (op.task_id = p.task_id and op.plant_date = p.plant_date)`),
  figures: sql`jsonb_build_object('row', m.other_id, 'exact', m.exact, 'mirrored', m.mirrored,
    'distance', m.distance)`,
});

/** The error that a photo states counts only as long as its place stands in the row. */
const statedErrorM = sql`(case when p.position_from_photo then ph.position_error_m end)`;
const elsewhere = rule("photo_elsewhere", {
  from: withPhotos,
  where: sql`p.boundary_distance_m > ${metres(elsewhereM.note)}
    and p.boundary_distance_m > ${metres(elsewhereM.note)} + coalesce(${statedErrorM}, 0)`,
  severity: severityIf(
    sql`p.boundary_distance_m > ${metres(elsewhereM.warning)} + coalesce(${statedErrorM}, 0)`,
  ),
  figures: sql`jsonb_build_object('distance_m', round(p.boundary_distance_m),
    'from_photo', p.position_from_photo)`,
});

/** A photo that lies more days than `allowed` outside of when it can have been taken. */
const time = (kind: string, of: { from: Sql; by: Sql; allowed: number; severity: Sql }) =>
  rule("photo_time", {
    from: of.from,
    where: sql`${of.by} > ${days(of.allowed)}`,
    severity: of.severity,
    figures: sql`jsonb_build_object('kind', ${sql.lit(kind)}::text, 'days', ${of.by},
      'from_photo', p.image_date_from_photo)`,
  });
const times = [
  time("before_assigned", {
    ...{ from: reports, by: sql`p.photo_before_assigned_days` },
    ...{ allowed: clockDays, severity: warning },
  }),
  time("before_planting", {
    ...{ from: reports, by: sql`(p.plant_date - p.image_date)` },
    ...{ allowed: clockDays, severity: warning },
  }),
  time("long_after_planting", {
    ...{ from: reports, by: sql`(p.image_date - p.plant_date)` },
    ...{ allowed: daysAfterPlanting, severity: note },
  }),
  time("after_sending", {
    ...{ from: withPhotos, by: sql`(ph.taken_on - programme_day(ph.sent_at))` },
    ...{ allowed: clockDays, severity: note },
  }),
];

/** Trees that stood before they were ordered may be another order's, or nobody's; days are off as a camera's are. */
const plantedEarly = rule("planted_before_assigned", {
  from: reports,
  where: sql`p.planted_before_assigned_days > ${days(clockDays)}`,
  severity: warning,
  figures: sql`jsonb_build_object('days', p.planted_before_assigned_days)`,
});

const weak = rule("position_weak", {
  from: withPhotos,
  where: sql`p.position_from_photo and ph.position_error_m > ${metres(weakPositionM.note)}`,
  severity: severityIf(sql`ph.position_error_m > ${metres(weakPositionM.warning)}`),
  figures: sql`jsonb_build_object('error_m', round(ph.position_error_m::numeric, 1))`,
});

const missing = (flag: string, where: Sql) =>
  rule(flag, { from: reports, where, severity: note, figures: sql`'{}'::jsonb` });

/** Every flag of every row: `report_id`, `task_id`, `flag`, `severity` and `figures`. */
export const rowFlags = sql`(${sql.join(
  [
    duplicate,
    elsewhere,
    ...times,
    plantedEarly,
    weak,
    missing("no_photo", sql`p.photo_key is null`),
    missing("no_position", sql`p.latitude is null`),
  ],
  sql` union all `,
)})`;

/** Half the perimeter of the box around the garden `g`, metres: no convex shape in it has more. */
const halfAroundM = sql`${METERS_PER_DEGREE}::float8 * (g.bbox[4] - g.bbox[2]
  + (g.bbox[3] - g.bbox[1]) * cos(radians((g.bbox[2] + g.bbox[4]) / 2)))`;
const grid = sql`g.area_m2 / t.spacing_m ^ 2`;
const alongEdges = sql`${halfAroundM} / t.spacing_m + 1`;

const ordered = sql`(select coalesce(sum(i.quantity), 0)::int from planting_task_item i where i.task_id = t.id)`;

/** More trees than the ground holds, of `count`. */
const dense = (flag: string, count: Sql, where: Sql) => sql`
  select ${sql.lit(flag)}::text as flag, ${severityIf(sql`n.count > d.max`)} as severity,
    jsonb_build_object('count', n.count, 'area_m2', round(g.area_m2), 'spacing_m', t.spacing_m,
      'fits', d.fits, 'fits_max', d.max) as figures
  from (select ${count} as count where t.spacing_m is not null) n,
    (select floor(${grid} + ${alongEdges})::int as fits,
      floor(${triangularGain}::float8 * ${grid} + ${alongEdges})::int as max) d
  where n.count > d.fits and ${where}`;

/** Flags of the whole task `t` in its garden `g`: of what was reported, and of the order where the report is not worse. */
export const taskFlags = sql`(
  ${dense("too_dense", sql`t.reported_trees`, sql`true`)}
  union all ${dense("order_too_dense", ordered, sql`t.reported_trees <= d.fits`)}
  union all select 'beyond_ordered', ${severityIf(sql`t.reported_trees > n.count * ${beyondOrdered.warning}::float8`)},
    jsonb_build_object('count', t.reported_trees, 'ordered', n.count)
  from (select ${ordered} as count) n
  where n.count > 0 and t.reported_trees > n.count * ${beyondOrdered.note}::float8)`;

/** Names of the warnings of the task `t` in its garden `g`, each once; notes are left out. */
export const taskWarnings = sql`array(
  select f.flag from ${rowFlags} f where f.task_id = t.id and f.severity = 'warning'
  union select d.flag from ${taskFlags} d where d.severity = 'warning' order by 1)`;

/** Condition that the task `t` has a warning: all tasks that have one are selected at once, not task by task. */
export const hasWarnings = sql<SqlBool>`(t.id in (
  select f.task_id from ${rowFlags} f where f.severity = 'warning'
  union all select t.id from planting_task t join garden g on g.id = t.garden_id
    cross join lateral ${taskFlags} d where d.severity = 'warning'))`;

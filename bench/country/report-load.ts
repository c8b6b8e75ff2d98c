/** Fills the country of `tree-load.ts` with what reports add up besides trees, for measuring. */
import type { Connection } from "@nihol/db/connection";

export interface ReportRows {
  gardens: number;
  tasks: number;
  /** Completed tasks whose survival was counted, 12 plots each. */
  visits: number;
  devices: number;
  violations: number;
}

/** The ground that was seen: of each image as its trees lie, 40 m² a tree, a tenth of it closed canopy. */
const seenGround = `insert into seen_area (whole_image_id, cell, region_id, district_id, garden_id, captured_on,
    superseded_on, green_superseded_on, area_m2, canopy_m2, shrubs)
  select whole_image_id, 0, region_id, district_id, garden_id, captured_on, superseded_on, superseded_on, 40 * n, 4 * n, n / 10
  from tree_tally`;

const gardens = (
  count: number,
) => `insert into garden (name, region_id, district_id, area_m2, created_at)
  select jsonb_build_object('tg', i::text, 'ru', i::text, 'en', i::text, 'az', ''), 1, 1 + i % 68, 20000,
    timestamptz '2023-01-01' from generate_series(3001, ${count}) i;
  update garden set region_id = 1, district_id = 1 + id % 68, area_m2 = 20000, created_at = '2023-01-01' where region_id is null`;

const tasks = ({ gardens, tasks, visits }: ReportRows) => `
  insert into tree_type (name) select jsonb_build_object('tg', i::text, 'ru', i::text, 'en', i::text, 'az', '') from generate_series(1, 8) i;
  insert into planting_task (garden_id, status, assigned_date, due_date)
    select 1 + i % ${gardens}, (array['pending', 'in_progress', 'submitted', 'completed', 'completed'])[1 + i % 5],
      date '2023-01-01' + i % 1000, date '2023-03-01' + i % 1000 from generate_series(1, ${tasks}) i;
  insert into planting_task_item (task_id, tree_type_id, quantity)
    select id, 1 + (id + n) % 8, 200 from planting_task, generate_series(0, 1) n;
  insert into planting_report (task_id, tree_type_id, count, plant_date)
    select id, 1 + (id + n) % 8, 95, due_date - n from planting_task, generate_series(0, 3) n where id % 5 > 0;
  insert into survival_visit (task_id, year, due_date, state, finished_at)
    select id, y, due_date + 365 * y, case when y = 1 and n <= ${visits} then 'done' else 'planned' end,
      case when y = 1 and n <= ${visits} then due_date + interval '366 days' end
    from (select id, due_date, row_number() over (order by id) as n from planting_task where status = 'completed') t,
      generate_series(1, 3) y;
  insert into survival_draw (visit_id, number, algorithm, seed, plot_count, radius_m, ground, ground_m2)
    select id, 1, 'bench', 1, 12, 5, '{}', 20000 from survival_visit where state = 'done';
  insert into survival_plot (draw_id, number, longitude, latitude, area_m2, living, dead, missing, measured_at)
    select d.id, n, 69, 39, 78, 6 + (d.id + n) % 4, 1, n % 2, v.finished_at
    from survival_draw d join survival_visit v on v.id = d.visit_id, generate_series(1, 12) n`;

const devices = ({ devices, violations }: ReportRows) => `
  insert into device (name, type, longitude, latitude, region_id, district_id)
    select i::text, (array['air', 'soil', 'water'])[1 + i % 3], 69, 39, 1, 1 + i % 68 from generate_series(1, ${devices}) i;
  insert into reading_span (device_id, parameter, day, low, high)
    select d.id, p.id, date '2024-01-01' + n, 10, case when (d.id + n) % 20 = 0 then 5000 else 25 end
    from device d join parameter p on d.type = any (p.device_types), generate_series(0, 729) n;
  insert into violation (kind, state, title, observed_on, region_id, district_id, due_date, updated_at)
    select 'fire', (array['new', 'confirmed', 'closed', 'dismissed'])[1 + i % 4], 'bench', date '2024-01-01' + i % 700,
      1, 1 + i % 68, date '2024-02-01' + i % 700, timestamptz '2024-03-01' + i % 700 * interval '1 day'
    from generate_series(1, ${violations}) i;
  insert into violation_change (violation_id, from_state, to_state, author, created_at)
    select id, 'new', state, 'bench', updated_at from violation where state in ('closed', 'dismissed')`;

/** Every strip of a year compared with that of the year before: the sums that the worker keeps with a comparison. */
const comparisons = `
  insert into image_comparison (before_id, after_id, method, status, result)
    select w.id, w.id + 40, $1, 'completed', '{"recall": {"before": 0.85, "after": 0.85}}'
    from whole_image w where exists (select from whole_image n where n.id = w.id + 40)`;
const changeTally = `
  insert into change_tally (comparison_id, region_id, district_id, garden_id, state, side, n, expected, variance)
    select c.id, t.region_id, t.district_id, t.garden_id, s.state, s.side, 1 + t.n * s.share, t.n * s.share, t.n * s.share / 5
    from image_comparison c join tree_tally t on t.whole_image_id = c.after_id,
      (values (0, 2, 0.7), (0, 1, 0.1), (1, 1, 0.1), (2, 0, 0.1)) as s (state, side, share)`;

/** @param compareVersion the method of comparing that reports read */
export async function loadReports(
  { pool }: Connection,
  rows: ReportRows,
  compareVersion: number,
): Promise<void> {
  await pool.query(gardens(rows.gardens));
  // Strips side by side: images of one year do not show the same ground.
  await pool.query("update whole_image set bbox = array[id % 40, 0, id % 40 + 0.9, 1]");
  await pool.query(seenGround);
  await pool.query(tasks(rows));
  await pool.query(devices(rows));
  await pool.query(comparisons, [compareVersion]);
  await pool.query(changeTally);
  await pool.query("vacuum analyze");
}

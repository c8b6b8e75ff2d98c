-- Few rows are flagged: the list of tasks with warnings reads these instead of every row. The numbers are those of
-- packages/store/src/evidence/flag-limits.ts; with others a query reads the table, and is right all the same.
create index planting_report_elsewhere on planting_report (task_id) where boundary_distance_m > 30::float8;
create index planting_report_before_planting on planting_report (task_id) where plant_date - image_date > 1;
create index planting_photo_weak on planting_photo (report_id) where position_error_m > 30::float8;

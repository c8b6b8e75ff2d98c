-- Planting that lies before the day on which its task was assigned, kept with the row like the photo's day (0073).
alter table planting_report
  -- days from the planting to the day on which the task was assigned, negative after it
  add column planted_before_assigned_days int;

drop trigger report_photo_day on planting_report;
drop function photo_before_assigned();
create function days_before_assigned() returns trigger language plpgsql as $$
begin
  select t.assigned_date - new.image_date, t.assigned_date - new.plant_date
    into new.photo_before_assigned_days, new.planted_before_assigned_days
    from planting_task t where t.id = new.task_id;
  return new;
end $$;
create trigger report_days before insert or update of image_date, plant_date, task_id on planting_report
  for each row execute function days_before_assigned();

drop trigger task_assigned_day on planting_task;
drop function photos_before_assigned();
create function reports_before_assigned() returns trigger language plpgsql as $$
begin
  update planting_report set photo_before_assigned_days = new.assigned_date - image_date,
    planted_before_assigned_days = new.assigned_date - plant_date where task_id = new.id;
  return null;
end $$;
create trigger task_assigned_day after update of assigned_date on planting_task
  for each row when (old.assigned_date is distinct from new.assigned_date) execute function reports_before_assigned();

-- Trees and verdicts of most tasks stay as they are: of the others alone the verdict is to be worked out anew.
alter table planting_report disable trigger report_verdict_changed, disable trigger report_trees_changed;
update planting_report p set planted_before_assigned_days = t.assigned_date - p.plant_date
  from planting_task t where t.id = p.task_id;
alter table planting_report enable trigger report_verdict_changed, enable trigger report_trees_changed;
create index planting_report_planted_early on planting_report (task_id) where planted_before_assigned_days > 1;
select stale_verdicts(array(select distinct task_id from planting_report where planted_before_assigned_days > 1));

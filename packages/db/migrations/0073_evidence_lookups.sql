-- What the list of tasks with warnings compared row by row: kept with the rows by triggers, so that the few that are
-- flagged are found by index. The rules and their numbers stay in packages/store/src/evidence.
alter table planting_report
  -- days from the photo to the day on which the task was assigned, negative after it; null without a day of the photo
  add column photo_before_assigned_days int;
-- Nothing that a verdict follows from changes here.
alter table planting_report disable trigger report_verdict;
update planting_report p set photo_before_assigned_days = t.assigned_date - p.image_date
  from planting_task t where t.id = p.task_id and p.image_date is not null;
alter table planting_report enable trigger report_verdict;
create function photo_before_assigned() returns trigger language plpgsql as $$
begin
  new.photo_before_assigned_days :=
    (select t.assigned_date from planting_task t where t.id = new.task_id) - new.image_date;
  return new;
end $$;
create trigger report_photo_day before insert or update of image_date, task_id on planting_report
  for each row execute function photo_before_assigned();
create function photos_before_assigned() returns trigger language plpgsql as $$
begin
  update planting_report set photo_before_assigned_days = new.assigned_date - image_date
    where task_id = new.id and image_date is not null;
  return null;
end $$;
create trigger task_assigned_day after update of assigned_date on planting_task
  for each row when (old.assigned_date is distinct from new.assigned_date) execute function photos_before_assigned();
create index planting_report_before_assigned on planting_report (task_id) where photo_before_assigned_days > 1;

-- The trees of a task's report.
alter table planting_task add column reported_trees int not null default 0;
update planting_task t set reported_trees = r.trees
  from (select task_id, sum(count)::int as trees from planting_report group by task_id) r where r.task_id = t.id;
create function add_reported_trees() returns trigger language plpgsql as $$
begin
  update planting_task t set reported_trees = t.reported_trees + c.trees
    from (select task_id, sum(count)::int as trees from added group by task_id) c where c.task_id = t.id;
  return null;
end $$;
create function take_reported_trees() returns trigger language plpgsql as $$
begin
  update planting_task t set reported_trees = t.reported_trees - c.trees
    from (select task_id, sum(count)::int as trees from gone group by task_id) c where c.task_id = t.id;
  return null;
end $$;
create function change_reported_trees() returns trigger language plpgsql as $$
begin
  update planting_task t set reported_trees = t.reported_trees + c.trees
    from (select task_id, sum(trees)::int as trees from (
        select task_id, count as trees from added union all select task_id, -count from gone) r
      group by task_id having sum(trees) <> 0) c where c.task_id = t.id;
  return null;
end $$;
create trigger report_trees_added after insert on planting_report
  referencing new table as added for each statement execute function add_reported_trees();
create trigger report_trees_gone after delete on planting_report
  referencing old table as gone for each statement execute function take_reported_trees();
create trigger report_trees_changed after update on planting_report
  referencing old table as gone new table as added for each statement execute function change_reported_trees();

-- A deleted row of a report is known by the audit log alone.
create index audit_log_report_deleted on audit_log ((change -> 'task'))
  where resource = 'planttreetaskreport' and action = 'delete';

-- Many rows of a report are written by one statement: which verdicts they make stale is asked once, not row by row.
drop trigger report_verdict on planting_report;
create function verdicts_of_tasks(tasks int[]) returns int[] language sql stable as $$
  select array(select distinct o.id from planting_task t join planting_task o on o.garden_id = t.garden_id
    where t.id = any(tasks))
$$;
create function verdict_of_reports_added() returns trigger language plpgsql as $$
begin
  perform stale_verdicts(verdicts_of_tasks(array(select distinct task_id from added)));
  return null;
end $$;
create function verdict_of_reports_gone() returns trigger language plpgsql as $$
begin
  perform stale_verdicts(verdicts_of_tasks(array(select distinct task_id from gone)));
  return null;
end $$;
create function verdict_of_reports_changed() returns trigger language plpgsql as $$
begin
  perform stale_verdicts(verdicts_of_tasks(array(select task_id from added union select task_id from gone)));
  return null;
end $$;
create trigger report_verdict after insert on planting_report
  referencing new table as added for each statement execute function verdict_of_reports_added();
create trigger report_verdict_gone after delete on planting_report
  referencing old table as gone for each statement execute function verdict_of_reports_gone();
create trigger report_verdict_changed after update on planting_report
  referencing old table as gone new table as added for each statement execute function verdict_of_reports_changed();

-- What was handed in once has a verdict, also while it waits for changes.
create or replace function verdict_of_task() returns trigger language plpgsql as $$
begin
  if new.status in ('submitted', 'needs_changes', 'completed') then
    insert into planting_verdict (task_id) values (new.id) on conflict (task_id) do nothing;
  end if;
  perform stale_verdicts(verdicts_beside(new.id));
  return null;
end $$;
insert into planting_verdict (task_id) select id from planting_task where status = 'needs_changes'
  on conflict (task_id) do nothing;

-- Nobody proves their own report by what they gave or did themselves: who set a threshold is kept, and a verdict is worked
-- out anew when somebody else looks a checked fragment over.
alter table imagery_process
  add column threshold_by int references user_account on delete set null,
  add column threshold_at timestamptz;
comment on column imagery_process.threshold_by is 'Person who set the threshold; null where there is none, or nobody knows any more.';
comment on column imagery_process.threshold_at is 'Time at which the threshold was set.';

create function verdict_of_check() returns trigger language plpgsql as $$
begin
  perform stale_verdicts(array(select t.id from planting_verdict v join planting_task t on t.id = v.task_id
    join garden g on g.id = t.garden_id
    where g.bbox[1] <= new.bbox[3] and g.bbox[3] >= new.bbox[1] and g.bbox[2] <= new.bbox[4] and g.bbox[4] >= new.bbox[2]));
  return null;
end $$;
comment on function verdict_of_check() is
  'Makes the verdicts on the gardens of a checked fragment due when another person looks it over.';
create trigger fragment_verdict after update of reviewed_by on fragment
  for each row when (new.checked and old.reviewed_by is distinct from new.reviewed_by)
  execute function verdict_of_check();

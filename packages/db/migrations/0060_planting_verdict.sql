-- Whether what a planting task reports stands: proposed by the machine, decided by people. A row for each task that
-- was handed in once; the newest proposal and the newest decision, what came before stands in the history.
create table planting_verdict (
  task_id int primary key references planting_task on delete cascade,
  -- null until it is worked out for the first time
  proposed text check (proposed in ('agrees', 'unclear', 'contradicts', 'too_early')),
  -- ProposedVerdict of packages/contract/src/values/planting/verdicts.ts, and the TaskFacts that it follows from
  proposal jsonb,
  facts jsonb,
  version text,
  proposed_at timestamptz,
  -- planted trees that stand, and their 90 % range; null where nothing speaks of them
  standing float8,
  standing_low float8,
  standing_high float8,
  next_look_on date,
  decided text check (decided in ('agrees', 'unclear', 'contradicts', 'too_early')),
  decided_by int references user_account on delete set null,
  decided_at timestamptz,
  -- what was proposed when it was decided: only another proposal than that asks for a look
  decided_on text,
  state text not null default 'proposed' check (state in ('proposed', 'decided', 'appealed', 'final')),
  -- who decided before an appeal: somebody else decides after it
  appealed_decider int references user_account on delete set null,
  -- what counts: a person's decision before the machine's proposal
  verdict text generated always as (coalesce(decided, proposed)) stored,
  -- raised by whatever changes what a proposal follows from; behind it, the one that the proposal knows
  evidence_revision int not null default 1,
  known_revision int not null default 0,
  check ((proposed is null) = (proposal is null)),
  check ((decided is null) = (state = 'proposed'))
);
create index planting_verdict_stale on planting_verdict (task_id) where known_revision < evidence_revision;
create index planting_verdict_verdict on planting_verdict (verdict);
create index planting_verdict_look on planting_verdict (next_look_on) where next_look_on is not null;

create table planting_verdict_event (
  id int generated always as identity primary key,
  task_id int not null references planting_task on delete cascade,
  kind text not null check (kind in ('proposed', 'decided', 'appealed')),
  verdict text not null check (verdict in ('agrees', 'unclear', 'contradicts', 'too_early')),
  explanation text not null default '',
  -- the proposal that it was made on
  proposal jsonb,
  user_id int references user_account on delete set null,
  -- stays when the account goes; empty for the machine
  author text not null default '',
  created_at timestamptz not null default now()
);
create index planting_verdict_event_task on planting_verdict_event (task_id, id);

-- Whoever changes what a verdict follows from, in whichever way, makes it stale; a job works it out anew.
create function stale_verdicts(tasks int[]) returns void language sql as $$
  update planting_verdict set evidence_revision = evidence_revision + 1 where task_id = any(tasks)
$$;
-- Images and plots do not tell the trees of two tasks in one garden apart.
create function verdicts_beside(task int) returns int[] language sql stable as $$
  select array(select o.id from planting_task t join planting_task o on o.garden_id = t.garden_id where t.id = task)
$$;
create function verdict_of_row() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform stale_verdicts(verdicts_beside(old.task_id));
  else
    perform stale_verdicts(verdicts_beside(new.task_id));
  end if;
  return null;
end $$;
create trigger report_verdict after insert or update or delete on planting_report
  for each row execute function verdict_of_row();
create trigger visit_verdict after update or delete on survival_visit
  for each row execute function verdict_of_row();

create function verdict_of_task() returns trigger language plpgsql as $$
begin
  if new.status in ('submitted', 'completed') then
    insert into planting_verdict (task_id) values (new.id) on conflict (task_id) do nothing;
  end if;
  perform stale_verdicts(verdicts_beside(new.id));
  return null;
end $$;
create trigger task_verdict after insert or update of status, garden_id, spacing_m on planting_task
  for each row execute function verdict_of_task();

create function verdict_of_plot() returns trigger language plpgsql as $$
begin
  perform stale_verdicts(array(select v.task_id from survival_draw d join survival_visit v on v.id = d.visit_id
    where d.id = new.draw_id));
  return null;
end $$;
create trigger plot_verdict after update of living, dead, missing on survival_plot
  for each row execute function verdict_of_plot();

create function verdict_of_garden() returns trigger language plpgsql as $$
begin
  perform stale_verdicts(array(select id from planting_task where garden_id = new.id));
  return null;
end $$;
create trigger garden_verdict after update of boundary on garden
  for each row execute function verdict_of_garden();

-- Images are published, rejected, dated, corrected and calibrated; the gardens that they show are found by their boxes.
create function verdict_of_image() returns trigger language plpgsql as $$
declare
  box float8[] := case when tg_op = 'DELETE' then old.bbox else new.bbox end;
begin
  perform stale_verdicts(array(select t.id from planting_verdict v join planting_task t on t.id = v.task_id
    join garden g on g.id = t.garden_id
    where g.bbox[1] <= box[3] and g.bbox[3] >= box[1] and g.bbox[2] <= box[4] and g.bbox[4] >= box[2]));
  return null;
end $$;
create trigger image_verdict
  after update of published_at, captured_on, tree_count, review, range_low, range_high on whole_image
  for each row execute function verdict_of_image();
create trigger image_gone_verdict after delete on whole_image
  for each row when (old.published_at is not null) execute function verdict_of_image();

insert into planting_verdict (task_id)
  select id from planting_task where status in ('submitted', 'needs_changes', 'completed');

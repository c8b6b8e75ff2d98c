-- A task that plants again what an earlier one lost: it names that task and, where it was ordered from one, the visit.
-- Its trees stand in the places of others, so that figures of what was planted leave them out.
alter table planting_task
  add column replaces_id int references planting_task on delete set null,
  add column replaces_visit_id int references survival_visit on delete set null,
  add constraint planting_task_replaces_another check (replaces_id <> id);
create index planting_task_replaces on planting_task (replaces_id) where replaces_id is not null;
create index planting_task_replaces_visit on planting_task (replaces_visit_id) where replaces_visit_id is not null;

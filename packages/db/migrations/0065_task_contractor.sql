-- A contractor or a brigade is an organization of a type that is marked as such; a task may name one that plants for
-- its organization. Its people see the tasks that name it, and report on them.
alter table organization_type add column contractor boolean not null default false;
alter table planting_task add column contractor_id int references ministry;
create index planting_task_contractor on planting_task (contractor_id) where contractor_id is not null;

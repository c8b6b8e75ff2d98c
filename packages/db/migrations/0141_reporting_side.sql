-- Nobody counts the plots that judge their own report, nor do the people of their organization. People move from one
-- organization to another, so that it is kept since when and until when somebody belonged to which.
create table account_organization (
  id int generated always as identity primary key,
  user_id int not null references user_account on delete cascade,
  -- null: of no organization
  ministry_id int references ministry on delete cascade,
  from_at timestamptz not null,
  -- null: until now
  until_at timestamptz,
  check (until_at is null or until_at >= from_at)
);
create index account_organization_user on account_organization (user_id);
create unique index account_organization_now on account_organization (user_id) where until_at is null;
insert into account_organization (user_id, ministry_id, from_at)
  select id, ministry_id, '-infinity' from user_account;

create function keep_organization() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update account_organization set until_at = now() where user_id = new.id and until_at is null;
  end if;
  insert into account_organization (user_id, ministry_id, from_at)
    values (new.id, new.ministry_id, case when tg_op = 'UPDATE' then now() else '-infinity' end);
  return null;
end $$;
create trigger account_organization_new after insert on user_account
  for each row execute function keep_organization();
create trigger account_organization_moved after update of ministry_id on user_account
  for each row when (old.ministry_id is distinct from new.ministry_id) execute function keep_organization();

-- Whether a person is of the side that reported a task: wrote a row of its report or handed it in, or belonged, between
-- the making of the task and `moment`, to the organization that plants for it or to one whose people reported. Of those
-- with neither an organization nor a role of the whole programme nobody can say that they do not work together.
create function of_reporting_side(task int, person int, moment timestamptz) returns boolean language sql stable as $$
  with reporter as (
    select created_by as id, created_at as at from planting_report where task_id = task and created_by is not null
    union all
    select changed_by, changed_at from planting_task_status
      where task_id = task and status = 'submitted' and changed_by is not null
  ), membership as (
    select o.user_id, o.ministry_id, o.from_at, coalesce(o.until_at, 'infinity') as until_at, not g.built_in as is_apart
    from account_organization o join user_account u on u.id = o.user_id join user_group g on g.id = u.group_id
    where o.user_id = person or o.user_id in (select id from reporter)
  ), side as (
    select coalesce(contractor_id, ministry_id) as ministry_id, false as is_apart from planting_task where id = task
    union
    select m.ministry_id, m.is_apart and m.ministry_id is null from reporter r
      join membership m on m.user_id = r.id and m.from_at <= r.at and m.until_at > r.at
  )
  select exists (select from reporter where id = person) or exists (
    select from membership m join planting_task t on t.id = task join side s
      on s.ministry_id = m.ministry_id or (s.is_apart and m.is_apart and m.ministry_id is null)
    where m.user_id = person and m.from_at <= moment and m.until_at > t.created_at)
$$;

-- Another organization plants for a task, or answers for it: its plots may have been counted by its own people.
drop trigger task_verdict on planting_task;
create trigger task_verdict
  after insert or update of status, garden_id, spacing_m, ministry_id, contractor_id on planting_task
  for each row execute function verdict_of_task();

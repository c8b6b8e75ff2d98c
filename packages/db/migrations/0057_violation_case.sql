-- A violation as a case: its number, deadline and responsible person, what it was opened from, and what was known then.

-- The last number of each year.
create table violation_counter (
  year int primary key,
  last int not null
);

-- "2026-0012": the next number of this year on the programme's clock (UTC+5). The year's row stays locked until the
-- transaction ends: no number is given twice, and none is left out when a transaction fails.
create function next_violation_number() returns text language plpgsql as $$
declare
  this_year int := extract(year from (now() at time zone 'UTC') + interval '5 hours');
  n int;
begin
  insert into violation_counter as c (year, last) values (this_year, 1)
    on conflict (year) do update set last = c.last + 1 returning c.last into n;
  return this_year || '-' || lpad(n::text, greatest(4, length(n::text)), '0');
end $$;

alter table violation
  add column number text,
  add column due_date date,
  add column responsible_id int references user_account on delete set null,
  -- stays when the account goes
  add column responsible_name text not null default '',
  add column source text not null default 'hand' check (source in ('hand', 'comparison', 'alert', 'task')),
  add column comparison_id int references image_comparison on delete set null,
  add column device_id int references device on delete set null,
  add column task_id int references planting_task on delete set null,
  -- the figures as they were when it was opened: images, comparisons and readings come and go
  add column evidence jsonb;

with dated as (
  select id, created_at, extract(year from (created_at at time zone 'UTC') + interval '5 hours')::int as year
  from violation
), numbered as (
  select id, year, row_number() over (partition by year order by created_at, id) as n from dated
)
update violation v set number = d.year || '-' || lpad(d.n::text, greatest(4, length(d.n::text)), '0')
from numbered d where d.id = v.id;

insert into violation_counter (year, last)
select split_part(number, '-', 1)::int, max(split_part(number, '-', 2)::int) from violation group by 1;

alter table violation
  alter column number set not null,
  alter column number set default next_violation_number();
create unique index violation_number on violation (number);
create index violation_due on violation (due_date) where due_date is not null;
create index violation_responsible on violation (responsible_id);
create index violation_ministry on violation (ministry_id);
create index violation_comparison on violation (comparison_id);
create index violation_device on violation (device_id);
create index violation_task on violation (task_id);

-- Another deadline or person is history too; the state beside it is the one that it had.
alter table violation_change
  add column field text not null default 'state' check (field in ('state', 'due_date', 'responsible')),
  add column from_value text,
  add column to_value text;

-- The two crops that a case was opened with.
alter table attached_file
  add column evidence text check (evidence in ('before', 'after'));

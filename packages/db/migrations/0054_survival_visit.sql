-- Visits to a planting task that count how many of its trees live: one, two and three years after planting, and
-- others that somebody asks for. Only trees of a few circles drawn at random over the garden are counted.
create table survival_visit (
  id int generated always as identity primary key,
  task_id int not null references planting_task on delete cascade,
  -- Null for a visit that somebody asked for.
  year smallint check (year between 1 and 3),
  due_date date not null,
  state text not null default 'planned' check (state in ('planned', 'drawn', 'done', 'cancelled')),
  -- Why somebody asked for it.
  purpose text not null default '',
  -- Why it was cancelled, opened again, or ended with plots that nobody counted.
  reason text not null default '',
  created_by int references user_account on delete set null,
  created_at timestamptz not null default now(),
  finished_by int references user_account on delete set null,
  finished_at timestamptz,
  unique (task_id, year)
);
create index survival_visit_open on survival_visit (due_date) where state in ('planned', 'drawn');

-- A draw of plots, with everything that repeats it. Drawing again adds a row; the greatest number counts.
create table survival_draw (
  id int generated always as identity primary key,
  visit_id int not null references survival_visit on delete cascade,
  number int not null check (number > 0),
  algorithm text not null,
  seed int not null,
  plot_count int not null check (plot_count > 0),
  radius_m float8 not null check (radius_m > 0),
  -- The garden as it was drawn then.
  ground jsonb not null,
  ground_m2 float8 not null,
  -- Why it was drawn again.
  reason text not null default '',
  drawn_by int references user_account on delete set null,
  drawn_at timestamptz not null default now(),
  unique (visit_id, number)
);

create table survival_plot (
  id int generated always as identity primary key,
  draw_id int not null references survival_draw on delete cascade,
  number int not null check (number > 0),
  longitude float8 not null,
  latitude float8 not null,
  -- Of the part of the circle inside the garden.
  area_m2 float8 not null,
  living int check (living >= 0),
  dead int check (dead >= 0),
  missing int check (missing >= 0),
  note text not null default '',
  measured_at timestamptz,
  measured_by int references user_account on delete set null,
  -- Where the counter stood, as their device said.
  counter_longitude float8,
  counter_latitude float8,
  accuracy_m float8,
  unique (draw_id, number),
  check ((living is null) = (dead is null) and (living is null) = (missing is null)
    and (living is null) = (measured_at is null)),
  check ((counter_longitude is null) = (counter_latitude is null))
);

-- Tasks that were completed before have their visits too: a year after the last planting day.
insert into survival_visit (task_id, year, due_date)
  select t.id, y, (p.planted_on + make_interval(years => y))::date
  from planting_task t
  cross join generate_series(1, 3) y
  cross join lateral (select coalesce(
    (select max(r.plant_date) from planting_report r where r.task_id = t.id),
    (select max(s.changed_at)::date from planting_task_status s where s.task_id = t.id and s.status = 'completed'),
    t.due_date) as planted_on) p
  where t.status = 'completed';

-- What was planted on a task, row by row, each with its proof. A row is of one tree type on one day.
create table planting_report (
  id int generated always as identity primary key,
  task_id int not null references planting_task on delete cascade,
  tree_type_id int not null references tree_type,
  count int not null check (count > 0),
  plant_date date not null,
  image_date date,
  photo_key text,
  latitude float8 check (latitude between -90 and 90),
  longitude float8 check (longitude between -180 and 180),
  -- Whether the camera said it (read before the photo's metadata is stripped) or a person.
  image_date_from_photo boolean not null default false,
  position_from_photo boolean not null default false,
  created_by int references user_account on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((latitude is null) = (longitude is null))
);
create index planting_report_task on planting_report (task_id);
create index planting_report_tree_type on planting_report (tree_type_id);

-- Who moved a task from which state to which, when and with what words; `from_status` is null where it began.
create table planting_task_status (
  id int generated always as identity primary key,
  task_id int not null references planting_task on delete cascade,
  from_status text,
  status text not null,
  comment text not null default '',
  changed_by int references user_account on delete set null,
  changed_at timestamptz not null default now()
);
create index planting_task_status_task on planting_task_status (task_id, id);
insert into planting_task_status (task_id, status, changed_by, changed_at)
  select id, status, created_by, created_at from planting_task;

create index planting_task_ministry on planting_task (ministry_id);
create index planting_task_item_tree_type on planting_task_item (tree_type_id);

-- A list as a file, made in the background for one person and kept for a day.
create table export (
  id int generated always as identity primary key,
  user_id int not null references user_account on delete cascade,
  list text not null,
  format text not null,
  query jsonb not null,
  language text not null,
  time_zone text not null,
  -- the person's reach when they asked: whoever sees less by now does not get the file
  reach jsonb not null,
  file_name text not null,
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'completed', 'failed')),
  row_count int not null,
  rows_done int not null default 0,
  size bigint,
  file_key text,
  problem text,
  created_at timestamptz not null default now(),
  -- the server that makes it says so every few seconds; silence means that it was killed
  beat_at timestamptz not null default now(),
  finished_at timestamptz
);
create index export_user on export (user_id, id);
create index export_unfinished on export (beat_at) where status in ('pending', 'in_progress');

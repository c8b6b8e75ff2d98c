-- Records every backup that was ordered or made: by the schedule, by a person in the panel, by the command.
create table backup_run (
  id int generated always as identity primary key,
  origin text not null check (origin in ('schedule', 'panel', 'command')),
  -- One of a moment of the schedule, however many workers find it due.
  due_at timestamptz unique,
  user_id int references user_account on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'verified', 'unverified', 'failed')),
  step text check (step in ('tables', 'files', 'verifying')),
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  began_at timestamptz,
  beat_at timestamptz,
  ended_at timestamptz,
  place text,
  name text,
  moment timestamptz,
  row_count bigint,
  file_count bigint,
  size_bytes bigint,
  copied_bytes bigint,
  reason text check (reason in ('disk_full', 'no_access', 'no_folder', 'refused', 'interrupted', 'cancelled', 'error')),
  problem text,
  check ((state in ('verified', 'unverified')) = (name is not null)),
  check ((state in ('verified', 'unverified', 'failed')) = (ended_at is not null))
);
create index backup_run_user on backup_run (user_id);
create index backup_run_ended on backup_run (ended_at desc);
comment on table backup_run is 'Backups that were ordered or made; not part of a backup itself.';
comment on column backup_run.due_at is 'Moment of the schedule; null when somebody ordered it.';
comment on column backup_run.beat_at is 'Last sign of life of whoever makes it.';
comment on column backup_run.place is 'Machine and folder.';
comment on column backup_run.moment is 'Moment that the backup holds.';
comment on column backup_run.size_bytes is 'Bytes of tables and files, unpacked.';
comment on column backup_run.problem is 'What went wrong, in English, for whoever runs the machine.';
comment on column backup_run.copied_bytes is 'Bytes of files that were not there before.';

-- Schedules of machines that make backups, as their settings say; each worker writes its own at its start.
create table backup_schedule (
  machine text primary key,
  folder text not null,
  times text[] not null,
  keep int not null,
  old_hours int not null,
  is_encrypted boolean not null,
  seen_at timestamptz not null default now()
);
comment on table backup_schedule is 'Machines that may make backups, with their settings; not part of a backup itself.';
comment on column backup_schedule.times is 'Times of day (02:00) on the programme''s clock; none: backups are ordered by hand.';
comment on column backup_schedule.old_hours is 'Hours after which the last verified backup is old.';
comment on column backup_schedule.seen_at is 'Last time that a worker of the machine said so.';

alter table notice drop constraint notice_subject_check,
  add constraint notice_subject_check
    check (subject in ('task', 'violation', 'device', 'image', 'export', 'period', 'verdict', 'source', 'alert', 'rule', 'backup'));

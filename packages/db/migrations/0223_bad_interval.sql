-- Times over which a person says that values of a device are wrong. Decision 110.
create table bad_interval (
  id int generated always as identity primary key,
  device_id int not null references device on delete cascade,
  parameter smallint,
  begins_at timestamptz not null,
  ends_at timestamptz,
  reason text not null check (reason in
    ('damaged', 'serviced', 'misplaced', 'uncalibrated', 'wrong_unit', 'wrong_clock', 'other')),
  note text not null,
  created_by int references user_account on delete set null,
  author text not null,
  created_at timestamptz not null default now(),
  ended_id int references user_account on delete set null,
  ended_by text,
  ended_at timestamptz,
  taken_back_id int references user_account on delete set null,
  taken_back_by text,
  taken_back_at timestamptz,
  taken_back_note text,
  check (ends_at > begins_at),
  check (reason <> 'other' or note <> '')
);
create index bad_interval_device on bad_interval (device_id);
create index bad_interval_author on bad_interval (created_by);
create index bad_interval_ended on bad_interval (ended_id);
create index bad_interval_taken_back on bad_interval (taken_back_id);
comment on table bad_interval is 'Times over which a person says that values of a device are wrong; they stand in reading_fault until it is taken back.';
comment on column bad_interval.parameter is 'Null: all parameters.';
comment on column bad_interval.ends_at is 'Exclusive; null while it goes on.';
comment on column bad_interval.ended_at is 'When a person said when an open one ended.';

-- No foreign key: each value would ask for its row.
alter table reading_fault add bad_interval int;
comment on table reading_fault is 'Values that no sensor can measure, and those of bad intervals: kept and marked, in no mean.';
comment on column reading_fault.bad_interval is 'Interval that a right value lies in; null of one that no sensor can measure.';

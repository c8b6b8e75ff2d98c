-- A value that came later for a moment and measure that held another one: the first stays in the series.
create table reading_conflict (
  device_id int not null references device on delete cascade,
  measure smallint not null,
  ts timestamptz not null,
  value float8 not null,
  sent_at timestamptz not null default now(),
  primary key (device_id, measure, ts, value)
);

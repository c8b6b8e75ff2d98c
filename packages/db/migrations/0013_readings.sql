-- How often a device is meant to send, and the soil that it stands in.
alter table device
  add column interval_minutes int not null default 60 check (interval_minutes between 1 and 1440),
  add column soil_texture text check (soil_texture in ('sand', 'sandy_loam', 'loam', 'silt_loam', 'clay'));
create index device_garden on device (garden_id);

-- What a device shows to send readings; the token itself is nowhere.
create table device_token (
  device_id int primary key references device on delete cascade,
  hash bytea not null unique,
  created_by int references user_account on delete set null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

-- One row a moment of a device, by months; packages/db/src/reading-*.ts make, fill and pack the partitions.
-- It holds right values alone: one that no sensor can measure is null here and stands in reading_fault.
create table reading (
  device_id int not null,
  ts timestamptz not null,
  co2 real,
  humidity real,
  temperature real,
  conductivity real,
  ph real,
  primary key (device_id, ts)
) partition by range (ts);

-- Partitions come and go, so they carry no foreign key; a device takes its readings with it here.
create function delete_readings_of_device() returns trigger language plpgsql as $$
begin
  delete from reading where device_id = old.id;
  return null;
end $$;
create trigger device_readings after delete on device
  for each row execute function delete_readings_of_device();

-- Values that are kept and marked. measure: 0 co2, 1 humidity, 2 temperature, 3 conductivity, 4 ph.
create table reading_fault (
  device_id int not null references device on delete cascade,
  measure smallint not null,
  ts timestamptz not null,
  value float8 not null,
  primary key (device_id, measure, ts)
);

-- Hours of right values, kept up to date by whoever writes a reading, for ever. A mean is total / n.
create table reading_hour (
  device_id int not null references device on delete cascade,
  measure smallint not null,
  hour timestamptz not null,
  n int not null,
  total float8 not null,
  low real not null,
  high real not null,
  primary key (device_id, measure, hour)
) with (fillfactor = 80);

-- The newest value of each measure, right or faulty.
create table reading_latest (
  device_id int not null references device on delete cascade,
  measure smallint not null,
  ts timestamptz not null,
  value float8 not null,
  faulty boolean not null,
  primary key (device_id, measure)
);

-- A device's UTC day, packed: position i of each array is one reading; a measure without values is null.
create table reading_day (
  device_id int not null references device on delete cascade,
  day date not null,
  n int not null,
  -- Milliseconds since midnight, ascending.
  offsets int[] not null,
  co2 real[],
  humidity real[],
  temperature real[],
  conductivity real[],
  ph real[],
  primary key (device_id, day)
);

-- Ranges that somebody has changed; the others are the contract's defaults.
create table sensor_guidance (
  key text primary key,
  good_min float8,
  good_max float8,
  watch_min float8,
  watch_max float8,
  faulty_min float8 not null,
  faulty_max float8 not null,
  updated_by int references user_account on delete set null,
  updated_at timestamptz not null default now()
);

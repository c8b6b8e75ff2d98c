-- What a parameter is stands in its row alone: kinds of device that measure it, other words by which files name it, its
-- ranges as delivered (what somebody changes stands in sensor_guidance), where they come from, and a right value for
-- examples. The basis of those that are delivered is a text of the programme.
alter table parameter
  add device_types text[],
  add headings text[] not null default '{}',
  add basis jsonb,
  add example double precision,
  add good_min double precision,
  add good_max double precision,
  add watch_min double precision,
  add watch_max double precision,
  add faulty_min double precision,
  add faulty_max double precision;
update parameter p
set device_types = array[p.device_type], example = v.example, good_min = v.good_min, good_max = v.good_max,
  watch_min = v.watch_min, watch_max = v.watch_max, faulty_min = v.faulty_min, faulty_max = v.faulty_max
from (values
  ('co2', 430::float8, 400::float8, 600::float8, null::float8, 1000::float8, 0::float8, 10000::float8),
  ('air_humidity', 45, 30, 60, 20, 80, 0, 100),
  ('air_temperature', 21.5, 10, 30, 0, 38, -40, 60),
  ('pm2_5', 12, null, 15, null, 75, 0, 5000),
  ('pm10', 34, null, 45, null, 150, 0, 10000),
  ('no2', 18, null, 25, null, 120, 0, 5000),
  ('o3', 62, null, 100, null, 160, 0, 5000),
  ('so2', 9, null, 40, null, 125, 0, 10000),
  ('wind_speed', 2.4, null, 8, null, 17.2, 0, 75),
  ('co', 0.6, null, 4, null, 7, 0, 1500),
  ('air_pressure', 925, null, null, null, null, 300, 1100),
  ('soil_humidity', 24, 20, 28, 11, 35, 0, 100),
  ('soil_temperature', 15.2, 10, 25, 6, 34, -30, 60),
  ('soil_conductivity', 1.2, null, 2, null, 4, 0, 50),
  ('soil_ph', 6.9, 6, 7.5, 5.5, 8.4, 0, 14),
  ('water_ph', 7.6, 6.5, 8.5, 6, 9, 0, 14),
  ('water_conductivity', 540, null, 700, null, 2500, 0, 100000),
  ('water_temperature', 12.4, 5, 25, null, 30, -5, 60),
  ('dissolved_oxygen', 8.6, 6, null, 4, null, 0, 25),
  ('turbidity', 3.2, null, 5, null, null, 0, 4000)
) as v (key, example, good_min, good_max, watch_min, watch_max, faulty_min, faulty_max)
where v.key = p.key;
alter table parameter
  drop column device_type,
  alter device_types set not null,
  add check (device_types <@ array['air', 'soil', 'water'] and cardinality(device_types) > 0),
  alter example set not null,
  alter faulty_min set not null,
  alter faulty_max set not null,
  add check (key ~ '^[a-z][a-z0-9_]{0,39}$');

-- Servers keep the list in memory for as long as this is the same. A random one, so that two databases never share one
-- of different contents, and what is read in a transaction that is undone is not taken for what another writes.
create table parameter_version (
  only_one boolean primary key default true check (only_one),
  version uuid not null default gen_random_uuid()
);
insert into parameter_version default values;
create function renew_parameter_version() returns trigger language plpgsql as $$
begin
  update parameter_version set version = gen_random_uuid();
  return null;
end $$;
comment on function renew_parameter_version() is
  'Gives the list of parameters and its guidance another version when either changes: servers read theirs anew.';
create trigger renew_version after insert or update or delete or truncate on parameter
for each statement execute function renew_parameter_version();
create trigger renew_version after insert or update or delete or truncate on sensor_guidance
for each statement execute function renew_parameter_version();

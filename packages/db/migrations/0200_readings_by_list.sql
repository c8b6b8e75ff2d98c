-- Readings by list: a value of a parameter is a row while it is fresh and a place in a packed row later. A parameter that
-- is added needs no column, and a moment that comes in two parts is two values.

-- Ids begin at 11: until now the tables below held numbers of measures, 0 to 4, and no row may be taken for another.
create table parameter (
  id smallint primary key,
  key text not null unique,
  device_type text not null check (device_type in ('air', 'soil', 'water'))
);
insert into parameter (id, key, device_type) values
  (11, 'co2', 'air'),
  (12, 'air_humidity', 'air'),
  (13, 'air_temperature', 'air'),
  (14, 'soil_humidity', 'soil'),
  (15, 'soil_temperature', 'soil'),
  (16, 'soil_conductivity', 'soil'),
  (17, 'soil_ph', 'soil'),
  (18, 'water_ph', 'water'),
  (19, 'water_conductivity', 'water'),
  (20, 'water_temperature', 'water');

-- A measure was a parameter once the kind of its device was known. A device's kind is fixed while it has readings; should
-- an old row say otherwise all the same, it goes to the parameter of that measure on another kind and is not lost.
create temporary table measure_parameter on commit drop as
select t.type, m.measure::smallint as measure, m.name, coalesce(
  (select id from parameter where device_type = t.type and key in (t.type || '_' || m.name, m.name)),
  (select min(id) from parameter where key in ('air_' || m.name, 'soil_' || m.name, 'water_' || m.name, m.name))
) as parameter
from (values ('air'), ('soil'), ('water')) as t (type)
cross join (values (0, 'co2'), (1, 'humidity'), (2, 'temperature'), (3, 'conductivity'), (4, 'ph')) as m (measure, name);

-- Values of a device that is gone go with it, as the trigger on devices has them go.
delete from reading r where not exists (select from device d where d.id = r.device_id);

alter table reading_hour rename column measure to parameter;
alter table reading_span rename column measure to parameter;
alter table reading_latest rename column measure to parameter;
alter table reading_fault rename column measure to parameter;
alter table reading_conflict rename column measure to parameter;

do $$
declare
  name text;
  left_over bigint;
begin
  foreach name in array array['reading_hour', 'reading_span', 'reading_latest', 'reading_fault', 'reading_conflict'] loop
    execute format('update %I r set parameter = m.parameter from device d, measure_parameter m
      where d.id = r.device_id and m.type = d.type and m.measure = r.parameter', name);
    execute format('select count(*) from %I where parameter not in (select id from parameter)', name) into left_over;
    if left_over > 0 then raise exception '% rows of % have no parameter', left_over, name; end if;
  end loop;
end $$;

-- The old tables step aside with their partitions and indexes, so that the new ones have the names.
do $$
declare
  part regclass;
  part_name text;
begin
  for part in select inhrelid from pg_inherits where inhparent = 'reading'::regclass loop
    select relname into part_name from pg_class where oid = part;
    execute format('alter table %I rename to %I', part_name, 'old_' || part_name);
  end loop;
end $$;
alter table reading rename to old_reading;
alter index reading_pkey rename to old_reading_pkey;
alter table reading_day rename to old_reading_day;
alter index reading_day_pkey rename to old_reading_day_pkey;

-- One row a value, by months; packages/store/src/readings makes, fills and packs the partitions. Right values alone: one
-- that no sensor can measure stands in reading_fault. parameter carries no foreign key here or in the other tables of
-- readings: each writer would lock the same few rows. Whoever writes takes the id from the table.
create table reading (
  device_id int not null,
  parameter smallint not null,
  ts timestamptz not null,
  value real not null,
  primary key (device_id, parameter, ts)
) partition by range (ts);

-- The values of one parameter of a device on one UTC day, in order of time. Their moments are told in one of three ways:
-- evenly from a first one on, each by itself, or as those of another parameter of the same day, with which they came.
create table reading_day (
  device_id int not null references device on delete cascade,
  parameter smallint not null,
  day date not null,
  -- Milliseconds since midnight.
  first_ms int,
  step_ms int,
  offsets int[],
  same_as smallint,
  values real[] not null,
  primary key (device_id, parameter, day),
  check ((first_ms is null) = (step_ms is null)),
  check (num_nonnulls(step_ms, offsets, same_as) = 1)
);

-- Packed days as single values. Where a range is read, say it by day too: ts is computed.
create view reading_packed as
select d.device_id, d.parameter, d.day,
  d.day::timestamp at time zone 'UTC' + (d.first_ms + d.step_ms * (u.place - 1)) * interval '1 millisecond' as ts, u.value
from reading_day d cross join lateral unnest(d.values) with ordinality as u (value, place)
where d.step_ms is not null
union all
select d.device_id, d.parameter, d.day, d.day::timestamp at time zone 'UTC' + u.ms * interval '1 millisecond', u.value
from reading_day d
join reading_day t on t.device_id = d.device_id and t.day = d.day and t.parameter = coalesce(d.same_as, d.parameter)
cross join lateral unnest(t.offsets, d.values) as u (ms, value)
where d.step_ms is null;

-- Fresh values.
do $$
declare
  part_name text;
  month date;
begin
  for part_name in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'old_reading'::regclass order by 1
  loop
    month := to_date(substr(part_name, length('old_reading_') + 1), 'YYYY_MM');
    execute format('create table %I partition of reading for values from (%L) to (%L)', substr(part_name, 5),
      to_char(month, 'YYYY-MM-DD') || 'T00:00:00Z', to_char(month + interval '1 month', 'YYYY-MM-DD') || 'T00:00:00Z');
  end loop;
end $$;
insert into reading (device_id, parameter, ts, value)
select r.device_id, m.parameter, r.ts, v.value
from old_reading r
join device d on d.id = r.device_id
cross join lateral (values ('co2', r.co2), ('humidity', r.humidity), ('temperature', r.temperature),
  ('conductivity', r.conductivity), ('ph', r.ph)) as v (name, value)
join measure_parameter m on m.type = d.type and m.name = v.name
where v.value is not null;

-- Packed days.
create temporary table old_value on commit drop as
select o.device_id, m.parameter, o.day, u.ms, v.value
from old_reading_day o
join device d on d.id = o.device_id
cross join lateral unnest(o.offsets, o.co2, o.humidity, o.temperature, o.conductivity, o.ph)
  as u (ms, co2, humidity, temperature, conductivity, ph)
cross join lateral (values ('co2', u.co2), ('humidity', u.humidity), ('temperature', u.temperature),
  ('conductivity', u.conductivity), ('ph', u.ph)) as v (name, value)
join measure_parameter m on m.type = d.type and m.name = v.name
where v.value is not null;
insert into reading_day (device_id, parameter, day, first_ms, step_ms, offsets, same_as, values)
select device_id, parameter, day,
  case when is_even then first_ms end, case when is_even then step_ms end,
  case when not is_even and parameter = leader then offsets end,
  case when not is_even and parameter <> leader then leader end, vals
from (
  select *, min(parameter) over (partition by device_id, day, offsets) as leader
  from (
    select device_id, parameter, day, array_agg(ms order by ms) as offsets, array_agg(value order by ms) as vals,
      min(ms) as first_ms, coalesce(min(gap), 0) as step_ms, min(gap) is not distinct from max(gap) as is_even
    from (select *, ms - lag(ms) over (partition by device_id, parameter, day order by ms) as gap from old_value) as v
    group by 1, 2, 3) as days) as shared;

-- The old is dropped only where each month of each parameter holds as many values as before, with the same sum, and the
-- same first and last moment.
do $$
declare
  wrong text;
begin
  with before as (
    select parameter, month, count(*) as n, sum(value::float8::numeric) as total, sum(at) as at from (
      select m.parameter, date_trunc('month', r.ts, 'UTC') as month, v.value, extract(epoch from r.ts) as at
      from old_reading r join device d on d.id = r.device_id
      cross join lateral (values ('co2', r.co2), ('humidity', r.humidity), ('temperature', r.temperature),
        ('conductivity', r.conductivity), ('ph', r.ph)) as v (name, value)
      join measure_parameter m on m.type = d.type and m.name = v.name where v.value is not null
      union all
      select parameter, date_trunc('month', day::timestamp) at time zone 'UTC', value,
        extract(epoch from day::timestamp at time zone 'UTC' + ms * interval '1 millisecond')
      from old_value) as b
    group by 1, 2
  ), after as (
    select parameter, month, count(*) as n, sum(value::float8::numeric) as total, sum(at) as at from (
      select parameter, date_trunc('month', ts, 'UTC') as month, value, extract(epoch from ts) as at from reading
      union all
      select parameter, date_trunc('month', ts, 'UTC'), value, extract(epoch from ts) from reading_packed) as a
    group by 1, 2
  )
  select string_agg(format('parameter %s in %s', parameter, to_char(month, 'YYYY-MM')), ', ') into wrong
  from before full join after using (parameter, month)
  where (before.n, before.total, before.at) is distinct from (after.n, after.total, after.at);
  if wrong is not null then raise exception 'readings would change: %', wrong; end if;

  -- Old columns counted by themselves: what no join above has met is found here.
  if (select coalesce(sum(num_nonnulls(co2, humidity, temperature, conductivity, ph)), 0) from old_reading)
      <> (select count(*) from reading)
    or (select coalesce(sum(n), 0) from (
        select (select count(*) from unnest(o.co2) x where x is not null)
          + (select count(*) from unnest(o.humidity) x where x is not null)
          + (select count(*) from unnest(o.temperature) x where x is not null)
          + (select count(*) from unnest(o.conductivity) x where x is not null)
          + (select count(*) from unnest(o.ph) x where x is not null) as n
        from old_reading_day o) as c) <> (select count(*) from reading_packed)
  then raise exception 'readings would be lost'; end if;
end $$;

drop table old_reading;
drop table old_reading_day;

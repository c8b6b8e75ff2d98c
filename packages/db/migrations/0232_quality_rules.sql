-- Rules that look at what devices sent: one of a kind a parameter, with the source of its numbers. Decision 118.
create table quality_rule (
  id int generated always as identity primary key,
  parameter smallint not null references parameter on delete cascade,
  kind text not null check (kind in ('stuck', 'spike', 'jump', 'wrong_unit')),
  enabled boolean not null default true,
  suspect_at double precision not null check (suspect_at > 0 and suspect_at < 'infinity'),
  fail_at double precision check (fail_at >= suspect_at and fail_at < 'infinity'),
  tolerance double precision not null default 0 check (tolerance >= 0 and tolerance < 'infinity'),
  source text not null,
  changed_id int references user_account on delete set null,
  changed_by text,
  changed_at timestamptz,
  unique (parameter, kind)
);
create index quality_rule_changed on quality_rule (changed_id);
comment on table quality_rule is 'Rules of quality: a value that stays the same, a single one apart from its neighbours in time, a level that changes at once, values that fit another unit.';
comment on column quality_rule.suspect_at is 'Of stuck: hours; of spike and jump: difference in the unit of the parameter; of wrong_unit: share of the values of a day, in percent.';
comment on column quality_rule.fail_at is 'From here on values are set aside at once; null: never without a person.';
comment on column quality_rule.tolerance is 'Of stuck: values that differ by no more are the same.';

insert into quality_rule (parameter, kind, suspect_at, fail_at, tolerance, source)
select p.id, v.kind, v.suspect_at, v.fail_at, v.tolerance, v.source
from (values
  ('air_temperature', 'stuck', 12::float8, 36::float8, 0::float8, 'IOOS QARTOD, In-situ Temperature and Salinity, 2020: flat line test'),
  ('air_humidity', 'stuck', 12, 36, 0, 'IOOS QARTOD, 2020: flat line test'),
  ('air_pressure', 'stuck', 12, 36, 0, 'IOOS QARTOD, 2020: flat line test'),
  ('co2', 'stuck', 12, 36, 0, 'IOOS QARTOD, 2020: flat line test'),
  ('pm2_5', 'stuck', 24, 72, 0, 'IOOS QARTOD, 2020: flat line test'),
  ('pm10', 'stuck', 24, 72, 0, 'IOOS QARTOD, 2020: flat line test'),
  ('soil_temperature', 'stuck', 48, 120, 0, 'IOOS QARTOD, 2020: flat line test'),
  ('water_temperature', 'stuck', 24, 96, 0, 'IOOS QARTOD, In-situ Temperature and Salinity, 2020: flat line test'),
  ('dissolved_oxygen', 'stuck', 24, 72, 0, 'IOOS QARTOD, Dissolved Oxygen, 2018: flat line test'),
  ('water_conductivity', 'stuck', 48, 120, 0, 'IOOS QARTOD, In-situ Temperature and Salinity, 2020: flat line test'),
  ('turbidity', 'stuck', 48, 120, 0, 'IOOS QARTOD, Ocean Optics, 2017: flat line test'),
  ('air_temperature', 'spike', 6, 15, 0, 'IOOS QARTOD, 2020: spike test; WMO-No. 8, Part IV: step limits'),
  ('air_humidity', 'spike', 25, 50, 0, 'IOOS QARTOD, 2020: spike test'),
  ('air_pressure', 'spike', 4, 10, 0, 'IOOS QARTOD, 2020: spike test; WMO-No. 8, Part IV: step limits'),
  ('soil_temperature', 'spike', 4, 10, 0, 'IOOS QARTOD, 2020: spike test'),
  ('soil_humidity', 'spike', 10, 25, 0, 'IOOS QARTOD, 2020: spike test; ISMN, Dorigo et al. 2013'),
  ('water_temperature', 'spike', 3, 8, 0, 'IOOS QARTOD, In-situ Temperature and Salinity, 2020: spike test'),
  ('water_ph', 'spike', 1, 3, 0, 'IOOS QARTOD, 2020: spike test'),
  ('dissolved_oxygen', 'spike', 4, 10, 0, 'IOOS QARTOD, Dissolved Oxygen, 2018: spike test'),
  ('air_temperature', 'jump', 15, null, 0, 'IOOS QARTOD, 2020: rate of change test'),
  ('air_pressure', 'jump', 8, null, 0, 'IOOS QARTOD, 2020: rate of change test'),
  ('soil_temperature', 'jump', 8, null, 0, 'IOOS QARTOD, 2020: rate of change test'),
  ('water_temperature', 'jump', 6, null, 0, 'IOOS QARTOD, 2020: rate of change test'),
  ('water_ph', 'jump', 2, null, 0, 'IOOS QARTOD, 2020: rate of change test'),
  ('air_temperature', 'wrong_unit', 90, null, 0, 'WMO-No. 488, Part VI: plausible values'),
  ('soil_temperature', 'wrong_unit', 90, null, 0, 'WMO-No. 488, Part VI: plausible values'),
  ('water_temperature', 'wrong_unit', 90, null, 0, 'WMO-No. 488, Part VI: plausible values'),
  ('soil_humidity', 'wrong_unit', 90, null, 0, 'ISMN, Dorigo et al. 2013'),
  ('air_pressure', 'wrong_unit', 90, null, 0, 'WMO-No. 488, Part VI: plausible values')
) as v (key, kind, suspect_at, fail_at, tolerance, source)
join parameter p using (key)
on conflict do nothing;
-- The others begin switched off, with a part of what a sensor can measure. A sum, a direction and a level have none: no rain
-- for a month is no stuck sensor.
insert into quality_rule (parameter, kind, enabled, suspect_at, source)
select p.id, k.kind, false, case k.kind when 'stuck' then 24 when 'wrong_unit' then 90
  else (p.faulty_max - p.faulty_min) / 5 end, 'IOOS QARTOD, 2020'
from parameter p, unnest(array['stuck', 'spike', 'jump', 'wrong_unit']) as k (kind)
where p.averaging = 'mean' and p.faulty_max > p.faulty_min
on conflict do nothing;

-- Devices whose readings came and wait for the rules: only ever added by writers of readings, so that none waits.
create table quality_due (
  id bigint generated always as identity primary key,
  device_id int not null,
  since timestamptz not null
);

alter table bad_interval
  add by_rule boolean not null default false,
  add sets_aside boolean not null default true,
  add worst double precision,
  add confirmed_id int references user_account on delete set null,
  add confirmed_by text,
  add confirmed_at timestamptz,
  add returns_from timestamptz,
  drop constraint bad_interval_reason_check,
  add constraint bad_interval_reason_check check (reason in
    ('damaged', 'serviced', 'misplaced', 'uncalibrated', 'wrong_unit', 'wrong_clock', 'other', 'stuck', 'spike', 'jump')),
  add check (not by_rule or (parameter is not null and ends_at is not null)),
  add check (sets_aside or by_rule);
create index bad_interval_confirmed on bad_interval (confirmed_id);
-- Proposals that wait for a person, and intervals that are still returning.
create index bad_interval_proposed on bad_interval (device_id)
  where by_rule and confirmed_at is null and taken_back_at is null;
create index bad_interval_returning on bad_interval (id) where returns_from is not null;
comment on column bad_interval.by_rule is 'A rule of quality proposed it; a person confirms it or takes it back.';
comment on column bad_interval.sets_aside is 'False of a proposal whose values stay in averages until a person decides.';
comment on column bad_interval.worst is 'Of a rule: hours of the same value, the largest difference, or the share of values in percent.';
comment on column bad_interval.returns_from is 'Values from here on are on their way back, month by month; null where none is.';

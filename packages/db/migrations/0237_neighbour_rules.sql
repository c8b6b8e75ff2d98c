-- Rules that compare a device with those around it, and the altitude that makes them comparable. Decision 125.
alter table device add altitude_m float8 check (altitude_m between -500 and 9000);
comment on column device.altitude_m is 'Metres above the sea of the place where it stands; null where nobody has said it.';
create index device_type_latitude on device (type, latitude);

alter table quality_rule
  add radius_km float8 check (radius_km > 0 and radius_km <= 200),
  add factor float8 check (factor > 0 and factor <= 20),
  add altitude_m float8 check (altitude_m > 0 and altitude_m <= 5000),
  add per_km float8 check (per_km between -1000000 and 1000000),
  drop constraint quality_rule_kind_check,
  add constraint quality_rule_kind_check check (kind in ('stuck', 'spike', 'jump', 'wrong_unit', 'neighbours')),
  add check (case when kind = 'neighbours' then num_nulls(radius_km, factor) = 0
    else num_nonnulls(radius_km, factor, altitude_m, per_km) = 0 end);
comment on column quality_rule.suspect_at is 'Of stuck: hours; of spike, jump and neighbours: difference in the unit of the parameter; of wrong_unit: share of the values of a day, in percent.';
comment on column quality_rule.radius_km is 'Of neighbours: kilometres within which devices are compared.';
comment on column quality_rule.factor is 'Of neighbours: times their robust spread that a value must differ by at least.';
comment on column quality_rule.altitude_m is 'Of neighbours: largest difference of altitude, in metres; null where altitude plays no part.';
comment on column quality_rule.per_km is 'Of neighbours: change of the parameter with a kilometre of altitude.';

alter table bad_interval
  drop constraint bad_interval_reason_check,
  add constraint bad_interval_reason_check check (reason in ('damaged', 'serviced', 'misplaced', 'uncalibrated',
    'wrong_unit', 'wrong_clock', 'other', 'stuck', 'spike', 'jump', 'neighbours'));

insert into quality_rule (parameter, kind, suspect_at, fail_at, radius_km, factor, altitude_m, per_km, source)
select p.id, 'neighbours', v.suspect_at, v.suspect_at, v.radius_km, 3, 200, v.per_km,
  'Buddy check: Gandin 1988; TITAN, Båserud et al. 2020' || v.more
from (values
  ('air_temperature', 5::float8, 10::float8, -6.5::float8, '; ICAO standard atmosphere: 6.5 °C/km'),
  ('air_humidity', 30, 10, 0, ''),
  ('air_pressure', 5, 30, -115, '; ICAO standard atmosphere: 11.5 hPa/100 m')
) as v (key, suspect_at, radius_km, per_km, more)
join parameter p using (key)
on conflict do nothing;
-- The others begin switched off: dust, soil and water differ from one place to the next.
insert into quality_rule (parameter, kind, enabled, suspect_at, radius_km, factor, source)
select p.id, 'neighbours', false, (p.faulty_max - p.faulty_min) / 5, 10, 3,
  'Buddy check: Gandin 1988; TITAN, Båserud et al. 2020'
from parameter p
where p.averaging = 'mean' and p.faulty_max > p.faulty_min
on conflict do nothing;

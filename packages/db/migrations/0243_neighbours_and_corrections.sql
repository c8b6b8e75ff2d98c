-- Devices around a device are found by both coordinates: a belt of latitude around the Earth holds all others.
create index device_type_place on device (type, latitude, longitude);
drop index device_type_latitude;

-- A value kept in double precision, as it would be shown: computed in single precision like the others, and as short.
create function calibrated(sent float8, gain float8, shift float8, is_circle boolean) returns float8
language sql immutable parallel safe
return case when gain is null then sent else calibrated(sent::real, gain, shift, is_circle)::text::float8 end;

create or replace view reading_fault_corrected as
select r.device_id, r.parameter, r.ts, r.bad_interval, calibrated(r.value, c.gain, c.shift, c.is_circle) as value
from reading_fault r left join device_calibration_span c on r.bad_interval is not null and c.device_id = r.device_id
  and c.parameter = r.parameter and c.begins_at <= r.ts and c.ends_at > r.ts;

create view reading_conflict_corrected as
select r.device_id, r.parameter, r.ts, calibrated(r.value, c.gain, c.shift, c.is_circle) as value
from reading_conflict r left join device_calibration_span c on c.device_id = r.device_id
  and c.parameter = r.parameter and c.begins_at <= r.ts and c.ends_at > r.ts;
comment on view reading_conflict_corrected is 'Values that came for a moment that held another one, as they would be shown.';

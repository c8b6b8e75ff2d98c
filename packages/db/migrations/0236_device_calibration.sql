-- Calibrations: from a moment on, a parameter of a device is shown as gain × what was sent + shift. What was sent stays as
-- it came, in reading and reading_day; whoever shows single values reads the views below. Decision 125.
create table device_calibration (
  id int generated always as identity primary key,
  device_id int not null references device on delete cascade,
  parameter smallint not null references parameter,
  begins_at timestamptz not null,
  ends_at timestamptz check (ends_at > begins_at),
  gain float8 not null check (gain > 0 and gain < 'infinity'),
  shift float8 not null check (shift > '-infinity' and shift < 'infinity'),
  reference float8,
  sent float8,
  note text not null check (note <> ''),
  replaces_id int references device_calibration on delete cascade,
  created_by int references user_account on delete set null,
  author text not null,
  created_at timestamptz not null default now(),
  taken_back_id int references user_account on delete set null,
  taken_back_by text,
  taken_back_at timestamptz,
  taken_back_note text,
  check ((reference is null) = (sent is null))
);
create index device_calibration_device on device_calibration (device_id, parameter, begins_at);
create index device_calibration_parameter on device_calibration (parameter);
create index device_calibration_replaces on device_calibration (replaces_id);
create index device_calibration_author on device_calibration (created_by);
create index device_calibration_taken_back on device_calibration (taken_back_id);
comment on table device_calibration is 'Calibrations of devices as people wrote them; one that is taken back stays in the list.';
comment on column device_calibration.ends_at is 'Exclusive; null: until another one begins.';
comment on column device_calibration.shift is 'Offset: added to gain times what was sent, in the unit of the parameter.';
comment on column device_calibration.reference is 'Value of a reference instrument, where the shift was computed from it.';
comment on column device_calibration.sent is 'What the device sent at that time.';
comment on column device_calibration.replaces_id is 'Calibration in the place of which it was written.';

-- Effect of a calibration once the worker has computed with it, and of taking it back: until its row is there, it waits.
create table device_calibration_effect (
  calibration_id int not null references device_calibration on delete cascade,
  taken_back boolean not null,
  n int not null,
  mean_before float8,
  mean_after float8,
  computed_at timestamptz not null default now(),
  primary key (calibration_id, taken_back)
);
comment on table device_calibration_effect is 'Values that a calibration, or taking it back, has changed, and their mean before and after.';

-- Times that do not overlap, as they hold: written with the hours and days that follow from them, in one transaction.
create table device_calibration_span (
  device_id int not null references device on delete cascade,
  parameter smallint not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  gain float8 not null,
  shift float8 not null,
  is_circle boolean not null,
  primary key (device_id, parameter, begins_at)
);
comment on table device_calibration_span is 'Corrections in force, by time: what hours, days and newest values were computed with.';
comment on column device_calibration_span.is_circle is 'True of an angle: what is shown lies from 0 to 360.';

-- A value so near zero that single precision does not hold it is zero, or the cast would refuse it.
create function calibrated(sent real, gain float8, shift float8, is_circle boolean) returns real
language sql immutable parallel safe
return case when gain is null then sent
  when is_circle then (gain * sent + shift - 360 * floor((gain * sent + shift) / 360))::real
  when abs(gain * sent + shift) < 1e-30 then 0::real
  else (gain * sent + shift)::real end;

create view reading_corrected as
select r.device_id, r.parameter, r.ts, calibrated(r.value, c.gain, c.shift, c.is_circle) as value
from reading r left join device_calibration_span c on c.device_id = r.device_id and c.parameter = r.parameter
  and c.begins_at <= r.ts and c.ends_at > r.ts;
comment on view reading_corrected is 'Fresh right values as they are shown.';

create view reading_packed_corrected as
select r.device_id, r.parameter, r.day, r.ts, calibrated(r.value, c.gain, c.shift, c.is_circle) as value
from reading_packed r left join device_calibration_span c on c.device_id = r.device_id and c.parameter = r.parameter
  and c.begins_at <= r.ts and c.ends_at > r.ts;
comment on view reading_packed_corrected is 'Packed right values as they are shown.';

-- A right value that was set aside is corrected like the others; one that no sensor can measure stays as it was sent.
create view reading_fault_corrected as
select r.device_id, r.parameter, r.ts, r.bad_interval, case when c.gain is null then r.value
  else calibrated(r.value::real, c.gain, c.shift, c.is_circle)::text::float8 end as value
from reading_fault r left join device_calibration_span c on r.bad_interval is not null and c.device_id = r.device_id
  and c.parameter = r.parameter and c.begins_at <= r.ts and c.ends_at > r.ts;
comment on view reading_fault_corrected is 'Values that were set aside, as they would be shown, and those that no sensor can measure.';
